/** Addresses and methods that no route has: 404, or 405 with the methods that the address does take. */
import type { FastifyRequest, RouteOptions } from 'fastify';
import { UlteriorError } from '../errors/index.ts';
import type { App } from './context.ts';
import { NOTHING_HERE } from './problem.ts';

/** Before the routes: it watches them being added. The function that is returned says what to refuse a request with. */
export function watchAddresses(app: App): (request: FastifyRequest) => UlteriorError {
  const methodsByPattern = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }: RouteOptions) => {
    // Files of the page are under any address: they say nothing about one.
    if (url.includes('*')) return;
    const methods = methodsByPattern.get(url) ?? new Set<string>();
    for (const name of [method].flat()) methods.add(name);
    methodsByPattern.set(url, methods);
  });
  return ({ url, method }) => {
    const [path = ''] = url.split('?');
    const taken = new Set<string>();
    for (const [pattern, methods] of methodsByPattern) {
      if (fits(pattern, path)) for (const name of methods) taken.add(name);
    }
    if (taken.size === 0 || taken.has(method)) return new UlteriorError(...NOTHING_HERE);
    const allow = [...taken].sort().join(', ');
    return new UlteriorError(
      'METHOD_NOT_ALLOWED',
      'the address does not take that method',
      `use ${allow.replaceAll(', ', ' or ')}`,
      { allow },
    );
  };
}

function fits(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at]);
}
