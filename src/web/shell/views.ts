/** The views besides the first: fetched together, once the first statement can be answered. The story comes by itself. */
import { readable } from '../components/readable.ts';

let loading: Promise<typeof import('./allViews.ts')> | undefined;
let story: Promise<typeof import('../story/StoryPage.tsx')> | undefined;

export function loadViews(): Promise<typeof import('./allViews.ts')> {
  loading ??= readable(import('./allViews.ts'));
  return loading;
}

export function loadStory(): Promise<typeof import('../story/StoryPage.tsx')> {
  story ??= readable(import('../story/StoryPage.tsx'));
  return story;
}
