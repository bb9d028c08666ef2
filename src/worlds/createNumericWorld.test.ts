import { describe, expect, it } from 'vitest';
import { failure } from '../../test/support/failure.ts';
import { fingerprint, numericAttributeOf } from '../ratings/index.ts';
import { createNumericWorld, createWorld, type NumericWorldSpec } from './index.ts';

const spec: Partial<NumericWorldSpec> = { users: 800, items: 300, noise: 0.7, leak: 0.4, scale: 'continuous' };
const mean = (list: ArrayLike<number>) => Array.from(list).reduce((sum, x) => sum + x, 0) / list.length;
const deviation = (list: ArrayLike<number>) => {
  const centre = mean(list);
  return Math.sqrt(mean(Array.from(list, (x) => (x - centre) ** 2)));
};

describe('a world with a number', () => {
  it('has ratings that are the truth plus noise', () => {
    const { dataset, truth } = createNumericWorld(spec, 1);
    const { starts, indices, values } = dataset.ratings.byUser;
    const left: number[] = [];
    for (let user = 0; user < 800; user++) {
      for (let at = starts[user]!; at < starts[user + 1]!; at++) {
        const item = indices[at]!;
        let expected = truth.intercepts[item]! + truth.slopes[item]! * truth.numbers[user]!;
        for (let k = 0; k < truth.dimension; k++) {
          expected += truth.userProfiles[user * truth.dimension + k]! * truth.itemProfiles[item * truth.dimension + k]!;
        }
        left.push(values[at]! - expected);
      }
    }
    expect(left.length).toBeGreaterThan(25_000);
    expect(deviation(left)).toBeCloseTo(0.7, 1.5);
    expect(Math.abs(mean(left))).toBeLessThan(0.02);
    expect(dataset.scale).toEqual({ min: Math.min(...values), max: Math.max(...values), step: 0 });
  });

  it('has numbers and slopes of the stated spread', () => {
    const {
      truth,
      dataset,
      spec: full,
    } = createNumericWorld({ ...spec, users: 3000, items: 1500, mean: 50, deviation: 8 }, 2);
    expect(mean(truth.numbers)).toBeCloseTo(50, -0.3);
    expect(deviation(truth.numbers) / 8).toBeCloseTo(1, 1);
    expect((8 * deviation(truth.slopes)) / 0.4).toBeCloseTo(1, 1);
    expect(numericAttributeOf(dataset, 'age').values).toEqual(truth.numbers);
    expect(full).toMatchObject({ attribute: 'age', mean: 50, deviation: 8, leak: 0.4 });
  });

  it('without leak is the world without types', () => {
    const plain = createWorld({ ...spec, leak: 0 }, 3).dataset.ratings.byUser;
    expect(createNumericWorld({ ...spec, leak: 0 }, 3).dataset.ratings.byUser).toEqual(plain);
    expect(createNumericWorld(spec, 3).dataset.ratings.byUser.values).not.toEqual(plain.values);
  });

  it('rounds to its scale, and repeats by seed', () => {
    const stars = { min: 1, max: 5, step: 1 };
    const world = createNumericWorld({ ...spec, scale: stars }, 4);
    expect(new Set(world.dataset.ratings.byUser.values)).toEqual(new Set([1, 2, 3, 4, 5]));
    expect(world.dataset.scale).toEqual(stars);
    const print = (seed: number) => fingerprint(createNumericWorld({ ...spec, scale: stars }, seed).dataset, 'age');
    expect(print(4)).toBe(fingerprint(world.dataset, 'age'));
    expect(print(5)).not.toBe(print(4));
  });

  it('refuses a number without spread', () => {
    expect(failure(() => createNumericWorld({ deviation: 0 }, 1))).toMatch(/^PARAMETER_OUT_OF_RANGE: deviation is 0/);
    expect(failure(() => createNumericWorld({ mean: Number.NaN }, 1))).toMatch(/^PARAMETER_OUT_OF_RANGE: mean is NaN/);
    expect(failure(() => createNumericWorld({ leak: -1 }, 1))).toMatch(/^PARAMETER_OUT_OF_RANGE: leak is -1/);
  });
});
