/**
 * Stochastic gradient descent on [eq:mle], as the paper ran it: one step per rating, the ridge applied once per rating.
 * A ridge w of an entity with n ratings thus acts as w / n at each of them.
 *
 * Order: the ratings lie in a grid of blocks (blocks.ts). An epoch has `grid` rounds; in a round, the blocks
 * (g, g + shift) run side by side, and the shifts are shuffled anew each epoch. Within a block: user by user.
 * Cost: O(ratings x d) per epoch. Memory: 8 bytes per rating.
 * Deviation from the paper: the block order in place of an unstated one; it fits as well as a random order.
 */
import { type KernelMemory, type Layout, type MemoryHandle, openMemoryOnce, strideOf } from '../../kernels/index.ts';
import { defineTask, derive } from '../../maths/index.ts';
import type { TrainingParameters } from '../model/parameters.ts';
import { type Grouping, gridFor, groupEntities } from './blocks.ts';
import { ridgesFor } from './ridges.ts';
import { executorFor, fillRandomly, runInBundles, type Solver, unpadded } from './solver.ts';
import { forEachUser, type TrainingData } from './trainingData.ts';

/** Three words a run (user, type, count), two words an entry (item, rating). */
const RUN_WORDS = 3;
const ENTRY_WORDS = 2;

/** An error this many times that of predicting 0 everywhere is no longer a detour. */
export const DIVERGED = 2;

type SgdLayout = ReturnType<typeof layoutFor>;

interface Block {
  readonly runStart: number;
  readonly runCount: number;
  readonly entryStart: number;
}

interface BlockWork {
  readonly handle: MemoryHandle<SgdLayout>;
  readonly stride: number;
  readonly types: number;
  readonly step: number;
}

/** Steps through the blocks one after another; returns the sum of squared errors of each. */
export const sgdTask = defineTask<BlockWork & { readonly parts: readonly Block[] }, number[]>(
  'sgd-blocks',
  ({ handle, stride, types, step, parts }) => {
    const { arrays, kernels } = openMemoryOnce(handle);
    return parts.map((block) =>
      kernels.sgdRuns(
        arrays.runs.byteOffset + 4 * RUN_WORDS * block.runStart,
        block.runCount,
        arrays.entries.byteOffset + 4 * ENTRY_WORDS * block.entryStart,
        arrays.userProfiles.byteOffset,
        arrays.itemProfiles.byteOffset,
        arrays.typeBiases.byteOffset,
        stride,
        types,
        step,
        arrays.userDecays.byteOffset,
        arrays.itemDecays.byteOffset,
        arrays.biasDecays.byteOffset,
      ),
    );
  },
);

export const solveBySgd: Solver = async (data, parameters, tools) => {
  const { dimension, iterations, step, seed } = parameters;
  const stride = strideOf(dimension);
  const grid = gridFor(data.ratings);
  const users = groupEntities(data.userCounts, grid, derive(seed, 'sgd-user-groups'));
  const items = groupEntities(data.itemCounts, grid, derive(seed, 'sgd-item-groups'));
  const { blocks, runs } = countBlocks(data, grid, users, items);
  const memory = tools.kernels.allocate(layoutFor(data, stride, runs));
  fillBlocks(data, grid, users, items, blocks, memory);
  fillRandomly(memory.arrays.userProfiles, 'initial-users', parameters, stride, users.positions);
  fillRandomly(memory.arrays.itemProfiles, 'initial-items', parameters, stride, items.positions);
  fillDecays(data, parameters, users, items, memory);

  const executor = executorFor(tools);
  const baseline = rootMeanSquare(data);
  const errors: number[] = [];
  for (let epoch = 0; epoch < iterations; epoch++) {
    const shifts = derive(seed, 'sgd-rounds', epoch).shuffle(Array.from({ length: grid }, (_, shift) => shift));
    let squaredError = 0;
    for (const shift of shifts) {
      tools.signal?.throwIfAborted();
      const sideBySide = Array.from({ length: grid }, (_, group) => blocks[group * grid + ((group + shift) % grid)]!);
      const work = { handle: memory.handle, stride, types: data.types, step };
      for (const part of await runInBundles(executor, sgdTask, work, sideBySide, tools.signal)) squaredError += part;
    }
    const error = Math.sqrt(squaredError / data.ratings);
    if (!(error <= DIVERGED * baseline)) return { status: 'diverged', iteration: epoch + 1, error };
    errors.push(error);
    tools.onProgress?.({ done: epoch + 1, total: iterations, error });
  }
  return {
    status: 'solved',
    errors,
    factors: {
      userProfiles: unpadded(memory.arrays.userProfiles, dimension, stride, users.positions),
      itemProfiles: unpadded(memory.arrays.itemProfiles, dimension, stride, items.positions),
      typeBiases: unpadded(memory.arrays.typeBiases, data.types, data.types, items.positions),
    },
  };
};

function layoutFor(data: TrainingData, stride: number, runs: number) {
  const users = data.users.length;
  const items = data.itemCounts.length;
  return {
    runs: { type: 'u32', length: RUN_WORDS * runs },
    entries: { type: 'u32', length: ENTRY_WORDS * data.ratings },
    userProfiles: { type: 'f32', length: users * stride },
    itemProfiles: { type: 'f32', length: items * stride },
    typeBiases: { type: 'f32', length: items * data.types },
    userDecays: { type: 'f32', length: users },
    itemDecays: { type: 'f32', length: items },
    biasDecays: { type: 'f32', length: items * data.types },
  } as const satisfies Layout;
}

/** How many runs and entries each block holds, as starts; block (g, h) is at g x grid + h. */
function countBlocks(data: TrainingData, grid: number, users: Grouping, items: Grouping) {
  const runCounts = new Uint32Array(grid * grid);
  const entryCounts = new Float64Array(grid * grid);
  const inGroup = new Uint32Array(grid);
  const { indices } = data.dataset.ratings.byUser;
  forEachUser(data, (user, positions, count) => {
    inGroup.fill(0);
    for (let k = 0; k < count; k++) inGroup[items.groups[indices[positions[k]!]!]!]!++;
    for (let group = 0; group < grid; group++) {
      if (inGroup[group] === 0) continue;
      const block = users.groups[user]! * grid + group;
      runCounts[block]!++;
      entryCounts[block] = entryCounts[block]! + inGroup[group]!;
    }
  });
  const blocks: Block[] = [];
  let runs = 0;
  let entries = 0;
  for (let block = 0; block < grid * grid; block++) {
    blocks.push({ runStart: runs, runCount: runCounts[block]!, entryStart: entries });
    runs += runCounts[block]!;
    entries += entryCounts[block]!;
  }
  return { blocks, runs };
}

function fillBlocks(
  data: TrainingData,
  grid: number,
  users: Grouping,
  items: Grouping,
  blocks: readonly Block[],
  { arrays }: KernelMemory<SgdLayout>,
): void {
  const { indices, values } = data.dataset.ratings.byUser;
  const words = arrays.entries;
  const floats = new Float32Array(words.buffer as ArrayBuffer, words.byteOffset, words.length);
  const nextRun = Uint32Array.from(blocks, (block) => block.runStart);
  const nextEntry = Uint32Array.from(blocks, (block) => block.entryStart);
  // The run that each item group of the present user is in; user index plus one, so that 0 means none.
  const openRun = new Uint32Array(grid);
  const openFor = new Uint32Array(grid);
  forEachUser(data, (user, positions, count) => {
    for (let k = 0; k < count; k++) {
      const at = positions[k]!;
      const item = indices[at]!;
      const group = items.groups[item]!;
      const block = users.groups[user]! * grid + group;
      if (openFor[group] !== user + 1) {
        openFor[group] = user + 1;
        const run = RUN_WORDS * nextRun[block]!++;
        openRun[group] = run;
        arrays.runs[run] = users.positions[user]!;
        arrays.runs[run + 1] = data.userTypes[user]!;
      }
      arrays.runs[openRun[group]! + 2]!++;
      const entry = ENTRY_WORDS * nextEntry[block]!++;
      words[entry] = items.positions[item]!;
      floats[entry + 1] = values[at]! - data.centres[item]!;
    }
  });
}

function fillDecays(
  data: TrainingData,
  parameters: TrainingParameters,
  users: Grouping,
  items: Grouping,
  { arrays }: KernelMemory<SgdLayout>,
): void {
  const ridges = ridgesFor(data, parameters);
  const decay = (ridge: number, count: number) => 1 - (parameters.step * ridge) / Math.max(count, 1);
  for (let user = 0; user < data.userCounts.length; user++) {
    arrays.userDecays[users.positions[user]!] = decay(ridges.users[user]!, data.userCounts[user]!);
  }
  for (let item = 0; item < data.itemCounts.length; item++) {
    const position = items.positions[item]!;
    arrays.itemDecays[position] = decay(ridges.items[item]!, data.itemCounts[item]!);
    for (let t = 0; t < data.types; t++) {
      const bias = item * data.types + t;
      arrays.biasDecays[position * data.types + t] = decay(ridges.biases[bias]!, data.countsByType[bias]!);
    }
  }
}

/** The error of predicting the centre of each item for everyone. */
function rootMeanSquare(data: TrainingData): number {
  const { indices, values } = data.dataset.ratings.byUser;
  let sum = 0;
  forEachUser(data, (_, positions, count) => {
    for (let k = 0; k < count; k++) {
      const at = positions[k]!;
      sum += (values[at]! - data.centres[indices[at]!]!) ** 2;
    }
  });
  return Math.sqrt(sum / data.ratings);
}
