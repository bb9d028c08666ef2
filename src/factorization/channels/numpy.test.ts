/** Agreement with NumPy and SciPy on the fixture that `fixtures/make_fixture.py` writes. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { channelClassifier } from '../../inference/index.ts';
import {
  createAttribute,
  createDataset,
  createRatingMatrix,
  createVocabulary,
  type ItemIndex,
  type UserIndex,
} from '../../ratings/index.ts';
import type { OpenChannel } from '../model/channelParameters.ts';
import { trained } from '../training/train.ts';
import { trainChannels } from './trainChannels.ts';

interface Fixture {
  readonly versions: Record<string, string>;
  readonly dimension: number;
  readonly noiseFloor: number;
  readonly ridge: number;
  readonly types: number[];
  readonly ratings: number[][];
  readonly people: number[][];
  readonly cases: {
    readonly channels: OpenChannel[];
    readonly flat: boolean[];
    readonly noise: number[];
    readonly scales: number[];
    readonly biases: number[][];
    readonly covariance: number[][];
    readonly logWeights: number[][];
  }[];
}

const fixture: Fixture = JSON.parse(readFileSync(new URL('./fixtures/numpy.json', import.meta.url), 'utf8'));
const { ratings, types, people, dimension, noiseFloor, ridge } = fixture;

function historyOf(row: readonly number[]) {
  const indices = row.flatMap((value, item) => (value === 0 ? [] : [item]));
  return { indices, values: indices.map((item) => row[item]!) };
}

const dataset = createDataset({
  users: createVocabulary<UserIndex>(ratings.map((_, user) => `u${user}`)),
  items: createVocabulary<ItemIndex>(ratings[0]!.map((_, item) => `i${item}`)),
  ratings: createRatingMatrix(ratings.length, ratings[0]!.length, {
    users: ratings.flatMap((row, user) => historyOf(row).indices.map(() => user)),
    items: ratings.flatMap((row) => historyOf(row).indices),
    values: ratings.flatMap((row) => historyOf(row).values),
  }),
  attributes: [
    createAttribute(
      'type',
      types.map((type) => `t${type}`),
    ),
  ],
});

function largestDifference(ours: ArrayLike<number>, theirs: readonly number[]): number {
  expect(ours.length).toBe(theirs.length);
  return Math.max(...theirs.map((value, at) => Math.abs(value - ours[at]!)));
}

describe.each(fixture.cases)(
  `NumPy ${fixture.versions['numpy']} and SciPy ${fixture.versions['scipy']}, channels $channels`,
  ({ channels, flat, noise, scales, biases, covariance, logWeights }) => {
    const training = trainChannels(dataset, 'type', { channels, dimension, noiseFloor });

    it('fit the same rows', async () => {
      const { rows } = trained(await training);
      // The model keeps its rows in single precision.
      expect(largestDifference(rows.scales, scales)).toBeLessThan(2e-6);
      expect(largestDifference(rows.biases, biases.flat())).toBeLessThan(2e-6);
      const profile = (row: number) => [...rows.profiles.subarray(row * dimension, (row + 1) * dimension)];
      const gram = covariance.flatMap((line, a) =>
        line.map((_, b) => profile(a).reduce((sum, entry, k) => sum + entry * profile(b)[k]!, 0)),
      );
      expect(largestDifference(gram, covariance.flat())).toBeLessThan(2e-6);
      expect(flat.some(Boolean) && noise.includes(noiseFloor)).toBe(true);
      for (const [row, constant] of flat.entries()) if (constant) expect(Math.hypot(...profile(row))).toBe(0);
    });

    it('reach the same posterior of people, by the density of the whole history', async () => {
      const classifier = channelClassifier(trained(await training), { ridge });
      for (const [person, row] of people.entries()) {
        const logs = classifier.probabilities(historyOf(row)).map(Math.log);
        const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
        expect(
          largestDifference(
            logs.map((log) => log - mean),
            logWeights[person]!,
          ),
        ).toBeLessThan(1e-5);
      }
    });
  },
);
