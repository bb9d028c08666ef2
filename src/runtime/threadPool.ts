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
      const outputs = new Array(inputs.length);
      let next = 0;
      const lane = async () => {
        while (next < inputs.length) {
          options?.signal?.throwIfAborted();
          const number = next++;
          outputs[number] = await pool.run({ name: task.name, input: inputs[number] });
          options?.onDone?.();
        }
      };
      // Two lanes a thread keep a task waiting for each. All lanes must have ended before the caller goes on, even when
      // one fails or the run is aborted: their tasks write to memory that the caller owns.
      const lanes = await Promise.allSettled(Array.from({ length: 2 * threads }, lane));
      for (const result of lanes) if (result.status === 'rejected') throw result.reason;
      return outputs;
    },
    close: () => pool.destroy(),
  };
}
