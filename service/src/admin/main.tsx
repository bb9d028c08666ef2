import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
// First, so that the styles of this page come after them and may refine them.
import '../../../src/web/shell/style.css';
import '../../../src/web/audit/audit.css';
import './admin.css';
import { preferredLanguage } from '../../../src/web/words/catalogue.ts';
import { setLanguage } from '../../../src/web/words/language.ts';
import { AdminApp } from './AdminApp.tsx';
import { signOut } from './adminActions.ts';
import { setAdminLanguage } from './words/adminWords.ts';

// A page that is left may be kept by the browser, with all it remembers: the key goes first.
addEventListener('pagehide', () => signOut());
const language = preferredLanguage(navigator.languages, location.search);
// A language that cannot be fetched is no reason to show nothing.
await Promise.all([setLanguage(language), setAdminLanguage(language)]).then(
  () => {
    document.documentElement.lang = language;
  },
  () => undefined,
);
createRoot(document.getElementById('page')!).render(
  <StrictMode>
    <AdminApp />
  </StrictMode>,
);
