/** The thread that computes an audit, as its worker sees it: records come out, checkpoints go in and out. */
import type { Checkpoints } from '../../audit/index.ts';
import type { DatasetSource } from '../../datasets/index.ts';
import { UlteriorError } from '../../errors/index.ts';
import type { StoredAudit } from '../../store/index.ts';
import { isOutOfMemory, type Outcome, openThread, resultOf } from '../process/thread.ts';
import type { AuditWork, FromThread, ToThread } from './auditMessages.ts';

export interface AuditRunTools {
  readonly megabytes: number;
  readonly checkpoints: Checkpoints;
  readonly onProgress: (progress: StoredAudit['progress']) => void;
  /** Ends the thread, at once. */
  readonly signal: AbortSignal;
}

/** The records as JSON text. */
export async function runAuditThread(work: AuditWork, tools: AuditRunTools): Promise<string> {
  const { signal, checkpoints } = tools;
  signal.throwIfAborted();
  const thread = openThread('audits/auditThread', work, tools.megabytes);
  try {
    const outcome = await new Promise<Outcome<string>>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      // Where a checkpoint cannot be read or written the thread is ended: the audit is taken up again later.
      const answer = (call: number, coming: Promise<Uint8Array | undefined>) =>
        coming.then((bytes) => thread.postMessage({ call, bytes } satisfies ToThread), reject);
      thread.on('message', (message: FromThread) => {
        if (message.kind === 'progress') tools.onProgress({ done: message.done, total: message.total });
        else if (message.kind === 'read') void answer(message.call, checkpoints.read(message.key));
        else if (message.kind === 'write') {
          void answer(
            message.call,
            checkpoints.write(message.key, message.bytes).then(() => undefined),
          );
        } else resolve(message.outcome);
      });
      thread.once('error', (error) => reject(isOutOfMemory(error) ? tooLarge() : error));
      thread.once('exit', () => reject(new Error('the thread of an audit ended without a word')));
    });
    return resultOf(outcome);
  } catch (error) {
    throw named(error, work);
  } finally {
    await thread.terminate();
  }
}

/** Messages speak of paths; whoever asks for the audit knows the data by their name, and not where they lie. */
function named(error: unknown, { source, name, names }: AuditWork): unknown {
  if (!(error instanceof UlteriorError)) return error;
  const told = (text: string) => pathsIn(source).reduce((so, path) => so.replaceAll(path, names[path] ?? name), text);
  return new UlteriorError(error.code, told(error.message), told(error.advice));
}

function pathsIn(source: DatasetSource): string[] {
  if (source.kind === 'world') return [];
  if (source.kind === 'known') return [source.folder];
  const files = source.kind === 'wide' ? [source] : [source.ratings, source.users, source.items];
  return files.flatMap((file) => (file === undefined ? [] : [file.path]));
}

function tooLarge(): UlteriorError {
  return new UlteriorError(
    'UPLOAD_TOO_COSTLY',
    'the audit takes more memory than is allowed',
    'use fewer ratings or fewer folds, or raise the limits of the worker',
  );
}
