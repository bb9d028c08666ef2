/** The first view as text, for index.html: the build renders it (vite.config.ts), so that reading needs no script. */
import { renderToString } from 'react-dom/server';
import { App } from './shell/App.tsx';

export function prerendered(): string {
  return renderToString(<App />);
}
