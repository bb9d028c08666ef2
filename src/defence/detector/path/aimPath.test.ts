import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomJointModel } from '../../../../test/support/jointModels.ts';
import { randomChannelModel, randomModel } from '../../../../test/support/models.ts';
import { impliedAuc } from '../../../audit/index.ts';
import type { FactorModel } from '../../../factorization/index.ts';
import { rowOf, startBelief } from '../../../inference/index.ts';
import { choleskyFactor, choleskySolve, derive, normalCdf } from '../../../maths/index.ts';
import { itemIndex } from '../../../ratings/index.ts';
import { AimPath } from './aimPath.ts';
import { aimRowsOf } from './aimRows.ts';
import { surpriseIn } from './surprise.ts';
import { WeightedDraw } from './weightedDraw.ts';

/** (z_s - z_t)' (I + V V' / lam)^-1 (z_s - z_t) / s2, written out. `groups`: the types of each value. */
function bruteForce(model: FactorModel, items: readonly number[], groups: readonly (readonly number[])[]): number {
  const { ridge, prior, noiseVariance } = startBelief(model).parameters;
  const rows = items.flatMap((item) => model.rows.channels.map((_, channel) => rowOf(model, itemIndex(item), channel)));
  const size = rows.length;
  const gram = new Float64Array(size * size);
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < size; b++) {
      let product = 0;
      for (let k = 0; k < model.dimension; k++) product += rows[a]!.profile[k]! * rows[b]!.profile[k]!;
      gram[a * size + b] = product / ridge + (a === b ? 1 : 0);
    }
  }
  expect(choleskyFactor(gram, size).ok).toBe(true);
  const mass = groups.map((types) => types.reduce((sum, t) => sum + prior[t]!, 0));
  const bias = (row: number, value: number) =>
    groups[value]!.reduce((sum, t) => sum + (prior[t]! / mass[value]!) * rows[row]!.biases[t]!, 0);
  let sum = 0;
  let weights = 0;
  for (let s = 0; s < groups.length; s++) {
    for (let t = s + 1; t < groups.length; t++) {
      const gaps = Float64Array.from(rows, (_, row) => bias(row, s) - bias(row, t));
      const solved = choleskySolve(gram, size, gaps.slice());
      const square = gaps.reduce((total, gap, row) => total + gap * solved[row]!, 0) / noiseVariance;
      sum += mass[s]! * mass[t]! * square;
      weights += mass[s]! * mass[t]!;
    }
  }
  return sum / weights;
}

const squaredOf = (model: FactorModel, items: readonly number[]) => {
  const path = new AimPath(aimRowsOf(model));
  for (const item of items) path.ask(item);
  return Array.from(path.squared);
};

describe('the statistic', () => {
  it('is the quadratic form, for any number of values and rows, in any order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 2, max: 5 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 12 }),
        (seed, types, channels, count) => {
          const spec = { items: 12, dimension: 4, types, seed };
          const model = channels ? randomChannelModel(spec) : randomModel(spec);
          const items = derive(seed, 'order')
            .shuffle(Array.from({ length: 12 }, (_, item) => item))
            .slice(0, count);
          const wanted = bruteForce(
            model,
            items,
            Array.from({ length: types }, (_, t) => [t]),
          );
          expect(squaredOf(model, items)[0]! / wanted).toBeCloseTo(1, 9);
          expect(squaredOf(model, items.toReversed())[0]! / wanted).toBeCloseTo(1, 9);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('is that of each attribute in a model of several, by the means of their values', () => {
    const model = randomJointModel({ items: 10, dimension: 3, shape: [2, 3], rows: 2, seed: 4 });
    const items = [7, 2, 9];
    const [a, b] = squaredOf(model, items);
    expect(a).toBeCloseTo(
      bruteForce(model, items, [
        [0, 1, 2],
        [3, 4, 5],
      ]),
      9,
    );
    expect(b).toBeCloseTo(
      bruteForce(model, items, [
        [0, 3],
        [1, 4],
        [2, 5],
      ]),
      9,
    );
  });

  it('stays exact over long lists, and starts anew', () => {
    const model = randomModel({ items: 150, dimension: 6, types: 2, seed: 3 });
    const items = Array.from({ length: 150 }, (_, item) => item);
    expect(squaredOf(model, items)[0]! / bruteForce(model, items, [[0], [1]])).toBeCloseTo(1, 9);
    const path = new AimPath(aimRowsOf(model));
    path.ask(3);
    const first = path.squared[0];
    path.ask(8);
    expect(path.squared[0]).toBeGreaterThan(first!);
    path.restart();
    expect(path.squared[0]).toBe(0);
    path.ask(3);
    expect(path.squared[0]).toBe(first);
  });

  it('is what the AUC of the audit is implied by', () => {
    const model = randomModel({ items: 9, dimension: 3, types: 2, seed: 6 });
    const items = [4, 1, 7, 0];
    expect(normalCdf(Math.sqrt(squaredOf(model, items)[0]! / 2))).toBeCloseTo(
      impliedAuc(model, items.map(itemIndex)),
      10,
    );
  });
});

describe('drawing without replacement', () => {
  it('draws in proportion to what is left', () => {
    const weights = [4, 0, 1, 3, 2];
    const draw = new WeightedDraw(weights);
    const pairs = new Map<string, number>();
    const times = 20_000;
    for (let n = 0; n < times; n++) {
      const stream = derive(5, 'draw', n);
      draw.restart();
      const pair = `${draw.draw(stream)} ${draw.draw(stream)}`;
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
    expect(pairs.size).toBe(12);
    for (const [pair, count] of pairs) {
      const [first, second] = pair.split(' ').map(Number);
      const probability = (weights[first!]! / 10) * (weights[second!]! / (10 - weights[first!]!));
      const error = Math.sqrt((probability * (1 - probability)) / times);
      expect(Math.abs(count / times - probability)).toBeLessThan(4.5 * error);
    }
  });

  it('draws every item of positive weight once, then none; and forgets nothing when it starts anew', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constant(0), fc.double({ min: 1e-9, max: 1e9, noNaN: true })), {
          minLength: 1,
          maxLength: 40,
        }),
        fc.integer({ min: 0, max: 1000 }),
        (weights, seed) => {
          const draw = new WeightedDraw(weights);
          const drawn = () => {
            const stream = derive(seed, 'draw-all');
            const items: number[] = [];
            for (let item = draw.draw(stream); item >= 0; item = draw.draw(stream)) items.push(item);
            return items;
          };
          const items = drawn();
          expect(items.toSorted((a, b) => a - b)).toEqual(
            weights.flatMap((weight, item) => (weight > 0 ? [item] : [])),
          );
          draw.restart();
          expect(drawn()).toEqual(items);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('leaves out what was taken', () => {
    const draw = new WeightedDraw([1, 1, 1]);
    draw.take(1);
    const stream = derive(1, 'taken');
    expect([draw.draw(stream), draw.draw(stream), draw.draw(stream)].toSorted((a, b) => a - b)).toEqual([-1, 0, 2]);
  });
});

describe('surprise', () => {
  const sorted = Float64Array.from({ length: 99 }, (_, n) => n + 1);
  const surprise = surpriseIn(sorted);

  it('is minus the log of the share at least as large, and goes on exponentially beyond nine tenths', () => {
    expect(surprise(0)).toBe(0);
    expect(surprise(50.5)).toBeCloseTo(-Math.log(50 / 100), 12);
    // The largest tenth is 90 to 99, on average 4.5 above 90.
    expect(surprise(90)).toBeCloseTo(-Math.log(11 / 100), 12);
    expect(surprise(90 + 4.5)).toBeCloseTo(1 - Math.log(11 / 100), 12);
    expect(surprise(1000)).toBeGreaterThan(surprise(999));
    expect(surprise(89.99)).toBeLessThan(surprise(90.01));
  });

  it('does not tell values apart that differ by rounding, nor where all are the same', () => {
    expect(surprise(50 * (1 + 1e-12))).toBe(surprise(50));
    const same = surpriseIn(new Float64Array(40).fill(2));
    expect([same(1), same(2)]).toEqual([0, 0]);
    expect(same(3)).toBeCloseTo(Math.log(41), 12);
  });
});
