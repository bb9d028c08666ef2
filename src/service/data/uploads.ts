/**
 * Files that are handed in. Only a few are received or read at once, and each is read in a thread of its own with a
 * limit on time and memory, before anything of it is kept.
 */
import { finished } from 'node:stream';
import { UlteriorError } from '../../errors/index.ts';
import type { App, Service } from '../process/context.ts';
import { runInThread } from '../process/thread.ts';

export const FILE_TYPE = 'application/octet-stream';

/** What the thread is asked, and what it finds. */
export type Inspection = 'model' | 'data';

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

/** Reads the file; refuses it where that takes more than is allowed. */
export function inspect<Result>(
  { limits }: Pick<Service, 'limits'>,
  what: Inspection,
  bytes: Uint8Array,
): Promise<Result> {
  return runInThread<Result>(
    'data/inspectThread',
    { what, bytes, limits },
    { seconds: limits.parseSeconds, megabytes: limits.parseMegabytes, tooCostly },
  );
}

function tooCostly(reason: 'time' | 'memory'): UlteriorError {
  return new UlteriorError(
    'UPLOAD_TOO_COSTLY',
    reason === 'time' ? 'reading the file takes too long' : 'reading the file takes too much memory',
    'send a smaller file',
    { reason },
  );
}
