/** Training block by block against training in memory. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { areaUnderCurve } from '../../../test/support/auc.ts';
import { startKernels, twinRuntime } from '../../kernels/index.ts';
import { attributeOf, type Dataset, subsetUsers } from '../../ratings/index.ts';
import { createWorld } from '../../worlds/index.ts';
import type { FactorModel } from '../model/factorModel.ts';
import { parametersFrom, presets } from '../model/parameters.ts';
import { entropyBins } from '../training/itemEntropies.ts';
import { train, trained } from '../training/train.ts';
import { prepareTraining } from '../training/trainingData.ts';
import { type EpochState, type RatingBlock, type StreamedRatings, trainStreamed } from './index.ts';

const kernels = startKernels(readFileSync(new URL('../../../wasm/kernels.shared.wasm', import.meta.url)), {
  shared: true,
});
const { dataset: world } = createWorld({ users: 700, items: 60, ratingsPerUser: 25, dimension: 4, leak: 0.3 }, 3);
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);
const dataset = subsetUsers(world, range(0, 500));
const tested = subsetUsers(world, range(500, 700));
const parameters = parametersFrom('als', { dimension: 4, iterations: 12, noiseHoldOut: 0 });
const bySgd = { ...parameters, solver: 'sgd' as const };

/** The same ratings in blocks of so many people. */
function streamed(data: Dataset, people: number): StreamedRatings {
  const { attribute, userTypes, ...counted } = prepareTraining(data, 'type', bySgd);
  const { starts, indices, values } = data.ratings.byUser;
  const bins = entropyBins(data.scale);
  const histogram = new Uint32Array(data.items.size * bins.count);
  const itemSquares = new Float64Array(data.items.size);
  for (const [at, item] of indices.entries()) {
    histogram[item * bins.count + bins.of(values[at]!)]!++;
    itemSquares[item]! += values[at]! ** 2;
  }
  const blockOf = (block: number): RatingBlock => {
    const users = range(block * people, Math.min((block + 1) * people, data.users.size));
    const [from, to] = [starts[users[0]!]!, starts[users.at(-1)! + 1]!];
    return {
      users: Uint32Array.from(users),
      counts: Uint32Array.from(users, (user) => starts[user + 1]! - starts[user]!),
      items: indices.slice(from, to),
      values: values.slice(from, to),
    };
  };
  const none = {
    users: new Uint32Array(0),
    counts: new Uint32Array(0),
    items: new Uint32Array(0),
    values: new Float32Array(0),
  };
  return {
    ...counted,
    attribute: attribute.name,
    typeLabels: attribute.labels,
    items: data.items,
    scale: data.scale,
    userTypes,
    itemSquares,
    histogram,
    heldOut: 0,
    fingerprint: 'of the test',
    blocks: Math.ceil(data.users.size / people),
    largest: { users: people, ratings: data.ratings.count },
    read: async (block) => blockOf(block),
    readHeldOut: async () => none,
  };
}

/** How well the type biases of a model tell the groups of people it has not seen. */
function auc({ rows: { biases } }: FactorModel): number {
  const { starts, indices, values } = tested.ratings.byUser;
  const scores = range(0, tested.users.size).map((user) => {
    let score = 0;
    for (let at = starts[user]!; at < starts[user + 1]!; at++) {
      const [first, second] = [biases[2 * indices[at]!]!, biases[2 * indices[at]! + 1]!];
      score += (second - first) * (values[at]! - (first + second) / 2);
    }
    return score;
  });
  return areaUnderCurve(scores, Array.from(attributeOf(tested, 'type').values));
}

describe('training on blocks', () => {
  it('is training in memory, number for number, with one block in the same order', async () => {
    const memory = trained(await train(dataset, 'type', bySgd, { kernels }));
    const { provenance, ...model } = trained(
      await trainStreamed(streamed(dataset, 500), bySgd, { kernels, order: 'asStored' }),
    );
    const { provenance: expected, ...rest } = memory;
    expect({ ...model, noiseVariance: 0, profileVariance: 0 }).toEqual({
      ...rest,
      noiseVariance: 0,
      profileVariance: 0,
    });
    expect(model.noiseVariance).toBeCloseTo(memory.noiseVariance, 5);
    expect(model.profileVariance).toBeCloseTo(memory.profileVariance, 12);
    expect(provenance.trainingErrors).toEqual(expected.trainingErrors);
    expect([provenance.users, provenance.ratings]).toEqual([expected.users, expected.ratings]);
  });

  it('in shuffled blocks fits as well, and tells groups as well', async () => {
    const memory = trained(await train(dataset, 'type', bySgd, { kernels }));
    const model = trained(await trainStreamed(streamed(dataset, 80), bySgd, { kernels }));
    const last = ({ provenance }: FactorModel) => provenance.trainingErrors.at(-1)!;
    expect(Math.abs(last(model) / last(memory) - 1)).toBeLessThan(0.01);
    expect(auc(memory)).toBeGreaterThan(0.7);
    expect(Math.abs(auc(model) - auc(memory))).toBeLessThan(0.01);
    // Another order: other numbers.
    expect(model.rows.profiles).not.toEqual(memory.rows.profiles);
  });

  it('repeats with the seed, by the twin, and after a stop at any epoch', async () => {
    const short = { ...bySgd, iterations: 4 };
    const data = streamed(subsetUsers(dataset, range(0, 120)), 30);
    const kept: EpochState[] = [];
    const onEpoch = async ({ errors, userProfiles, itemProfiles, typeBiases }: EpochState) => {
      const copies = [userProfiles, itemProfiles, typeBiases].map((rows) => rows.slice());
      kept.push({ errors: [...errors], userProfiles: copies[0]!, itemProfiles: copies[1]!, typeBiases: copies[2]! });
    };
    const whole = trained(await trainStreamed(data, short, { kernels, onEpoch }));
    expect(trained(await trainStreamed(data, short, { kernels: twinRuntime({ shared: false }) }))).toEqual(whole);
    for (const resume of kept) expect(trained(await trainStreamed(data, short, { kernels, resume }))).toEqual(whole);
    const other = trained(await trainStreamed(data, { ...short, seed: 2 }, { kernels }));
    expect(other.rows.profiles).not.toEqual(whole.rows.profiles);
  });

  it('leaves people without ratings out of priors and profiles', async () => {
    const data = streamed(subsetUsers(dataset, range(0, 120)), 120);
    const some = {
      ...data,
      userTypes: Uint8Array.from([...data.userTypes, 1]),
      userCounts: Uint32Array.from([...data.userCounts, 0]),
    };
    const options = { kernels, order: 'asStored' as const };
    const [model, same] = [await trainStreamed(data, bySgd, options), await trainStreamed(some, bySgd, options)].map(
      trained,
    );
    expect(same!.typePriors).toEqual(model!.typePriors);
    expect(same!.profileVariance).toBe(model!.profileVariance);
  });

  it('gives items without ratings no profile: they tell nothing about anybody', async () => {
    const few = subsetUsers(dataset, range(0, 120));
    const data = streamed(few, 120);
    const [item, dimension] = [7, bySgd.dimension];
    const without = (block: RatingBlock): RatingBlock => {
      const kept = Array.from(block.items, (_, at) => at).filter((at) => block.items[at] !== item);
      const owner = Array.from(block.users).flatMap((_, run) => new Array<number>(block.counts[run]!).fill(run));
      const counts = block.counts.map((_, run) => kept.filter((at) => owner[at] === run).length);
      return {
        users: block.users,
        counts,
        items: Uint32Array.from(kept, (at) => block.items[at]!),
        values: Float32Array.from(kept, (at) => block.values[at]!),
      };
    };
    const thin = {
      ...data,
      itemCounts: data.itemCounts.map((count, at) => (at === item ? 0 : count)),
      countsByType: data.countsByType.map((count, at) => (Math.floor(at / 2) === item ? 0 : count)),
      read: async (block: number) => without(await data.read(block)),
    };
    const { rows } = trained(await trainStreamed(thin, bySgd, { kernels }));
    expect([...rows.profiles.subarray(item * dimension, (item + 1) * dimension)]).toEqual([0, 0, 0, 0]);
    expect(rows.biases[2 * item]).toBe(rows.biases[2 * item + 1]);
    expect(rows.profiles[0]).not.toBe(0);
  });

  it('refuses another solver, and says where it diverges', async () => {
    const data = streamed(dataset, 500);
    await expect(trainStreamed(data, presets.als, { kernels })).rejects.toThrow(
      expect.objectContaining({ code: 'PARAMETER_OUT_OF_RANGE' }),
    );
    const failed = await trainStreamed(data, { ...bySgd, step: 5 }, { kernels });
    expect(failed.status === 'failed' && failed.error.code).toBe('TRAINING_DIVERGED');
  });
});
