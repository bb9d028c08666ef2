/**
 * What browsers are told: nothing is loaded from elsewhere, nothing inline runs, nobody frames the pages, and other
 * origins read nothing. There is no CORS: pages of other origins cannot use the interface.
 */
import helmet from '@fastify/helmet';
import type { App } from './context.ts';

const PAGE_POLICY = {
  'default-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

export async function addSecurityHeaders(app: App): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: PAGE_POLICY },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: { policy: 'require-corp' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (request, reply) => {
    // What the interface says is nobody's to keep; files of the page set their own.
    if (request.routeOptions.config.access !== 'open') reply.header('cache-control', 'no-store');
  });
}
