/** Starts the workers of the pool. */
import type { Executor } from '../../../maths/index.ts';
import { createPool, type WorkerLike, workersFor } from './pool.ts';
import { yieldingExecutor } from './yieldingExecutor.ts';

let starting: Promise<Executor> | undefined;

/** The pool of the engine, started once. Where no worker can be started the engine does the work itself. */
export function startPool(): Promise<Executor> {
  starting ??= begin();
  return starting;
}

async function begin(): Promise<Executor> {
  const count = workersFor(navigator.hardwareConcurrency);
  const started = await Promise.all(Array.from({ length: count }, startWorker));
  const workers = started.filter((worker) => worker !== undefined);
  return workers.length === 0 ? yieldingExecutor : createPool(workers, yieldingExecutor);
}

/** Undefined where it cannot be started: some browsers have no workers within workers. */
async function startWorker(): Promise<WorkerLike | undefined> {
  if (typeof Worker === 'undefined') return undefined;
  const worker = new Worker(new URL('../poolWorker.ts', import.meta.url), { type: 'module' });
  const ready = await new Promise<boolean>((resolve) => {
    worker.addEventListener('message', () => resolve(true), { once: true });
    worker.addEventListener('error', () => resolve(false), { once: true });
  });
  return ready ? worker : undefined;
}
