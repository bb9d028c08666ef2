/** An Executor over worker threads. Which thread runs which task does not show in the results. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { requireWithin } from '../errors/index.ts';
import type { Executor } from '../numeric/index.ts';

export interface ThreadPool extends Executor {
  close(): Promise<void>;
}

/** Workers run compiled JavaScript: the same file whether this one runs from src/ or from dist/. */
const WORKER = fileURLToPath(new URL('../../dist/runtime/worker.js', import.meta.url));

export function openThreadPool(threads: number = availableParallelism()): ThreadPool {
  requireWithin('threads', threads, { min: 1, max: 1024, whole: true });
  const pool = new Piscina({ filename: WORKER, minThreads: threads, maxThreads: threads });
  return {
    threads,
    run: async (task, inputs, options) => {
      const signal = options?.signal;
      signal?.throwIfAborted();
      // When one task fails or the run is aborted, the others must have ended before the caller goes on: they write to
      // memory that it owns.
      const results = await Promise.allSettled(
        inputs.map((input) => pool.run({ name: task.name, input }, signal ? { signal } : {})),
      );
      signal?.throwIfAborted();
      return results.map((result) => {
        if (result.status === 'rejected') throw result.reason;
        return result.value;
      });
    },
    close: () => pool.destroy(),
  };
}
