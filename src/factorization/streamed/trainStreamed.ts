/**
 * Stochastic gradient descent on ratings that do not fit into memory, by the same steps as in memory (sgd.ts):
 *
 *   an epoch visits the blocks in a shuffled order; in a block, people in a shuffled order; of a person, the ratings in a
 *   shuffled order. All orders come from (seed, epoch, block).
 *
 * In memory: profiles of people and items, type biases and a decay for each of these numbers of ratings, and one block
 * (the next is read meanwhile). One thread: blocks share items. After each epoch the state can be kept, and training goes
 * on from there with the same numbers.
 */
import { outOfRange } from '../../errors/index.ts';
import { type KernelMemory, type Layout, strideOf } from '../../kernels/index.ts';
import { derive, normalise } from '../../maths/index.ts';
import { VERSION } from '../../version/index.ts';
import { createModel, ratingRows } from '../model/factorModel.ts';
import { checkedParameters, type TrainingParameters } from '../model/parameters.ts';
import { entropiesFrom } from '../training/itemEntropies.ts';
import { FEWEST_HELD_OUT, SMALLEST_VARIANCE } from '../training/noise.ts';
import { ridgesFor } from '../training/ridges.ts';
import { DIVERGED } from '../training/sgd.ts';
import { type Factors, fillRandomly, inOrder, type TrainingTools, unpadded } from '../training/solver.ts';
import { diverged, profileVarianceOf, type TrainingResult } from '../training/train.ts';
import type { RatingBlock, StreamedRatings } from './streamedRatings.ts';

const RUN_WORDS = 3;
const ENTRY_WORDS = 2;

type StreamedLayout = ReturnType<typeof layoutFor>;
type StreamedMemory = KernelMemory<StreamedLayout>;

/** All that an epoch leaves to the next. */
export interface EpochState {
  /** Training error of every epoch so far. */
  readonly errors: readonly number[];
  /** Padded rows, as the kernels keep them. */
  readonly userProfiles: Float32Array;
  readonly itemProfiles: Float32Array;
  readonly typeBiases: Float32Array;
}

interface StreamedTools extends Omit<TrainingTools, 'executor'> {
  /** Where to go on from. */
  readonly resume?: EpochState | undefined;
  /** What to keep; the arrays change with the next epoch. */
  readonly onEpoch?: ((state: EpochState) => Promise<void>) | undefined;
  /** `asStored` leaves blocks, people and ratings in their order; for comparison with training in memory. */
  readonly order?: 'shuffled' | 'asStored' | undefined;
}

/** Trains by SGD, whatever the solver of the parameters. Rejects for bad input; a numerical failure is a result. */
export async function trainStreamed(
  data: StreamedRatings,
  given: TrainingParameters,
  tools: StreamedTools,
): Promise<TrainingResult> {
  const parameters = checkedParameters(given);
  if (parameters.solver !== 'sgd') throw outOfRange('solver', parameters.solver, 'sgd: blocks are trained on by SGD');
  const memory = tools.kernels.allocate(layoutFor(data, strideOf(parameters.dimension)));
  const centres = parameters.centring === 'item' ? data.itemMeans : new Float32Array(data.items.size);
  const errors = [...start(data, parameters, memory, tools.resume)];
  const baseline = rootMeanSquare(data, centres);
  for (let epoch = errors.length; epoch < parameters.iterations; epoch++) {
    const error = await runEpoch(data, parameters, epoch, centres, memory, tools);
    if (!(error <= DIVERGED * baseline)) {
      return { status: 'failed', error: diverged({ iteration: epoch + 1, error }, parameters) };
    }
    errors.push(error);
    const { userProfiles, itemProfiles, typeBiases } = memory.arrays;
    await tools.onEpoch?.({ errors, userProfiles, itemProfiles, typeBiases });
    tools.onProgress?.({ done: epoch + 1, total: parameters.iterations, error });
  }
  return { status: 'trained', model: await modelFrom(data, parameters, errors, centres, memory, tools) };
}

/** Random profiles, or those of the last epoch that was finished; its errors. */
function start(
  data: StreamedRatings,
  parameters: TrainingParameters,
  { arrays }: StreamedMemory,
  resume: EpochState | undefined,
): readonly number[] {
  fillDecays(data, parameters, arrays);
  if (resume !== undefined) {
    arrays.userProfiles.set(resume.userProfiles);
    arrays.itemProfiles.set(resume.itemProfiles);
    arrays.typeBiases.set(resume.typeBiases);
    return resume.errors;
  }
  const stride = strideOf(parameters.dimension);
  fillRandomly(arrays.userProfiles, 'initial-users', parameters, stride, inOrder(data.userCounts.length));
  fillRandomly(arrays.itemProfiles, 'initial-items', parameters, stride, inOrder(data.items.size));
  // Whatever nobody rated stays as it starts: without a profile, it tells nothing about anybody.
  for (let item = 0; item < data.items.size; item++) {
    if (data.itemCounts[item] === 0) arrays.itemProfiles.fill(0, item * stride, (item + 1) * stride);
  }
  return [];
}

async function runEpoch(
  data: StreamedRatings,
  { dimension, step, seed }: TrainingParameters,
  epoch: number,
  centres: Float32Array,
  memory: StreamedMemory,
  { signal, order: wanted }: StreamedTools,
): Promise<number> {
  const { arrays, kernels } = memory;
  const shuffled = wanted !== 'asStored';
  const order = inOrder(data.blocks);
  if (shuffled) derive(seed, 'streamed-blocks', epoch).shuffle(order);
  let squaredError = 0;
  let coming = data.read(order[0]!);
  for (let n = 0; n < order.length; n++) {
    signal?.throwIfAborted();
    const block = await coming;
    if (n + 1 < order.length) coming = data.read(order[n + 1]!);
    const seedOfBlock = shuffled ? derive(seed, 'streamed-ratings', epoch * data.blocks + order[n]!) : undefined;
    fillBlock(block, data, centres, memory, seedOfBlock);
    squaredError += kernels.sgdRuns(
      arrays.runs.byteOffset,
      block.users.length,
      arrays.entries.byteOffset,
      arrays.userProfiles.byteOffset,
      arrays.itemProfiles.byteOffset,
      arrays.typeBiases.byteOffset,
      strideOf(dimension),
      data.typeLabels.length,
      step,
      arrays.userDecays.byteOffset,
      arrays.itemDecays.byteOffset,
      arrays.biasDecays.byteOffset,
    );
  }
  return Math.sqrt(squaredError / data.ratings);
}

/** Runs and entries of a block, shuffled where there is a stream for it. */
function fillBlock(
  { users, counts, items, values }: RatingBlock,
  { userTypes }: StreamedRatings,
  centres: Float32Array,
  { arrays }: StreamedMemory,
  stream: ReturnType<typeof derive> | undefined,
): void {
  const words = arrays.entries;
  const floats = new Float32Array(words.buffer as ArrayBuffer, words.byteOffset, words.length);
  const starts = new Uint32Array(users.length);
  for (let run = 1; run < users.length; run++) starts[run] = starts[run - 1]! + counts[run - 1]!;
  const order = inOrder(users.length);
  stream?.shuffle(order);
  // A generator of 32 bits (xorshift), because one number per rating is drawn; its start has the seed of the stream.
  let state = stream === undefined ? 0 : 1 + stream.below(0x7fffffff);
  let entry = 0;
  for (let n = 0; n < order.length; n++) {
    const run = order[n]!;
    const count = counts[run]!;
    arrays.runs[RUN_WORDS * n] = users[run]!;
    arrays.runs[RUN_WORDS * n + 1] = userTypes[users[run]!]!;
    arrays.runs[RUN_WORDS * n + 2] = count;
    for (let k = 0; k < count; k++) {
      const from = starts[run]! + k;
      let place = k;
      if (stream !== undefined) {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        // Fisher-Yates from the inside out: the entry there moves to the end, the new one takes its place.
        place = Math.floor(((state >>> 0) / 0x100000000) * (k + 1));
      }
      const [last, at] = [ENTRY_WORDS * (entry + k), ENTRY_WORDS * (entry + place)];
      words[last] = words[at]!;
      words[last + 1] = words[at + 1]!;
      const item = items[from]!;
      words[at] = item;
      floats[at + 1] = values[from]! - centres[item]!;
    }
    entry += count;
  }
}

function layoutFor({ userCounts, items, typeLabels, largest }: StreamedRatings, stride: number) {
  return {
    runs: { type: 'u32', length: RUN_WORDS * largest.users },
    entries: { type: 'u32', length: ENTRY_WORDS * largest.ratings },
    userProfiles: { type: 'f32', length: userCounts.length * stride },
    itemProfiles: { type: 'f32', length: items.size * stride },
    typeBiases: { type: 'f32', length: items.size * typeLabels.length },
    userDecays: { type: 'f32', length: userCounts.length },
    itemDecays: { type: 'f32', length: items.size },
    biasDecays: { type: 'f32', length: items.size * typeLabels.length },
  } as const satisfies Layout;
}

/** As in memory (sgd.ts), with people and items in their own order. */
function fillDecays(data: StreamedRatings, parameters: TrainingParameters, arrays: StreamedMemory['arrays']): void {
  const ridges = ridgesFor(data, parameters);
  const fill = (decays: Float32Array, own: Float32Array, counts: Uint32Array) => {
    for (let n = 0; n < decays.length; n++) {
      decays[n] = 1 - (parameters.step * own[n]!) / Math.max(counts[n]!, 1);
    }
  };
  fill(arrays.userDecays, ridges.users, data.userCounts);
  fill(arrays.itemDecays, ridges.items, data.itemCounts);
  fill(arrays.biasDecays, ridges.biases, data.countsByType);
}

/** The error of predicting the centre of each item for everyone. */
function rootMeanSquare(
  { itemCounts, itemMeans, itemSquares, ratings }: StreamedRatings,
  centres: Float32Array,
): number {
  let sum = 0;
  for (let item = 0; item < centres.length; item++) {
    const [count, centre] = [itemCounts[item]!, centres[item]!];
    sum += itemSquares[item]! - 2 * centre * count * itemMeans[item]! + count * centre * centre;
  }
  return Math.sqrt(Math.max(sum, 0) / ratings);
}

async function modelFrom(
  data: StreamedRatings,
  parameters: TrainingParameters,
  trainingErrors: readonly number[],
  centres: Float32Array,
  { arrays }: StreamedMemory,
  { signal }: StreamedTools,
) {
  const { dimension } = parameters;
  const stride = strideOf(dimension);
  const types = data.typeLabels.length;
  // Whoever rated nothing has no profile.
  const raters = inOrder(data.userCounts.length).filter((user) => data.userCounts[user]! > 0);
  const factors: Factors = {
    userProfiles: unpadded(arrays.userProfiles, dimension, stride, raters),
    itemProfiles: unpadded(arrays.itemProfiles, dimension, stride, inOrder(data.items.size)),
    typeBiases: arrays.typeBiases.slice(),
  };
  const typePriors = new Float64Array(types).fill(0.5);
  for (const user of raters) typePriors[data.userTypes[user]!]!++;
  const noiseFrom = data.heldOut >= FEWEST_HELD_OUT ? ('heldOut' as const) : ('training' as const);
  const noiseVariance = await noiseOf(data, noiseFrom, centres, arrays, stride, signal);
  return createModel({
    attribute: data.attribute,
    typeLabels: data.typeLabels,
    typePriors: normalise(typePriors),
    items: data.items,
    scale: data.scale,
    itemStatistics: {
      countsByType: data.countsByType,
      means: data.itemMeans,
      entropies: entropiesFrom(data.histogram, data.itemCounts),
    },
    dimension,
    rows: ratingRows(
      factors.itemProfiles,
      factors.typeBiases.map((bias, at) => bias + centres[Math.floor(at / types)]!),
      data.items.size,
    ),
    noiseVariance,
    profileVariance: profileVarianceOf(factors.userProfiles, noiseVariance),
    provenance: {
      version: VERSION,
      dataFingerprint: data.fingerprint,
      users: raters.length,
      ratings: data.ratings,
      parameters,
      noiseFrom,
      trainingErrors: [...trainingErrors],
    },
  });
}

/** Mean squared residual of the ratings that were held out, or of those that train where they are too few. */
async function noiseOf(
  data: StreamedRatings,
  from: 'heldOut' | 'training',
  centres: Float32Array,
  { userProfiles, itemProfiles, typeBiases }: StreamedMemory['arrays'],
  stride: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  const types = data.typeLabels.length;
  let sum = 0;
  for (let block = 0; block < data.blocks; block++) {
    signal?.throwIfAborted();
    const { users, counts, items, values } = await (from === 'heldOut' ? data.readHeldOut(block) : data.read(block));
    let at = 0;
    for (let run = 0; run < users.length; run++) {
      const user = users[run]!;
      for (const end = at + counts[run]!; at < end; at++) {
        const item = items[at]!;
        let e = values[at]! - centres[item]! - typeBiases[item * types + data.userTypes[user]!]!;
        for (let k = 0; k < stride; k++) e -= userProfiles[user * stride + k]! * itemProfiles[item * stride + k]!;
        sum += e * e;
      }
    }
  }
  return Math.max(sum / (from === 'heldOut' ? data.heldOut : data.ratings), SMALLEST_VARIANCE);
}
