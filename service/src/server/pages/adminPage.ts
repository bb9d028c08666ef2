/**
 * The page of the administrator, at /admin. It comes with a policy of its own, stricter than that of the other page:
 * scripts and styles of this origin, requests to this origin, and nothing else. Whoever opens it sees an empty page that
 * asks for a key: it holds nothing.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UlteriorError } from 'ulterior/service-parts';
import type { App } from '../http/context.ts';
import { addPage } from './page.ts';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `folder`: of the built page. Where it was not built the address says so, and everything else works. */
export async function addAdminPage(app: App, folder: string): Promise<void> {
  const path = join(folder, 'admin.html');
  const page = existsSync(path) ? readFileSync(path) : undefined;
  app.get('/admin', { config: { access: 'open' }, schema: { hide: true } }, async (_request, reply) => {
    if (page === undefined) {
      throw new UlteriorError(
        'NOT_FOUND',
        'the page of the administrator was not built; the HTTP interface works without it',
        'run `npm run build:web` and start the service again',
      );
    }
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', POLICY)
      .send(page);
  });
  if (page !== undefined) await addPage(app, join(folder, 'admin'), '/admin/');
}
