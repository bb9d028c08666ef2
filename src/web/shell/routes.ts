/** The four views, by the part of the address behind #. */
import { useEffect, useState } from 'react';

export const routes = [
  { path: 'try', title: 'Try it', short: 'Try it' },
  { path: 'audit', title: 'Audit your data', short: 'Audit' },
  { path: 'questionnaire', title: 'Check a questionnaire', short: 'Questionnaire' },
  { path: 'about', title: 'About', short: 'About' },
] as const;

export type RoutePath = (typeof routes)[number]['path'];

/** What stands in the address; the first view for anything unknown. */
export function routeOf(hash: string): RoutePath {
  const wanted = hash.replace(/^#\/?/, '').split('?')[0];
  return routes.find(({ path }) => path === wanted)?.path ?? routes[0].path;
}

export function useRoute(): RoutePath {
  const [route, setRoute] = useState(() => routeOf(location.hash));
  useEffect(() => {
    const follow = () => setRoute(routeOf(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return route;
}
