/** Addresses and methods that no route has: 404, or 405 with the methods that the address does take. */

import type { FastifyRequest, RouteOptions } from 'fastify';
import { UlteriorError } from 'ulterior/service-parts';
import { NOTHING_HERE } from '../common/problem.ts';
import type { App } from './context.ts';

interface Addresses {
  /** Whether no route is meant for the request, even where one was found: "sources" is an address, not an id. */
  isUnknown(request: FastifyRequest): boolean;
  /** What to refuse such a request with. */
  refusalOf(request: FastifyRequest): UlteriorError;
}

/** Before the routes: it watches them being added. */
export function watchAddresses(app: App): Addresses {
  const methodsByPattern = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }: RouteOptions) => {
    // Files of the page are under any address: they say nothing about one.
    if (url.includes('*')) return;
    const methods = methodsByPattern.get(url) ?? new Set<string>();
    for (const name of [method].flat()) methods.add(name);
    methodsByPattern.set(url, methods);
  });
  const isUnknown = ({ url, method, is404 }: FastifyRequest) =>
    is404 || methodsByPattern.get(pathOf(url))?.has(method) === false;
  const refusalOf = ({ url, method }: FastifyRequest) => {
    const path = pathOf(url);
    const patterns = methodsByPattern.has(path) ? [path] : [...methodsByPattern.keys()];
    const fitting = patterns.filter((pattern) => fits(pattern, path));
    const taken = new Set(fitting.flatMap((pattern) => [...methodsByPattern.get(pattern)!]));
    if (taken.size === 0 || taken.has(method)) return new UlteriorError(...NOTHING_HERE);
    const allow = [...taken].sort().join(', ');
    return new UlteriorError(
      'METHOD_NOT_ALLOWED',
      'the address does not take that method',
      `use ${allow.replaceAll(', ', ' or ')}`,
      { allow },
    );
  };
  return { isUnknown, refusalOf };
}

function pathOf(url: string): string {
  return url.split('?', 1)[0]!;
}

function fits(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at]);
}
