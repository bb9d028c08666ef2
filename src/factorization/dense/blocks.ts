/**
 * Large dense matrices inside a kernel memory, addressed by bytes: rows of `stride` floats, a multiple of four, padded
 * with zeros. Work on them is cut into blocks of 64 rows whatever the threads.
 */
import type { KernelMemory, KernelRuntime, Layout, MemoryHandle } from '../../kernels/index.ts';
import type { Executor } from '../../maths/index.ts';

/** Rows and columns of a block. Two blocks of a slice of 512 floats fit into the second cache. */
export const BLOCK = 64;

/** Rows of floats in a kernel memory. */
export interface DenseRows {
  /** Address in bytes. */
  readonly at: number;
  readonly rows: number;
  /** Floats from one row to the next. */
  readonly stride: number;
}

export interface DenseTools {
  readonly kernels: KernelRuntime;
  readonly executor?: Executor | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A memory that threads can open, and how to reach them. */
export interface DenseMemory {
  readonly memory: KernelMemory<Layout>;
  readonly tools: DenseTools;
}

export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** Ranges of at most BLOCK rows. */
export function blocksOf(rows: number): RowRange[] {
  return Array.from({ length: Math.ceil(rows / BLOCK) }, (_, n) => ({
    first: n * BLOCK,
    last: Math.min(rows, (n + 1) * BLOCK),
  }));
}

export function denseRows(array: Float32Array, stride: number): DenseRows {
  return { at: array.byteOffset, rows: array.length / stride, stride };
}

/** All floats of the memory. */
export function floatsOf({ arrays }: Pick<KernelMemory<Layout>, 'arrays'>): Float32Array {
  return new Float32Array(Object.values(arrays)[0]!.buffer as ArrayBuffer);
}

export type AnyHandle = MemoryHandle<Layout>;
