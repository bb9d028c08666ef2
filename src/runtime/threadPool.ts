/** An Executor over worker threads. Which thread runs which task does not show in the results. */
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { type Carried, packError, requireWithin } from '../errors/index.ts';
import { type Executor, poolOver, type TaskLane } from '../maths/index.ts';
import { loadedPlugins } from '../plugins/index.ts';
import { packageFile } from './packageFolder.ts';
import type runTask from './worker.ts';
import type { ThreadRequest } from './worker.ts';

/** Threads that run tasks until they are closed. */
export interface ThreadPool extends Executor {
  close(): Promise<void>;
}

/** Workers run compiled JavaScript, also when this file runs from the sources. */
const WORKER = packageFile('dist/runtime/worker.js');

/**
 * Starts threads; as many as there are cores if no number is given. Close it when the work is done.
 *
 * @example
 * ```ts
 * import { loadKernels, openThreadPool } from 'ulterior';
 * import { createWorld, parametersFrom, train, trained } from 'ulterior/core';
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
  const lanesOfRun = () => {
    const stopped = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    let fail = (_: Carried<unknown>) => {};
    const failure = new Promise<Carried<unknown>>((resolve) => {
      fail = resolve;
    });
    const lane: TaskLane = async (request) => {
      try {
        const answer: Awaited<ReturnType<typeof runTask>> = await pool.run({
          ...request,
          stopped,
          plugins: loadedPlugins(),
        } satisfies ThreadRequest);
        if (answer?.kind === 'failed') fail(answer);
        // A task that was not begun is not done: the failure that stopped it is here, or on its way.
        return answer ?? (await failure);
      } catch (error) {
        fail({ kind: 'failed', error: packError(error) });
        throw error;
      }
    };
    // Two lanes a thread keep a task waiting for each.
    return Array.from({ length: 2 * threads }, () => lane);
  };
  return { ...poolOver(threads, lanesOfRun), close: () => pool.destroy() };
}
