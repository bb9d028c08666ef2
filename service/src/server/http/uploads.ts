/** Files that are handed in: only a few are received or read at once (data/inspectUpload.ts reads them). */

import { finished } from 'node:stream';
import { UlteriorError } from 'ulterior/service-parts';
import type { App, Service } from './context.ts';

export const FILE_TYPE = 'application/octet-stream';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route reads a file, which takes one of the places for them. */
    readsFile?: boolean;
  }
}

/**
 * Bodies of that type come as bytes. Places go by the route and not by what a request says of itself, and only to those
 * who may call it: access was decided before. Where all are taken, the body is not even read.
 */
export function addUploads(app: App, { limits, metrics }: Service): void {
  let underway = 0;
  metrics.gauge('ulterior_uploads_underway', 'Files that are being received or read.', () => underway);
  app.addContentTypeParser(FILE_TYPE, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('preParsing', async (request, reply, payload) => {
    if (request.routeOptions.config.readsFile !== true) return payload;
    if (underway >= limits.uploadsAtOnce) {
      throw new UlteriorError('SERVICE_BUSY', 'too many files are being read at once', 'try again in a moment');
    }
    underway++;
    // Also where the client goes away in the middle, or has gone already.
    finished(reply.raw, () => {
      underway--;
    });
    return payload;
  });
}
