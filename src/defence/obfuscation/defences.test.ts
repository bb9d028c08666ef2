/** What each defence does, by hand and by frequency. What all must do is in src/testing/defenceSuite.ts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { modelFrom, randomAnswers, randomModel } from '../../../test/support/models.ts';
import type { FactorModel } from '../../factorization/index.ts';
import { observe, type SparseVector, startBelief } from '../../inference/index.ts';
import { itemIndex } from '../../ratings/index.ts';
import { excessOf } from './blinding.ts';
import { decoyRatings, decoyScores } from './decoys.ts';
import { epsilonOf } from './randomisedResponse.ts';
import { createDefence } from './registry.ts';
import { certainty, mostTelling } from './withhold.ts';

const STARS = { min: 1, max: 5, step: 1 };
const profileOf = (model: FactorModel, count: number, seed: number): SparseVector => {
  const answers = randomAnswers(model, count, seed).toSorted((a, b) => a.item - b.item);
  return { indices: answers.map(({ item }) => item), values: answers.map(({ answer }) => answer) };
};

describe('blinding', () => {
  // The first type rates the items 0.6 above the mean of the three, 0.3 above, as the others, 0.9 below.
  const model = modelFrom({
    profiles: Array.from({ length: 4 }, () => [0]),
    biases: [
      [4, 3.1, 3.1],
      [3.5, 3.2, 2.9],
      [3, 3, 3],
      [2, 3.8, 2.9],
    ],
    noiseVariance: 1,
    prior: [0.8, 0.1, 0.1],
  });
  const ratings = { indices: [0, 1, 2, 3], values: [3, 3, 3, 3] };
  const sentBy = (name: string, strength: number, people: number, values = ratings.values) => {
    const defence = createDefence(name, { model, strength, seed: 1 });
    return Array.from({ length: people }, (_, number) =>
      defence.send({ ratings: { ...ratings, values }, number, type: 0 }),
    );
  };

  it('knows how far a type rates above the plain mean of the types', () => {
    expect([0, 1, 2, 3].map((item) => excessOf(model, item, 0).toFixed(3))).toEqual([
      '0.600',
      '0.300',
      '0.000',
      '-0.900',
    ]);
  });

  it('sends the right rating in expectation, and one of the two neighbours each time', () => {
    const sent = sentBy('blinding', 1, 4000);
    const expected = [2.4, 2.7, 3, 3.9];
    for (const [item, mean] of expected.entries()) {
      const values = sent.map(({ values: own }) => own[item]!);
      expect(values.reduce((sum, value) => sum + value, 0) / 4000).toBeCloseTo(mean, 1);
      for (const value of values) expect([Math.floor(mean), Math.ceil(mean)]).toContain(value);
    }
    expect(sent.every(({ values }) => values[2] === 3)).toBe(true);
  });

  it('takes part of the gap away at part of the strength', () => {
    const values = sentBy('blinding', 0.5, 4000).map(({ values: own }) => own[3]!);
    expect(values.reduce((sum, value) => sum + value, 0) / 4000).toBeCloseTo(3.45, 1);
  });

  it('stops at the ends of the scale', () => {
    const sent = sentBy('blinding', 1, 200, [1, 1, 1, 5]);
    expect(sent.every(({ values }) => [...Array.from(values)].join() === '1,1,1,5')).toBe(true);
  });

  it('plain rounding takes back what is below half a step', () => {
    const [sent] = sentBy('blindingRounded', 1, 1);
    expect([...Array.from(sent!.values)]).toEqual([2, 3, 3, 4]);
  });
});

describe('withholding', () => {
  it('leaves out, one after another, what makes the classifier least sure: against beliefs computed anew', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 4 }), fc.nat(), fc.integer({ min: 1, max: 12 }), (types, seed, count) => {
        const model = randomModel({ items: 20, dimension: 3, types, seed });
        const ratings = profileOf(model, 13, seed);
        const options = { ridge: 3 };
        const sure = (places: readonly number[]) =>
          certainty(
            places.reduce(
              (belief, n) => belief.afterAll(observe(model, itemIndex(ratings.indices[n]!), ratings.values[n]!)),
              startBelief(model, options),
            ).logWeights,
          );
        const left = Array.from({ length: 13 }, (_, n) => n);
        for (const chosen of mostTelling(model, ratings, count, options)) {
          const least = Math.min(...left.map((n) => sure(left.filter((other) => other !== n))));
          left.splice(left.indexOf(chosen), 1);
          expect(sure(left)).toBeCloseTo(least, 8);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('stays exact over hundreds of ratings', () => {
    const model = randomModel({ items: 300, dimension: 4, types: 2, seed: 8 });
    const ratings = profileOf(model, 300, 8);
    const gone = mostTelling(model, ratings, 290, { ridge: 0.5 });
    expect(new Set(gone).size).toBe(290);
    // The last choices, after hundreds of rank-one updates, are still the best ones.
    const left = Array.from({ length: 300 }, (_, n) => n).filter((n) => !gone.slice(0, 285).includes(n));
    const rest = { indices: left.map((n) => ratings.indices[n]!), values: left.map((n) => ratings.values[n]!) };
    const again = mostTelling(model, rest, 5, { ridge: 0.5 }).map((place) => left[place]!);
    expect(gone.slice(285)).toEqual(again);
  });

  it('counts: the share in expectation, and never all', () => {
    const model = randomModel({ items: 30, dimension: 2, types: 2, seed: 2 });
    for (const name of ['withhold', 'withholdRandom']) {
      const quarter = createDefence(name, { model, strength: 0.25, seed: 1 });
      const sizes = Array.from(
        { length: 300 },
        (_, number) => quarter.send({ ratings: profileOf(model, 10, number), number }).indices.length,
      );
      expect(new Set(sizes)).toEqual(new Set([7, 8]));
      expect(sizes.reduce((sum, size) => sum + size, 0) / 300).toBeCloseTo(7.5, 0);
      const all = createDefence(name, { model, strength: 1, seed: 1 });
      expect(all.send({ ratings: profileOf(model, 10, 1), number: 1 }).indices).toHaveLength(1);
    }
  });

  it('makes the classifier less sure than leaving out at random', () => {
    const model = randomModel({ items: 60, dimension: 3, types: 2, seed: 4 });
    const sureAfter = (name: string) => {
      const defence = createDefence(name, { model, strength: 0.3, seed: 1, beliefOptions: { prior: 'uniform' } });
      return Array.from({ length: 50 }, (_, number) => {
        const { indices, values } = defence.send({ ratings: profileOf(model, 30, number), number });
        const start = startBelief(model, { prior: 'uniform' });
        const belief = Array.from(indices).reduce(
          (before: typeof start, item, n) => before.afterAll(observe(model, itemIndex(item), values[n]!)),
          start,
        );
        return certainty(belief.logWeights);
      }).reduce((sum, sure) => sum + sure, 0);
    };
    expect(sureAfter('withhold')).toBeLessThan(0.2 * sureAfter('withholdRandom'));
  });
});

describe('decoys', () => {
  // Mean ratings are the means of the biases: 3, 3, 4, 3.5 (rounded up), 2.
  const model = modelFrom({
    profiles: [[0], [0], [0], [0], [0]],
    biases: [
      [3.5, 2.5],
      [2, 4],
      [4.4, 3.6],
      [3, 4],
      [2, 2],
    ],
    noiseVariance: 0.5,
    prior: [0.5, 0.5],
  });

  it('carry the mean rating, rounded to the scale', () => {
    expect([...decoyRatings(model)]).toEqual([3, 3, 4, 4, 2]);
  });

  it('score by how far they move the log odds away from the own type', () => {
    const start = startBelief(model);
    for (const type of [0, 1]) {
      const scores = decoyScores(model, type);
      for (let item = 0; item < 5; item++) {
        const { logWeights } = start.afterAll(observe(model, itemIndex(item), decoyRatings(model)[item]!));
        expect(scores[item]).toBeCloseTo(logWeights[1 - type]! - logWeights[type]!, 10);
      }
    }
    // Rated 4, the fourth item is what the second type gives; all others lie half-way.
    expect(Array.from(decoyScores(model, 0), (score) => score > 1e-9)).toEqual([false, false, false, true, false]);
  });

  it('score against the mean of the other types', () => {
    const three = randomModel({ items: 6, dimension: 2, types: 3, seed: 3 });
    const { logWeights } = startBelief(three, { prior: 'uniform' }).afterAll(
      observe(three, itemIndex(2), decoyRatings(three)[2]!),
    );
    expect(decoyScores(three, 1)[2]).toBeCloseTo((logWeights[0]! + logWeights[2]!) / 2 - logWeights[1]!, 10);
  });

  const many = randomModel({ items: 200, dimension: 2, types: 2, seed: 6 });
  const ratings = profileOf(many, 40, 1);
  const addedBy = (name: string, number: number, strength = 0.25) => {
    const { indices, values } = createDefence(name, { model: many, strength, seed: 1 }).send({
      ratings,
      number,
      type: 1,
    });
    const own = new Set(Array.from(ratings.indices));
    return Array.from(indices, (item, n) => ({ item, value: values[n]! })).filter(({ item }) => !own.has(item));
  };
  const scores = decoyScores(many, 1);

  it.each(['decoysRandom', 'decoysSampled', 'decoysGreedy'])(
    '%s adds the share, pointing to the other type',
    (name) => {
      const added = addedBy(name, 7);
      expect(added).toHaveLength(10);
      for (const { item, value } of added) {
        expect(scores[item]).toBeGreaterThan(0);
        expect(value).toBe(decoyRatings(many)[item]);
      }
    },
  );

  it('greedy takes the best, sampled better ones than random', () => {
    const own = new Set(Array.from(ratings.indices));
    const best = Array.from(scores.keys())
      .filter((item) => !own.has(item))
      .sort((a, b) => scores[b]! - scores[a]!)
      .slice(0, 10);
    expect(addedBy('decoysGreedy', 3).map(({ item }) => item)).toEqual(best.sort((a, b) => a - b));
    const total = (name: string) =>
      Array.from({ length: 40 }, (_, number) => addedBy(name, number))
        .flat()
        .reduce((sum, { item }) => sum + scores[item]!, 0);
    expect(total('decoysSampled')).toBeGreaterThan(1.2 * total('decoysRandom'));
    expect(total('decoysGreedy')).toBeGreaterThan(1.2 * total('decoysSampled'));
  });

  it('sampled draws in proportion to the score', () => {
    // One decoy each: the share of an item is its score over the sum of those that may serve.
    const own = new Set(Array.from(ratings.indices));
    const serving = Array.from(scores.keys()).filter((item) => scores[item]! > 0 && !own.has(item));
    const sum = serving.reduce((total, item) => total + scores[item]!, 0);
    const best = serving.toSorted((a, b) => scores[b]! - scores[a]!)[0]!;
    const share = scores[best]! / sum;
    const defence = createDefence('decoysSampled', { model: many, strength: 1 / 40, seed: 1 });
    const drawn = Array.from({ length: 6000 }, (_, number) => defence.send({ ratings, number, type: 1 }));
    const found = drawn.filter(({ indices }) => Array.from(indices).includes(best)).length / 6000;
    expect(Math.abs(found - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / 6000));
  });

  it('adds all that may serve where more are wanted', () => {
    const own = new Set(Array.from(ratings.indices));
    const serving = Array.from(scores.keys()).filter((item) => scores[item]! > 0 && !own.has(item)).length;
    expect(addedBy('decoysGreedy', 1, 1).length).toBe(Math.min(40, serving));
    const few = createDefence('decoysGreedy', { model, strength: 1, seed: 1 });
    const two = { ratings: { indices: [0, 1], values: [3, 3] }, number: 1, type: 0 };
    expect(few.send(two)).toEqual({ indices: [0, 1, 3], values: [3, 3, 4] });
    expect(few.send({ ...two, known: [2, 4] })).toEqual(few.send(two));
    // Of an item that the person knows, a made-up rating would be a lie about it, and no decoy.
    expect(few.send({ ...two, known: [3] })).toEqual(two.ratings);
  });
});

describe('randomised response', () => {
  const model = randomModel({ items: 50, dimension: 2, types: 2, seed: 1 });

  it('sends the true rating and each other one as often as its epsilon says', () => {
    // So that exp(epsilon) = 1 + 5 (1 - strength) / strength.
    const strength = 5 / (5 + Math.expm1(1.5));
    expect(epsilonOf(strength, STARS)).toBeCloseTo(1.5, 12);
    const defence = createDefence('randomisedResponse', { model, strength, seed: 1 });
    const ratings = { indices: Array.from({ length: 50 }, (_, item) => item), values: new Array(50).fill(4) };
    const counts = new Map<number, number>();
    for (let number = 0; number < 400; number++) {
      for (const value of Array.from(defence.send({ ratings, number }).values)) {
        counts.set(value, (counts.get(value) ?? 0) + 1);
      }
    }
    const kept = Math.exp(1.5) / (Math.exp(1.5) + 4);
    for (const value of [1, 2, 3, 4, 5]) {
      const share = value === 4 ? kept : (1 - kept) / 4;
      expect(Math.abs(counts.get(value)! / 20_000 - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / 20_000));
    }
  });

  it('maps strength to epsilon', () => {
    expect(epsilonOf(1, STARS)).toBe(0);
    expect(epsilonOf(0, STARS)).toBe(Number.POSITIVE_INFINITY);
    expect(epsilonOf(0.5, STARS)).toBeCloseTo(Math.log(6), 12);
    expect(failure(() => epsilonOf(2, STARS))).toMatch(/^PARAMETER_OUT_OF_RANGE: strength is 2/);
  });
});
