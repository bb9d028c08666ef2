/**
 * An Executor over web workers. Which worker runs which task does not show in the results: outputs come in the order of
 * the inputs, and every task is a function of its input.
 */
import { type Carried, packError } from '../../../errors/index.ts';
import { type Executor, poolOver, type TaskRequest } from '../../../maths/index.ts';
import { taskByName } from './tasks.ts';

/** A worker is ready before it is asked anything. */
export type TaskAnswer = { readonly kind: 'ready' } | Carried<unknown>;

/** What the pool needs of a worker; a test brings its own. */
export interface WorkerLike {
  postMessage(message: TaskRequest): void;
  addEventListener(type: 'message', listener: (event: { readonly data: TaskAnswer }) => void): void;
  addEventListener(type: 'error', listener: (event: { readonly message?: string }) => void): void;
}

/** More would not help the sizes that a page can hold, and each takes memory. */
const MOST_WORKERS = 4;

/** As many as the machine has cores, less the one that the engine itself keeps busy. */
export function workersFor(cores: number): number {
  return Math.max(1, Math.min(MOST_WORKERS, cores - 1));
}

/** What workers do not know is left to `otherwise`. */
export function createPool(workers: readonly WorkerLike[], otherwise: Executor): Executor {
  const lines = workers.map((worker) => new WorkerLine(worker));
  const lanes = lines.map((line) => (request: TaskRequest) => line.run(request));
  const pool = poolOver(workers.length, () => lanes);
  return {
    threads: pool.threads,
    run: (task, inputs, options) => (taskByName.has(task.name) ? pool : otherwise).run(task, inputs, options),
  };
}

/** One task at a time on one worker. */
class WorkerLine {
  readonly #worker: WorkerLike;
  #settle: ((answer: Carried<unknown>) => void) | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(worker: WorkerLike) {
    this.#worker = worker;
    worker.addEventListener('message', ({ data }) => data.kind !== 'ready' && this.#settle?.(data));
    worker.addEventListener('error', ({ message }) =>
      this.#settle?.({ kind: 'failed', error: packError(new Error(message ?? 'a worker stopped')) }),
    );
  }

  /** Jobs that run at the same time wait for each other's tasks. */
  run(request: TaskRequest): Promise<Carried<unknown>> {
    const answered = this.#last.then(() => this.#ask(request));
    this.#last = answered.catch(() => undefined);
    return answered;
  }

  #ask(request: TaskRequest): Promise<Carried<unknown>> {
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#worker.postMessage(request);
    });
  }
}
