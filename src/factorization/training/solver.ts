/** What the two solvers share: their inputs, their outcomes, and the random start. */
import type { KernelRuntime } from '../../kernels/index.ts';
import { derive, type Executor, inlineExecutor, type Task } from '../../maths/index.ts';
import type { TrainingParameters } from '../model/parameters.ts';
import type { TrainingData } from './trainingData.ts';

/** How far training is, and its error so far. */
export interface TrainingProgress {
  readonly done: number;
  readonly total: number;
  /** Root mean squared training error. */
  readonly error: number;
}

/** What training works with: kernels, threads, and who hears of progress. */
export interface TrainingTools {
  readonly kernels: KernelRuntime;
  /** Where the blocks of work run; here and now if left out. */
  readonly executor?: Executor | undefined;
  readonly onProgress?: ((progress: TrainingProgress) => void) | undefined;
  /** Aborting makes training reject with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Profiles without padding (users x d, items x d) and type biases (items x K), of centred ratings. */
export interface Factors {
  readonly userProfiles: Float32Array;
  readonly itemProfiles: Float32Array;
  readonly typeBiases: Float32Array;
}

export type SolverResult =
  | { readonly status: 'solved'; readonly factors: Factors; readonly errors: readonly number[] }
  | { readonly status: 'diverged'; readonly iteration: number; readonly error: number }
  | {
      readonly status: 'singular';
      readonly iteration: number;
      readonly entity: 'user' | 'item';
      readonly index: number;
    };

export type Solver = (
  data: TrainingData,
  parameters: TrainingParameters,
  tools: TrainingTools,
) => Promise<SolverResult>;

/** Threads can only be used where they can see the memory: the plain build of the kernels runs inline. */
export function executorFor(tools: TrainingTools): Executor {
  return tools.kernels.shared ? (tools.executor ?? inlineExecutor) : inlineExecutor;
}

/**
 * Runs many small parts in few tasks, because sending a task to a thread costs as much as some thousand ratings. How
 * the parts are bundled depends on the threads, what they return does not: one number each, in the order of the parts.
 */
export async function runInBundles<Shared extends object, Part>(
  executor: Executor,
  task: Task<Shared & { readonly parts: readonly Part[] }, number[]>,
  shared: Shared,
  parts: readonly Part[],
  signal: AbortSignal | undefined,
): Promise<number[]> {
  // Two bundles a thread even out what one thread is slower at.
  const bundles = Math.min(parts.length, executor.threads === 1 ? 1 : 2 * executor.threads);
  const inputs = Array.from({ length: bundles }, (_, n) => ({
    ...shared,
    parts: parts.slice(Math.floor((n * parts.length) / bundles), Math.floor(((n + 1) * parts.length) / bundles)),
  }));
  return (await executor.run(task, inputs, { signal })).flat();
}

/**
 * Fills rows of `stride` floats with normal variates of standard deviation `initialScale`. Row n goes to
 * `positions[n]`, so that the start does not depend on the order in which a solver keeps its rows.
 */
export function fillRandomly(
  rows: Float32Array,
  purpose: string,
  { dimension, seed, initialScale }: TrainingParameters,
  stride: number,
  positions: ArrayLike<number>,
): void {
  const stream = derive(seed, purpose);
  for (let n = 0; n < positions.length; n++) {
    const start = positions[n]! * stride;
    for (let k = 0; k < dimension; k++) rows[start + k] = initialScale * stream.normal();
  }
}

/** Copies rows out of the kernels' memory: drops the padding and undoes the order of `positions`. */
export function unpadded(
  rows: Float32Array,
  dimension: number,
  stride: number,
  positions: ArrayLike<number>,
): Float32Array {
  const result = new Float32Array(positions.length * dimension);
  for (let n = 0; n < positions.length; n++) {
    const start = positions[n]! * stride;
    result.set(rows.subarray(start, start + dimension), n * dimension);
  }
  return result;
}

/** 0, 1, 2, ...: rows kept in their own order. */
export function inOrder(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, n) => n);
}
