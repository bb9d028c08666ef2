/** The web worker: starts the kernels, and runs jobs. */
import { expose } from 'comlink';
import { type Carried, packError } from '../../errors/index.ts';
import { type KernelRuntime, startKernels } from '../../kernels/index.ts';
import { type JobName, jobs } from './api/index.ts';
import type { Job, JobProgress } from './jobs/job.ts';
import { startPool } from './jobs/startPool.ts';
import { yieldingExecutor } from './jobs/yieldingExecutor.ts';

/** What a job comes to. */
export type Outcome = Carried<unknown> | { readonly kind: 'cancelled' };

let kernels: KernelRuntime | undefined;
const running = new Map<number, AbortController>();

const remote = {
  async start(wasm: Uint8Array): Promise<void> {
    kernels = startKernels(wasm, { shared: false });
    // Loaded now, because later the page makes no request.
    await startPool();
  },

  async run(id: number, name: JobName, input: unknown, progress: (progress: JobProgress) => void): Promise<Outcome> {
    const controller = new AbortController();
    const { signal } = controller;
    running.set(id, controller);
    try {
      if (kernels === undefined) throw new Error('the engine was not started');
      const job = jobs[name] as Job<unknown, unknown>;
      return { kind: 'done', output: await job(input, { kernels, executor: yieldingExecutor, signal, progress }) };
    } catch (error) {
      if (signal.aborted) return { kind: 'cancelled' };
      return { kind: 'failed', error: packError(error) };
    } finally {
      running.delete(id);
    }
  },

  cancel(id: number): void {
    running.get(id)?.abort();
  },
};

export type Remote = typeof remote;

expose(remote);
