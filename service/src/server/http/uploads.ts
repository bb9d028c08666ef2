/** Files that are handed in: only a few are received or read at once (data/inspectUpload.ts reads them). */

import { finished } from 'node:stream';
import { UlteriorError } from 'ulterior/service-parts';
import { Shares } from '../common/shares.ts';
import { nameOf } from './access.ts';
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
 * who may call it: access was decided before. Where all are taken, or half of them by this caller, the body is not even read.
 */
export function addUploads(app: App, { limits, metrics }: Service): void {
  const places = new Shares(() => limits.uploadsAtOnce);
  metrics.gauge('ulterior_uploads_underway', 'Files that are being received or read.', () => places.taken);
  app.addContentTypeParser(FILE_TYPE, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('preParsing', async (request, reply, payload) => {
    if (request.routeOptions.config.readsFile !== true) return payload;
    const leave = places.take(nameOf(request));
    if (leave === undefined) {
      throw new UlteriorError('SERVICE_BUSY', 'too many files are being read at once', 'try again in a moment');
    }
    // Also where the client goes away in the middle, or has gone already.
    finished(reply.raw, leave);
    return payload;
  });
}
