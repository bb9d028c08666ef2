/** The thread that computes units of an audit, as its worker sees it: it asks for units and hands in what it found. */
import { type DatasetSource, UlteriorError } from 'ulterior/service-parts';
import { isOutOfMemory, type Outcome, openThread, resultOf } from '../common/thread.ts';
import type { AuditWork, FromThread, ToThread, UnitStore, UnitsDone } from './auditMessages.ts';

interface AuditRunTools {
  readonly megabytes: number;
  /** Where readers of the data put aside what does not fit into memory. */
  readonly scratch: string;
  /** The data are in memory, or cannot be read. */
  readonly onRead: () => Promise<void>;
  readonly units: UnitStore;
  readonly onProgress: (unit: string, done: number) => void;
  /** Ends the thread, at once. */
  readonly signal: AbortSignal;
}

export async function runAuditThread(work: AuditWork, tools: AuditRunTools): Promise<UnitsDone> {
  const { signal, units } = tools;
  signal.throwIfAborted();
  const thread = openThread('audits/auditThread', work, tools.megabytes, tools.scratch);
  const read = new Promise<void>((resolve) => {
    thread.on('message', ({ kind }: FromThread) => {
      if (kind === 'read') resolve();
    });
    thread.once('exit', () => resolve());
  }).then(tools.onRead);
  try {
    const outcome = await new Promise<Outcome<UnitsDone>>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      thread.on('message', (message: FromThread) => {
        if (message.kind === 'progress') tools.onProgress(message.unit, message.done);
        else if (message.kind === 'end') resolve(message.outcome);
        else if (message.kind === 'call' && !signal.aborted) {
          const { call, name, words } = message;
          const ask = units[name] as (...words: readonly unknown[]) => Promise<unknown>;
          // Where the store does not answer the thread is ended: its units are taken up again later.
          ask(...words).then((answer) => thread.postMessage({ call, answer } satisfies ToThread), reject);
        }
      });
      thread.once('error', (error) => reject(isOutOfMemory(error) ? tooLarge() : error));
      thread.once('exit', () => reject(new Error('the thread of an audit ended without a word')));
    });
    return resultOf(outcome);
  } catch (error) {
    throw named(error, work);
  } finally {
    // The reader of tables is native code that ends the whole process where its thread is ended in the middle of a query.
    await read;
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
