/** What runs in the engine: named jobs over plain inputs, with progress and cancellation. */
import type { KernelRuntime } from '../../../kernels/index.ts';
import type { Executor } from '../../../maths/index.ts';

export interface JobProgress {
  /** What is being done, in words. */
  readonly stage: string;
  /** From 0 to 1; left out where it is not known. */
  readonly share?: number | undefined;
}

export interface JobTools {
  readonly kernels: KernelRuntime;
  /** Lets the engine hear of a cancellation between tasks. */
  readonly executor: Executor;
  readonly signal: AbortSignal;
  readonly progress: (progress: JobProgress) => void;
}

/** Input and output must be plain data: they are copied between threads. */
export type Job<Input, Output> = (input: Input, tools: JobTools) => Output | Promise<Output>;
