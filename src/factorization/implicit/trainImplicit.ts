/**
 * Weighted implicit alternating least squares (Hu, Koren and Volinsky 2008) on what was rated, whatever the rating:
 *
 *   minimise  sum over people u and items i of c_ui (s_ui - x_u . y_i)^2  +  ridge (sum |x_u|^2 + sum |y_i|^2)
 *
 *   s  1 where u has rated i, else 0        c = 1 + alpha s
 *
 * Unrated items count too, but through Y'Y, which all people share: one step costs O(seen d^2 + d^3) per person, not
 * O(items d^2). With conjugate gradients a step costs O(steps (seen + d) d) and ends near that solution, nearer with every
 * sweep: rows start where they were, people at zero. People first, from random items; a sweep is people, then items. Entities of one half do not depend on
 * each other, and the chunks depend on the data alone: any number of threads gives the same bits.
 */
import { outOfRange, UlteriorError } from '../../errors/index.ts';
import {
  alsScratchBytes,
  type KernelMemory,
  type Layout,
  type MemoryHandle,
  openMemoryOnce,
  strideOf,
} from '../../kernels/index.ts';
import { choleskyFactor, choleskySolve, defineTask, derive } from '../../maths/index.ts';
import type { DenseTools } from '../dense/index.ts';
import { CHUNKS, type Chunk, chunksOf } from '../training/als.ts';
import { executorFor, inOrder, runInBundles, unpadded } from '../training/solver.ts';
import { checkedImplicitParameters, type ImplicitParameters } from './parameters.ts';
import { checkSeen, type SeenRows } from './seenRows.ts';

export interface ImplicitFactors {
  readonly parameters: ImplicitParameters;
  /** people x dimension. */
  readonly people: Float32Array;
  /** items x dimension. */
  readonly items: Float32Array;
}

type Side = 'people' | 'items';
type ImplicitLayout = ReturnType<typeof layoutFor>;

interface ChunkWork {
  readonly handle: MemoryHandle<ImplicitLayout>;
  readonly side: Side;
  readonly dimension: number;
  readonly alpha: number;
  readonly gradientSteps?: number | undefined;
}

/** Solves the chunks; for each the first entity that failed, or -1. */
export const implicitTask = defineTask<ChunkWork & { readonly parts: readonly Chunk[] }, number[]>(
  'implicit-chunks',
  ({ handle, side, dimension, alpha, gradientSteps, parts }) => {
    const { arrays, kernels } = openMemoryOnce(handle);
    const people = side === 'people';
    const stride = strideOf(dimension);
    return parts.map(({ first, last, scratch }) => {
      const shared = [
        first,
        last,
        (people ? arrays.personStarts : arrays.itemStarts).byteOffset,
        (people ? arrays.personItems : arrays.itemPeople).byteOffset,
        (people ? arrays.people : arrays.items).byteOffset,
        (people ? arrays.items : arrays.people).byteOffset,
      ] as const;
      const room = arrays.scratch.byteOffset + scratch * (arrays.scratch.length / CHUNKS);
      if (gradientSteps === undefined) {
        return kernels.implicitStep(...shared, dimension, stride, arrays.base.byteOffset, alpha, room);
      }
      kernels.implicitGradients(...shared, stride, arrays.singleBase.byteOffset, alpha, gradientSteps, room);
      return -1;
    });
  },
);

/** `start`: factors of the items to begin with (items x dimension); random ones by the seed if left out. */
export async function trainImplicit(
  seen: SeenRows,
  given: Partial<ImplicitParameters>,
  tools: DenseTools,
  start?: Float32Array,
): Promise<ImplicitFactors> {
  const parameters = checkedImplicitParameters(given);
  const { dimension, sweeps, seed } = parameters;
  checkSeen(seen);
  const memory = tools.kernels.allocate(layoutFor(seen, parameters, seen.indices.length));
  fillSeen(seen, memory);
  const stride = strideOf(dimension);
  fillItems(memory.arrays.items, start ?? randomItems(seen.columns, dimension, seed), dimension);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    await solveSide(memory, 'people', parameters, tools);
    await solveSide(memory, 'items', parameters, tools);
  }
  return {
    parameters,
    people: unpadded(memory.arrays.people, dimension, stride, inOrder(seen.rows)),
    items: unpadded(memory.arrays.items, dimension, stride, inOrder(seen.columns)),
  };
}

/** The factors of other people (rows x dimension) from what they have seen, the items' factors as they are: always exact. */
export async function foldInPeople(
  { parameters, items }: Pick<ImplicitFactors, 'parameters' | 'items'>,
  seen: SeenRows,
  tools: DenseTools,
): Promise<Float32Array> {
  const { dimension } = checkedImplicitParameters(parameters);
  checkSeen(seen);
  const memory = tools.kernels.allocate(layoutFor(seen, { dimension }, 0));
  memory.arrays.personStarts.set(seen.starts);
  memory.arrays.personItems.set(seen.indices);
  fillItems(memory.arrays.items, items, dimension);
  const { gradientSteps: _, ...exactly } = parameters;
  await solveSide(memory, 'people', exactly, tools);
  return unpadded(memory.arrays.people, dimension, strideOf(dimension), inOrder(seen.rows));
}

function randomItems(items: number, dimension: number, seed: number): Float32Array {
  const stream = derive(seed, 'implicit-items');
  return Float32Array.from({ length: items * dimension }, () => stream.normal() / Math.sqrt(dimension));
}

function fillItems(rows: Float32Array, factors: Float32Array, dimension: number): void {
  const items = rows.length / strideOf(dimension);
  if (factors.length !== items * dimension) {
    throw outOfRange('items', `${factors.length} numbers`, `${items} items x ${dimension} factors`);
  }
  for (let item = 0; item < items; item++) {
    rows.set(factors.subarray(item * dimension, (item + 1) * dimension), item * strideOf(dimension));
  }
}

async function solveSide(
  memory: KernelMemory<ImplicitLayout>,
  side: Side,
  { dimension, alpha, ridge, gradientSteps }: ImplicitParameters,
  tools: DenseTools,
): Promise<void> {
  tools.signal?.throwIfAborted();
  const { arrays, handle } = memory;
  const others = side === 'people' ? arrays.items : arrays.people;
  if (gradientSteps === undefined) arrays.base.set(gramOf(others, dimension, ridge));
  else fillSingleBase(memory, others, dimension, ridge);
  const chunks = chunksOf(side === 'people' ? arrays.personStarts : arrays.itemStarts, (2 * dimension) / 3);
  const work = { handle, side, dimension, alpha, gradientSteps };
  const failures = await runInBundles(executorFor(tools), implicitTask, work, chunks, tools.signal);
  for (const [n, failed] of failures.entries()) {
    if (failed < 0) continue;
    for (let own = failed; own < chunks[n]!.last; own++) solveInDouble(memory, side, own, { dimension, alpha, ridge });
  }
}

/**
 * Where thousands of people have seen nearly the same, single-precision sums of their outer products lose the ridge,
 * and the system looks singular. In double precision it is not.
 */
function solveInDouble(
  { arrays }: KernelMemory<ImplicitLayout>,
  side: Side,
  own: number,
  { dimension, alpha, ridge }: Pick<ImplicitParameters, 'dimension' | 'alpha' | 'ridge'>,
): void {
  const people = side === 'people';
  const [starts, seen] = people ? [arrays.personStarts, arrays.personItems] : [arrays.itemStarts, arrays.itemPeople];
  const [profiles, others] = people ? [arrays.people, arrays.items] : [arrays.items, arrays.people];
  const stride = strideOf(dimension);
  const system = new Float64Array(dimension * dimension);
  const right = new Float64Array(dimension);
  for (let n = starts[own]!; n < starts[own + 1]!; n++) {
    const at = seen[n]! * stride;
    for (let a = 0; a < dimension; a++) {
      right[a]! += others[at + a]!;
      for (let b = 0; b <= a; b++) system[a * dimension + b]! += others[at + a]! * others[at + b]!;
    }
  }
  for (let a = 0; a < dimension; a++) {
    right[a]! *= 1 + alpha;
    // The base is an upper triangle, the system a lower one.
    for (let b = 0; b <= a; b++) {
      const at = a * dimension + b;
      system[at] = arrays.base[b * dimension + a]! + alpha * system[at]!;
    }
  }
  if (!choleskyFactor(system, dimension).ok) {
    throw new UlteriorError(
      'TRAINING_SINGULAR',
      `the implicit factors of ${people ? 'person' : 'item'} ${own} are not determined`,
      'raise ridge',
      { side, index: own, ridge },
    );
  }
  choleskySolve(system, dimension, right);
  for (let a = 0; a < dimension; a++) profiles[own * stride + a] = right[a]!;
}

/** Y'Y + ridge I in double precision: the upper triangle. */
function gramOf(rows: Float32Array, dimension: number, ridge: number): Float64Array {
  const stride = strideOf(dimension);
  const gram = new Float64Array(dimension * dimension);
  for (let k = 0; k < dimension; k++) gram[k * dimension + k] = ridge;
  for (let at = 0; at < rows.length; at += stride) {
    for (let a = 0; a < dimension; a++) {
      const factor = rows[at + a]!;
      for (let b = a; b < dimension; b++) gram[a * dimension + b]! += factor * rows[at + b]!;
    }
  }
  return gram;
}

/** The same in single precision as a whole matrix, its rows padded: products of the columns of Y. */
function fillSingleBase(
  { arrays: { singleBase, columns }, kernels }: KernelMemory<ImplicitLayout>,
  rows: Float32Array,
  dimension: number,
  ridge: number,
): void {
  const stride = strideOf(dimension);
  const count = rows.length / stride;
  const length = strideOf(count);
  columns.fill(0);
  for (let row = 0; row < count; row++) {
    for (let k = 0; k < dimension; k++) columns[k * length + row] = rows[row * stride + k]!;
  }
  singleBase.fill(0);
  for (let k = 0; k < dimension; k++) singleBase[k * stride + k] = ridge;
  const [at, target] = [columns.byteOffset, singleBase.byteOffset];
  kernels.dotTiles(dimension, dimension, length, at, length, at, length, target, stride, 1);
}

/** `byItem` is how many entries the index by item has: none where only people are solved. */
function layoutFor(
  { rows, columns, indices }: SeenRows,
  { dimension, gradientSteps }: Pick<ImplicitParameters, 'dimension' | 'gradientSteps'>,
  byItem: number,
) {
  const exact = gradientSteps === undefined;
  const stride = strideOf(dimension);
  const scratch = Math.ceil(alsScratchBytes(dimension, 0) / 64) * 64;
  return {
    personStarts: { type: 'u32', length: rows + 1 },
    personItems: { type: 'u32', length: indices.length },
    itemStarts: { type: 'u32', length: columns + 1 },
    itemPeople: { type: 'u32', length: byItem },
    people: { type: 'f32', length: rows * stride },
    items: { type: 'f32', length: columns * stride },
    base: { type: 'f64', length: dimension * dimension },
    singleBase: { type: 'f32', length: exact ? 0 : stride * stride },
    columns: { type: 'f32', length: exact ? 0 : dimension * strideOf(Math.max(rows, columns)) },
    scratch: { type: 'u8', length: CHUNKS * scratch },
  } as const satisfies Layout;
}

function fillSeen({ rows, columns, starts, indices }: SeenRows, { arrays }: KernelMemory<ImplicitLayout>): void {
  arrays.personStarts.set(starts);
  arrays.personItems.set(indices);
  for (const item of indices) arrays.itemStarts[item + 1]!++;
  for (let item = 0; item < columns; item++) arrays.itemStarts[item + 1]! += arrays.itemStarts[item]!;
  const next = arrays.itemStarts.slice(0, -1);
  for (let row = 0; row < rows; row++) {
    for (let entry = starts[row]!; entry < starts[row + 1]!; entry++) {
      arrays.itemPeople[next[indices[entry]!]!++] = row;
    }
  }
}
