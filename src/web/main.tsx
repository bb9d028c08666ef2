import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
// First, so that the styles of the views come after it and may refine it.
import './shell/style.css';
import { guardDrops } from './components/dropGuard.ts';
import { App } from './shell/App.tsx';
import { preloadAll } from './shell/preload.ts';

guardDrops();
const place = document.getElementById('page')!;
const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
// The first view is in the document already (prerender.tsx); a link to another one starts empty.
if (/^(#\/?(try)?)?$/.test(location.hash) && place.firstElementChild !== null) hydrateRoot(place, app);
else {
  place.textContent = '';
  createRoot(place).render(app);
}
// Everything else is fetched at once, so that the page asks the network for nothing from then on.
void preloadAll().catch(() => undefined);
