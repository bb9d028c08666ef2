/** The views, by the part of the address behind #; their names are in the catalogue of words. */
import { useSyncExternalStore } from 'react';

export const routePaths = ['try', 'story', 'audit', 'questionnaire', 'about', 'more'] as const;

export type RoutePath = (typeof routePaths)[number];

/** What stands in the address; the first view for anything unknown. */
function routeOf(hash: string): RoutePath {
  const wanted = hash.replace(/^#\/?/, '').split('?')[0];
  return routePaths.find((path) => path === wanted) ?? routePaths[0];
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

export function useRoute(): RoutePath {
  return useSyncExternalStore(
    subscribe,
    () => routeOf(location.hash),
    () => routePaths[0],
  );
}
