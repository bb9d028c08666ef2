import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
// First, so that the styles of the views come after it and may refine it.
import './shell/style.css';
import { guardDrops } from './components/dropGuard.ts';
import { App } from './shell/App.tsx';
import { preloadAll } from './shell/preload.ts';

guardDrops();
createRoot(document.getElementById('page')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
// Everything is fetched at once, so that the page asks the network for nothing from then on.
void preloadAll();
