/**
 * Fetches everything the page can need, once, as soon as the first statement can be answered: first what the envelope
 * needs, then the other views with their models, kernels, engine and chart library. From then on the page makes no
 * request, and goes on working without a network.
 */
import { loadedOnce } from '../components/readable.ts';
import { loadLazy } from '../envelope/loadLazy.ts';
import { LANGUAGES } from '../words/catalogue.ts';
import { loadLanguage } from '../words/language.ts';
import { loadStory, loadViews } from './views.ts';

/** Settles once nothing is left to fetch; fails if anything could not be had. */
export const preloadAll = loadedOnce(async () => {
  const { loadStatements } = await loadLazy();
  await loadStatements();
  const [{ loadRest }] = await Promise.all([
    import('./loadRest.ts'),
    loadViews(),
    loadStory(),
    ...LANGUAGES.map(loadLanguage),
  ]);
  return loadRest();
});
