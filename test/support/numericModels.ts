/** Small models of a number for tests, made up at random or taken from given numbers. */
import { createNumericModel, type NumericModel, numericDefaults } from '../../src/factorization/index.ts';
import { derive } from '../../src/maths/index.ts';
import { createVocabulary, type ItemIndex } from '../../src/ratings/index.ts';

export interface NumericParts {
  readonly profiles: readonly (readonly number[])[];
  readonly intercepts: readonly number[];
  readonly slopes: readonly number[];
  readonly noiseVariance: number;
  readonly profileVariance?: number;
  readonly mean?: number;
  readonly variance?: number;
}

export function numericModelFrom(parts: NumericParts): NumericModel {
  const { profiles, intercepts, slopes, noiseVariance, profileVariance = 0.1, mean = 34, variance = 144 } = parts;
  const items = profiles.length;
  return createNumericModel({
    attribute: { name: 'age', mean, variance },
    dimension: profiles[0]!.length,
    profiles: Float64Array.from(profiles.flat()),
    intercepts: Float64Array.from(intercepts),
    slopes: Float64Array.from(slopes),
    noiseVariance,
    profileVariance,
    items: createVocabulary<ItemIndex>(Array.from({ length: items }, (_, item) => `i${item}`)),
    scale: { min: 1, max: 5, step: 1 },
    itemStatistics: {
      counts: new Uint32Array(items).fill(10),
      means: new Float32Array(items).fill(3.5),
      entropies: Float32Array.from({ length: items }, (_, item) => (item * 7919) % 13),
      slopeErrors: new Float64Array(items).fill(0.005),
    },
    provenance: {
      version: '0.0.0',
      dataFingerprint: 'made up',
      users: 1,
      ratings: 1,
      parameters: numericDefaults,
      noiseFrom: 'training',
      trainingErrors: [],
    },
  });
}

export interface RandomNumericSpec {
  readonly items: number;
  readonly dimension: number;
  readonly seed: number;
}

/** Sizes as in trained models: slopes of a fraction of a star for a standard deviation. */
export function randomNumericModel({ items, dimension, seed }: RandomNumericSpec): NumericModel {
  const stream = derive(seed, 'random-numeric-model');
  const list = (count: number, entry: () => number) => Array.from({ length: count }, entry);
  return numericModelFrom({
    profiles: list(items, () => 0).map(() => list(dimension, () => stream.normal() / Math.sqrt(dimension))),
    intercepts: list(items, () => 3.5 + 0.5 * stream.normal()),
    slopes: list(items, () => 0.02 * stream.normal()),
    noiseVariance: 0.5 + stream.uniform(),
    profileVariance: 0.05 + 0.2 * stream.uniform(),
    mean: 30 + 10 * stream.uniform(),
    variance: 50 + 150 * stream.uniform(),
  });
}
