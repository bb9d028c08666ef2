/** The views, by the part of the address behind #. */
import { useSyncExternalStore } from 'react';

export const routes = [
  { path: 'try', title: 'Try it', short: 'Try it' },
  { path: 'audit', title: 'Audit your data', short: 'Audit' },
  { path: 'questionnaire', title: 'Check a questionnaire', short: 'Questionnaire' },
  { path: 'about', title: 'About', short: 'About' },
  // Without a place of its own in the header: reached from the first view.
  { path: 'more', title: 'Other questions', short: undefined },
] as const;

export type RoutePath = (typeof routes)[number]['path'];

/** What stands in the address; the first view for anything unknown. */
export function routeOf(hash: string): RoutePath {
  const wanted = hash.replace(/^#\/?/, '').split('?')[0];
  return routes.find(({ path }) => path === wanted)?.path ?? routes[0].path;
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

export function useRoute(): RoutePath {
  return useSyncExternalStore(
    subscribe,
    () => routeOf(location.hash),
    () => routes[0].path,
  );
}
