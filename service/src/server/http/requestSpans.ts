/**
 * A span for each request. Calls of the store belong to the request they are made for, also after the body was read: Fastify
 * carries the context across its parsers.
 */

import type { OpenSpan, Tracer } from '../figures/tracing.ts';
import type { App } from './context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    span: OpenSpan | undefined;
  }
}

export function addRequestSpans(app: App, tracer: Tracer): void {
  app.decorateRequest('span', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    request.span = tracer.begin(`${request.method} ${routeOf(request)}`, 'server');
    tracer.within(request.span, done);
  });
  app.addHook('onResponse', async (request, reply) => {
    tracer.end(request.span!, {
      'http.request.method': request.method,
      'http.route': routeOf(request),
      'http.response.status_code': reply.statusCode,
      ...(reply.statusCode >= 500 ? { 'error.type': String(reply.statusCode) } : {}),
    });
  });
}

const routeOf = ({ routeOptions }: { readonly routeOptions: { readonly url?: string | undefined } }) =>
  routeOptions.url ?? 'none';
