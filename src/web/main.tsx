import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
// First, so that the styles of the views come after it and may refine it.
import './shell/style.css';
import { guardDrops } from './components/dropGuard.ts';
import { App } from './shell/App.tsx';
import { preloadAll } from './shell/preload.ts';
import { preferredLanguage } from './words/catalogue.ts';
import { setLanguage } from './words/language.ts';

guardDrops();
const place = document.getElementById('page')!;
const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
const language = preferredLanguage(navigator.languages, location.search);
// The first view is in the document already, in English (prerender.tsx); everything else starts empty.
if (language === 'en' && /^(#\/?(try)?)?$/.test(location.hash) && place.firstElementChild !== null) {
  hydrateRoot(place, app);
} else {
  // A language that cannot be fetched is no reason to show nothing.
  await setLanguage(language).catch(() => undefined);
  place.textContent = '';
  createRoot(place).render(app);
}
// Everything else is fetched at once, so that the page asks the network for nothing from then on.
void preloadAll().catch(() => undefined);
