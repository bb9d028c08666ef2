import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { derive, logitsFromWeights } from '../../maths/index.ts';
import { flipped } from '../compared/flipped.ts';
import { binsOfEqualMass, judge, probability } from '../figures/judge.ts';
import { rank, weightedAuc } from './auc.ts';
import { everyoneOnce, interval, pairedPValue, resampleWeights, simultaneousBand } from './bootstrap.ts';
import { shareEstimate, wilsonInterval } from './shareInterval.ts';

const people = fc.array(
  fc.record({ score: fc.integer({ min: -3, max: 3 }), positive: fc.boolean(), weight: fc.integer({ min: 0, max: 3 }) }),
  { minLength: 1, maxLength: 40 },
);

describe('AUC', () => {
  it('is the share of pairs in the right order, ties counting half, weights counting copies', () => {
    fc.assert(
      fc.property(people, (list) => {
        const ranking = rank(
          Uint32Array.from(list.keys()),
          (person) => list[person]!.score,
          (person) => list[person]!.positive,
        );
        let [won, pairs] = [0, 0];
        for (const a of list.filter(({ positive }) => positive)) {
          for (const b of list.filter(({ positive }) => !positive)) {
            const weight = a.weight * b.weight;
            pairs += weight;
            won += weight * (a.score > b.score ? 1 : a.score === b.score ? 0.5 : 0);
          }
        }
        const auc = weightedAuc(
          ranking,
          list.map(({ weight }) => weight),
        );
        if (pairs === 0) expect(auc).toBeNaN();
        else expect(auc).toBeCloseTo(won / pairs, 12);
      }),
    );
  });
});

describe('ranking', () => {
  const everyone = Uint32Array.of(4, 7, 9);
  const ranked = (scores: readonly number[]) => () =>
    rank(
      everyone,
      (person) => scores[person === 4 ? 0 : person === 7 ? 1 : 2]!,
      (person) => person === 7,
    );

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('refuses the score %d', (score) => {
    expect(failure(ranked([0.5, score, 1]))).toMatch(
      new RegExp(`^SCORE_NOT_FINITE: the score of person 7 .* is ${score}, .* -> `),
    );
    expect(failure(ranked([score, 2, score]))).toMatch(/^SCORE_NOT_FINITE: the score of person 4 /);
  });

  it('names small groups where a score is that of a type nobody knows', () => {
    expect(failure(ranked([Number.NEGATIVE_INFINITY, 0, 1]))).toMatch(/-> leave out or merge groups so small/);
    expect(failure(ranked([Number.NaN, 0, 1]))).toMatch(/-> check the attacker for weights/);
  });

  it('takes any finite score, however large', () => {
    expect(weightedAuc(ranked([1e300, -1e300, 0])(), everyoneOnce(10))).toBe(0);
    expect(weightedAuc(ranked([-1e300, 1e300, 0])(), everyoneOnce(10))).toBe(1);
  });
});

describe('logits', () => {
  it('are the log odds of each type against the rest, also where probabilities round to one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -20, max: 20, noNaN: true }), { minLength: 2, maxLength: 6 }),
        (weights) => {
          const total = weights.reduce((sum, weight) => sum + Math.exp(weight), 0);
          for (const [t, logit] of logitsFromWeights(weights).entries()) {
            expect(probability(logit)).toBeCloseTo(Math.exp(weights[t]!) / total, 10);
          }
        },
      ),
    );
    expect([...logitsFromWeights([0, -800])]).toEqual([800, -800]);
    // Nobody of the second type trained: the others are still told apart.
    expect([...logitsFromWeights([0, Number.NEGATIVE_INFINITY, -800])]).toEqual([800, Number.NEGATIVE_INFINITY, -800]);
  });

  it('give accuracy, log loss and Brier score by hand', () => {
    const logits = [Float64Array.of(Math.log(3), -Math.log(3)), Float64Array.of(0.5, -0.5)];
    const judged = judge(Uint32Array.of(0, 1), (person) => logits[person]!, [0, 1]);
    expect([...judged.right]).toEqual([1, 0]);
    expect(judged.logLoss[0]).toBeCloseTo(-Math.log(0.75), 12);
    expect(judged.brier[0]).toBeCloseTo(2 * 0.25 ** 2, 12);
    expect(judged.confidence).toBeCloseTo((0.75 + probability(0.5)) / 2, 12);
  });

  it('calibration error is zero for a calibrated judge and large for a boaster', () => {
    const stream = derive(1, 'calibration');
    const stated = Array.from({ length: 20_000 }, () => 0.5 + 0.5 * stream.uniform());
    const types = stated.map((p) => (stream.uniform() < p ? 0 : 1));
    const of = (boast: number) =>
      judge(
        Uint32Array.from(types.keys()),
        (person) => {
          const logit = boast * Math.log(stated[person]! / (1 - stated[person]!));
          return Float64Array.of(logit, -logit);
        },
        types,
      ).calibrationError;
    expect(of(1)).toBeLessThan(0.02);
    expect(of(4)).toBeGreaterThan(0.1);
  });

  it('bins of equal mass hold every position once, in order of value', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 60 }), (values) => {
        const bins = binsOfEqualMass(Float64Array.from(values), 10);
        expect(bins.flat().sort((a, b) => a - b)).toEqual([...values.keys()]);
        const sizes = bins.map((bin) => bin.length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('bootstrap', () => {
  it('draws as many people as there are, the same for the same index', () => {
    const weights = resampleWeights(50, 7, 3);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(50);
    expect(resampleWeights(50, 7, 3)).toEqual(weights);
    expect(resampleWeights(50, 7, 4)).not.toEqual(weights);
  });

  it('intervals cover a mean as often as they say', () => {
    let covered = 0;
    for (let trial = 0; trial < 300; trial++) {
      const stream = derive(2, 'coverage', trial);
      const values = Array.from({ length: 60 }, () => stream.normal());
      const mean = (weights: ArrayLike<number>) => values.reduce((sum, value, n) => sum + weights[n]! * value, 0) / 60;
      const replicates = Array.from({ length: 200 }, (_, b) => mean(resampleWeights(60, trial, b)));
      const { low, high } = interval(mean(new Float64Array(60).fill(1)), replicates, 0.9);
      if (low <= 0 && high >= 0) covered++;
    }
    // 270 expected of 300; five standard deviations, and a little for the bootstrap's own optimism.
    expect(covered).toBeGreaterThan(235);
    expect(covered).toBeLessThan(295);
  });

  it('the simultaneous band is wider than the pointwise interval and holds a whole curve', () => {
    let missed = 0;
    for (let trial = 0; trial < 200; trial++) {
      const stream = derive(3, 'band', trial);
      const truth = Array.from({ length: 20 }, () => 0);
      const noise = () => truth.map(() => stream.normal());
      const values = noise();
      const replicates = values.map((value) => Float64Array.from({ length: 300 }, () => value + stream.normal()));
      const figures = simultaneousBand(values, replicates, 0.95);
      if (figures.some(({ band }) => band!.low > 0 || band!.high < 0)) missed++;
      for (const { low, high, band } of figures) expect(band!.high - band!.low).toBeGreaterThan(high - low);
    }
    expect(missed).toBeLessThan(10 + 5 * Math.sqrt(200 * 0.05 * 0.95));
  });

  it('paired p-values are those of a normal difference: small for a clear one, 1 for none, and never zero', () => {
    const stream = derive(4, 'difference');
    const around = (value: number) => Float64Array.from({ length: 20_000 }, () => value + stream.normal());
    expect(pairedPValue(1.96, around(1.96))).toBeCloseTo(0.05, 2);
    expect(pairedPValue(-1.96, around(-1.96))).toBeCloseTo(0.05, 2);
    expect(pairedPValue(4, around(4))).toBeLessThan(1e-4);
    expect(pairedPValue(0, around(0))).toBe(1);
    expect(pairedPValue(0.1, new Float64Array(999).fill(0.1))).toBeCloseTo(2 / 1000, 12);
  });

  it('a clear difference is still one after the correction for all comparisons of an audit', () => {
    const stream = derive(5, 'difference');
    const replicates = Float64Array.from({ length: 500 }, () => 5 + stream.normal());
    expect(18 * pairedPValue(5, replicates)).toBeLessThan(0.05);
  });

  it('resamples without a value are left out of an interval', () => {
    expect(interval(1, [Number.NaN, 2, 2, Number.NaN], 0.95)).toEqual({ value: 1, low: 2, high: 2 });
    expect(interval(1, [Number.NaN], 0.95).low).toBeNaN();
  });
});

describe('the interval of a share', () => {
  it('is that of Wilson', () => {
    // 81 of 263 (Newcombe 1998, table I).
    const { low, high } = wilsonInterval(81 / 263, 263, 0.95);
    expect(low).toBeCloseTo(0.2553, 4);
    expect(high).toBeCloseTo(0.3662, 4);
  });

  it('never says that everybody is always right', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), (people) => {
        const all = wilsonInterval(1, people, 0.95);
        const nobody = wilsonInterval(0, people, 0.95);
        expect(all.high).toBe(1);
        expect(nobody.low).toBe(0);
        expect(all.low).toBeLessThan(1);
        expect(nobody.high).toBeCloseTo(1 - all.low, 12);
      }),
    );
  });

  it('is as wide as the wider of Wilson’s and that of resamples, within 0 and 1', () => {
    const same = new Float64Array(100).fill(1);
    expect(shareEstimate(1, same, 0.95, 40)).toEqual({ value: 1, ...wilsonInterval(1, 40, 0.95) });
    const spread = Float64Array.from({ length: 101 }, (_, n) => n / 100);
    expect(shareEstimate(0.5, spread, 0.9, 10_000)).toEqual({ value: 0.5, low: 0.05, high: 0.95 });
    const beyond = Float64Array.from({ length: 101 }, (_, n) => n / 50 - 0.5);
    expect(shareEstimate(0.5, beyond, 0.9, 10_000)).toEqual({ value: 0.5, low: 0, high: 1 });
  });
});

describe('an attack that is wrong', () => {
  const auc = { value: 0.4, low: 0.3, high: 0.45 };

  it('beyond chance counts as its mirror image', () => {
    const turned = flipped({ auc: { ...auc, bounds: { low: 0.25, high: 0.49 } } });
    expect(turned.auc.value).toBeCloseTo(0.6, 12);
    expect([turned.auc.low, turned.auc.high]).toEqual([1 - 0.45, 1 - 0.3]);
    expect(turned.auc.bounds).toEqual({ low: 0.51, high: 0.75 });
  });

  it('goes by its bounds, and by its interval where there are none', () => {
    const unsure = { auc: { ...auc, bounds: { low: 0.25, high: 0.51 } } };
    expect(flipped(unsure)).toBe(unsure);
    expect(flipped({ auc }).auc.value).toBeCloseTo(0.6, 12);
  });

  it('stays as it is where 0.5 is not excluded, or nothing is known', () => {
    const touching = { auc: { ...auc, bounds: { low: 0.25, high: 0.5 } } };
    expect(flipped(touching)).toBe(touching);
    const unknown = { auc: { ...auc, bounds: { low: Number.NaN, high: Number.NaN } } };
    expect(flipped(unknown)).toBe(unknown);
    const right = { auc: { value: 0.8, low: 0.7, high: 0.9 } };
    expect(flipped(right)).toBe(right);
  });
});
