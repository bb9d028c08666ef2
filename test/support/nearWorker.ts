/** Web workers in this thread, for tests without a browser. */
import { answerTask, type TaskRequest } from '../../src/maths/index.ts';
import type { TaskAnswer, WorkerLike } from '../../src/web/engine/jobs/pool.ts';
import { taskByName } from '../../src/web/engine/jobs/tasks.ts';

type Listener = (event: { data: TaskAnswer }) => void;

/** Messages are copied as between threads. */
export class NearWorker implements WorkerLike {
  readonly #delay: number;
  #listener: Listener = () => {};
  running = 0;
  most = 0;

  constructor(delay: number) {
    this.#delay = delay;
  }

  addEventListener(type: string, listener: (event: never) => void): void {
    if (type === 'message') this.#listener = listener as Listener;
  }

  postMessage(message: TaskRequest): void {
    const request = structuredClone(message);
    this.most = Math.max(this.most, ++this.running);
    setTimeout(async () => {
      const answer = await answerTask(taskByName, request);
      this.running--;
      this.#listener({ data: structuredClone(answer) });
    }, this.#delay);
  }
}

/** The later ones answer first. */
export const nearWorkers = (count: number) => Array.from({ length: count }, (_, n) => new NearWorker(count - n));
