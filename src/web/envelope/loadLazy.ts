/** What the envelope needs after the fifth answer: fetched while the first ones are given. */
import { loadedOnce } from '../components/readable.ts';

export const loadLazy = loadedOnce(() => import('./lazy/lazy.ts'));
