/** The views besides the first: fetched together, once the first statement can be answered. The story comes by itself. */
import { loadedOnce } from '../components/readable.ts';

export const loadViews = loadedOnce(() => import('./allViews.ts'));
export const loadStory = loadedOnce(() => import('../story/StoryPage.tsx'));
