/**
 * Alternating least squares on [eq:mle]: all users' profiles exactly, then for each item its profile and type biases
 * together exactly, and again. Every step can only lower the objective; at a fixed point its gradient is zero.
 *
 * Entities of one half-sweep do not depend on each other, so any number of threads gives the same result; the number
 * of chunks is fixed, so that even the sums of squared errors are added up in the same order.
 * Cost: O(ratings x d^2 + (users + items) d^3) per sweep. Memory: 16 bytes per rating.
 */
import {
  alsScratchBytes,
  type KernelMemory,
  type Layout,
  type MemoryHandle,
  openMemoryOnce,
  strideOf,
} from '../../kernels/index.ts';
import { defineTask } from '../../maths/index.ts';
import { ridgesFor } from './ridges.ts';
import { executorFor, fillRandomly, inOrder, runInBundles, type Solver, unpadded } from './solver.ts';
import { forEachUser, type TrainingData } from './trainingData.ts';

/** The number of chunks never depends on the threads. */
export const CHUNKS = 64;

type AlsLayout = ReturnType<typeof layoutFor>;

interface ChunkWork {
  readonly handle: MemoryHandle<AlsLayout>;
  readonly side: 'users' | 'items';
  readonly dimension: number;
  readonly types: number;
}

/** Entities first .. last - 1, with scratch space number `scratch`. */
export interface Chunk {
  readonly first: number;
  readonly last: number;
  readonly scratch: number;
}

/** Solves the chunks; returns what the kernel returns for each. */
export const alsTask = defineTask<ChunkWork & { readonly parts: readonly Chunk[] }, number[]>(
  'als-chunks',
  ({ handle, side, dimension, types, parts }) => {
    const { arrays, kernels } = openMemoryOnce(handle);
    const items = side === 'items';
    return parts.map(({ first, last, scratch }) =>
      kernels.alsStep(
        first,
        last,
        items ? 1 : 0,
        (items ? arrays.itemStarts : arrays.userStarts).byteOffset,
        (items ? arrays.itemUsers : arrays.userItems).byteOffset,
        (items ? arrays.itemValues : arrays.userValues).byteOffset,
        arrays.userTypes.byteOffset,
        (items ? arrays.itemProfiles : arrays.userProfiles).byteOffset,
        (items ? arrays.userProfiles : arrays.itemProfiles).byteOffset,
        arrays.typeBiases.byteOffset,
        dimension,
        strideOf(dimension),
        types,
        (items ? arrays.itemRidges : arrays.userRidges).byteOffset,
        arrays.biasRidges.byteOffset,
        arrays.scratch.byteOffset + scratch * (arrays.scratch.length / CHUNKS),
      ),
    );
  },
);

export const solveByAls: Solver = async (data, parameters, tools) => {
  const { dimension, iterations } = parameters;
  const stride = strideOf(dimension);
  const memory = tools.kernels.allocate(layoutFor(data, dimension, stride));
  fillRatings(data, memory);
  const { arrays } = memory;
  const userOrder = inOrder(data.users.length);
  const itemOrder = inOrder(data.itemCounts.length);
  fillRandomly(arrays.userProfiles, 'initial-users', parameters, stride, userOrder);
  fillRandomly(arrays.itemProfiles, 'initial-items', parameters, stride, itemOrder);
  const ridges = ridgesFor(data, parameters);
  arrays.userRidges.set(ridges.users);
  arrays.itemRidges.set(ridges.items);
  arrays.biasRidges.set(ridges.biases);

  const executor = executorFor(tools);
  const errors: number[] = [];
  for (let sweep = 0; sweep < iterations; sweep++) {
    let squaredError = 0;
    for (const side of ['users', 'items'] as const) {
      tools.signal?.throwIfAborted();
      const chunks = chunksOf(side === 'users' ? arrays.userStarts : arrays.itemStarts, 6 * dimension);
      const work = { handle: memory.handle, side, dimension, types: data.types };
      squaredError = 0;
      for (const part of await runInBundles(executor, alsTask, work, chunks, tools.signal)) {
        if (part < 0) {
          return {
            status: 'singular',
            iteration: sweep + 1,
            entity: side === 'users' ? 'user' : 'item',
            index: -1 - part,
          };
        }
        squaredError += part;
      }
    }
    const error = Math.sqrt(squaredError / data.ratings);
    if (!Number.isFinite(error)) return { status: 'diverged', iteration: sweep + 1, error };
    errors.push(error);
    tools.onProgress?.({ done: sweep + 1, total: iterations, error });
  }
  return {
    status: 'solved',
    errors,
    factors: {
      userProfiles: unpadded(arrays.userProfiles, dimension, stride, userOrder),
      itemProfiles: unpadded(arrays.itemProfiles, dimension, stride, itemOrder),
      typeBiases: Float32Array.from(arrays.typeBiases),
    },
  };
};

function layoutFor(data: TrainingData, dimension: number, stride: number) {
  const users = data.users.length;
  const items = data.itemCounts.length;
  const scratch = Math.ceil(alsScratchBytes(dimension, data.types) / 64) * 64;
  return {
    userStarts: { type: 'u32', length: users + 1 },
    userItems: { type: 'u32', length: data.ratings },
    userValues: { type: 'f32', length: data.ratings },
    itemStarts: { type: 'u32', length: items + 1 },
    itemUsers: { type: 'u32', length: data.ratings },
    itemValues: { type: 'f32', length: data.ratings },
    userTypes: { type: 'u8', length: users },
    userProfiles: { type: 'f32', length: users * stride },
    itemProfiles: { type: 'f32', length: items * stride },
    typeBiases: { type: 'f32', length: items * data.types },
    userRidges: { type: 'f32', length: users },
    itemRidges: { type: 'f32', length: items },
    biasRidges: { type: 'f32', length: items * data.types },
    scratch: { type: 'u8', length: CHUNKS * scratch },
  } as const satisfies Layout;
}

/** The training ratings, centred, by user and by item. */
function fillRatings(data: TrainingData, { arrays }: KernelMemory<AlsLayout>): void {
  const { indices, values } = data.dataset.ratings.byUser;
  arrays.userTypes.set(data.userTypes);
  for (let item = 0; item < data.itemCounts.length; item++) {
    arrays.itemStarts[item + 1] = arrays.itemStarts[item]! + data.itemCounts[item]!;
  }
  const nextOfItem = arrays.itemStarts.slice(0, -1);
  let next = 0;
  forEachUser(data, (user, positions, count) => {
    for (let k = 0; k < count; k++) {
      const at = positions[k]!;
      const item = indices[at]!;
      const value = values[at]! - data.centres[item]!;
      arrays.userItems[next] = item;
      arrays.userValues[next] = value;
      next++;
      const place = nextOfItem[item]!++;
      arrays.itemUsers[place] = user;
      arrays.itemValues[place] = value;
    }
    arrays.userStarts[user + 1] = next;
  });
}

/** Ranges of entities that take about equally long; to solve one costs as much as to collect `solution` ratings. */
export function chunksOf(starts: Uint32Array, solution: number): Chunk[] {
  const entities = starts.length - 1;
  const costBefore = (entity: number) => starts[entity]! + solution * entity;
  const chunks: Chunk[] = [];
  let first = 0;
  for (let chunk = 1; chunk <= CHUNKS; chunk++) {
    let last = chunk === CHUNKS ? entities : first;
    while (last < entities && costBefore(last) < (chunk * costBefore(entities)) / CHUNKS) last++;
    if (last > first) chunks.push({ first, last, scratch: chunks.length });
    first = last;
  }
  return chunks;
}
