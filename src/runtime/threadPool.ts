/** An Executor over worker threads. Which thread runs which task does not show in the results. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { type Carried, requireWithin, unpackError } from '../errors/index.ts';
import { type Executor, type RunOptions, runInLanes, type Task } from '../numeric/index.ts';
import { loadedPlugins } from '../plugins/index.ts';
import type { TaskRequest } from './worker.ts';

/** Threads that run tasks until they are closed. */
export interface ThreadPool extends Executor {
  close(): Promise<void>;
}

/** Workers run compiled JavaScript: the same file whether this one runs from src/ or from dist/. */
const WORKER = fileURLToPath(new URL('../../dist/runtime/worker.js', import.meta.url));

/**
 * Starts threads; as many as there are cores if no number is given. Close it when the work is done.
 *
 * @example
 * ```ts
 * import { createWorld, loadKernels, openThreadPool, parametersFrom, train, trained } from 'ulterior';
 *
 * const { dataset } = createWorld({ users: 200, items: 50 }, 1);
 * const executor = openThreadPool(2);
 * const model = trained(await train(dataset, 'type', parametersFrom('als'), { kernels: loadKernels(), executor }));
 * console.log(model.typeLabels);
 * await executor.close();
 * ```
 */
export function openThreadPool(threads: number = availableParallelism()): ThreadPool {
  requireWithin('threads', threads, { min: 1, max: 1024, whole: true });
  const pool = new Piscina({ filename: WORKER, minThreads: threads, maxThreads: threads });
  return {
    threads,
    run: <Input, Output>({ name }: Task<Input, Output>, inputs: readonly Input[], options?: RunOptions) => {
      const stopped = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      const lane = async (input: Input): Promise<Output> => {
        const answer: Carried<Output> = await pool.run({
          name,
          input,
          stopped,
          plugins: loadedPlugins(),
        } satisfies TaskRequest);
        if (answer.kind === 'failed') throw unpackError(answer.error);
        return answer.output;
      };
      // Two lanes a thread keep a task waiting for each.
      return runInLanes(inputs, new Array(2 * threads).fill(lane), options);
    },
    close: () => pool.destroy(),
  };
}
