/** A file that was handed in is read in a thread of its own, with a limit on time and memory, before anything of it is kept. */
import { UlteriorError } from 'ulterior/service-parts';
import type { Limits } from '../common/limits.ts';
import { runInThread } from '../common/thread.ts';

/** What the thread is asked, and what it finds. */
export type Inspection = 'model' | 'data';

/** Reads the file; refuses it where that takes more than is allowed. */
export function inspect<Result>(
  { limits }: { readonly limits: Limits },
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
