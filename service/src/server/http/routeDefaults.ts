/**
 * What the document says of every route without being told: the group by its address, the credentials by `config.access`, and
 * which problems it may answer with.
 */
import type { RouteOptions } from 'fastify';
import { IdempotencyHeaders, problems, withKey, withKeyOrToken } from '../common/commonSchemas.ts';
import type { Access } from './access.ts';
import type { App } from './context.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Statuses of problems that the rest of the route does not tell. */
    problems?: readonly number[];
  }
}

const TAGS = ['models', 'interviews', 'data', 'audits', 'keys'];

/** Before the routes, and before whatever makes the document. */
export function addRouteDefaults(app: App): void {
  app.addHook('onRoute', (route) => {
    const { schema, config, url } = route;
    // Files of pages are not in the document.
    if (schema?.summary === undefined) return;
    const security = securityOf(config?.access);
    const tag = TAGS.find((name) => url.startsWith(`/v1/${name}`)) ?? 'operation';
    route.schema = {
      tags: [tag],
      ...(security && { security }),
      ...schema,
      response: { ...(schema.response as object), ...problems(...statusesOf(route)) },
    };
  });
}

function securityOf(access: Access | undefined) {
  if (access === 'open' || access === 'probe') return undefined;
  return access === 'participant' || access === 'lab' ? withKeyOrToken : withKey;
}

function statusesOf({ schema, config }: RouteOptions): number[] {
  const { params, querystring, body, headers } = schema!;
  return [
    ...(params || querystring || body ? [400] : []),
    ...(securityOf(config?.access) ? [401, 403] : []),
    ...(params ? [404] : []),
    ...(headers === IdempotencyHeaders ? [413, 415, 422] : []),
    ...(config?.problems ?? []),
  ];
}
