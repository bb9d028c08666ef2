/** A page, as a folder of files at the root or below a path. Paths of the interface come first; folders are not listed. */
import fastifyStatic from '@fastify/static';
import type { App } from '../http/context.ts';

/** A name with a hash of the contents in it never changes its meaning. */
const HASHED = /[-.][A-Za-z0-9_-]{8,}\.\w+$/;
const YEAR = 31_536_000;

export async function addPage(app: App, folder: string, prefix = '/'): Promise<void> {
  await app.register(async (page) => {
    page.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'open' };
      route.schema = { ...route.schema, hide: true };
    });
    await page.register(fastifyStatic, {
      root: folder,
      prefix,
      dotfiles: 'ignore',
      cacheControl: false,
      decorateReply: false,
      setHeaders: (reply, path) => {
        const lasting = /[\\/](assets|admin)[\\/]/.test(path) && HASHED.test(path);
        reply.setHeader('cache-control', lasting ? `public, max-age=${YEAR}, immutable` : 'no-cache');
      },
    });
  });
}
