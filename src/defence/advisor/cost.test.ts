import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomJointModel } from '../../../test/support/jointModels.ts';
import { modelFrom, randomAnswers, randomChannelModel, randomModel } from '../../../test/support/models.ts';
import { createModel, type FactorModel } from '../../factorization/index.ts';
import { type Belief, observe, rowOf, startBelief } from '../../inference/index.ts';
import { Interview } from '../../interview/index.ts';
import { derive, softmax } from '../../maths/index.ts';
import { type Answer, itemIndex, nearestOnScale, type RatingScale } from '../../ratings/index.ts';
import { createStrategy } from '../../selection/index.ts';
import { answersToExpect } from './answersToExpect.ts';
import { bitsBetween, priorMarginals, statedMarginals } from './bits.ts';
import { costOf } from './cost.ts';

const CONTINUOUS: RatingScale = { min: 1, max: 5, step: 0 };
const withScale = (model: FactorModel, scale: RatingScale) => createModel({ ...model, scale });
const afterSome = (model: FactorModel, count: number, seed: number): Belief =>
  randomAnswers(model, count, seed).reduce(
    (belief, { item, answer }) => belief.afterAll(observe(model, item, answer)),
    startBelief(model),
  );

/** Plain sums over probabilities, to compare with. */
const divergence = (now: ArrayLike<number>, before: ArrayLike<number>) =>
  Array.from(now).reduce((sum, share, t) => sum + (share > 0 ? share * Math.log2(share / before[t]!) : 0), 0);

describe('bits', () => {
  it('is the divergence of one belief from another, 0 for the same, and finite where probabilities underflow', () => {
    const logs = (shares: number[]) => Float64Array.from(shares, Math.log);
    expect(bitsBetween(logs([0.9, 0.1]), logs([0.5, 0.5]))).toBeCloseTo(1 - 0.4689955935892812, 12);
    expect(bitsBetween(logs([0.3, 0.2, 0.5]), logs([0.3, 0.2, 0.5]))).toBe(0);
    expect(bitsBetween(Float64Array.of(0, -800), logs([0.5, 0.5]))).toBeCloseTo(1, 12);
    expect(bitsBetween(Float64Array.of(0, -1000), Float64Array.of(-1000, 0))).toBeCloseTo(1000 / Math.LN2, 6);
  });

  it('states what an interview states, calibrated or not', () => {
    const plain = randomModel({ items: 12, dimension: 3, types: 3, seed: 5 });
    const calibrated = createModel({
      ...plain,
      calibration: { points: [{ questions: 4, slope: 0.5, offsets: [0.2, 0, -0.1] }] },
    });
    for (const model of [plain, calibrated]) {
      let interview = Interview.start({
        model,
        strategy: createStrategy({ model, seed: 1 }),
        protocol: { kind: 'open' },
        stopping: { maxQuestions: 5 },
      });
      for (const rating of [1, 5, 2, 4]) {
        if (interview.status.kind !== 'asking') throw new Error('stopped early');
        interview = interview.answer(interview.status.question, rating);
        const [stated] = statedMarginals(model, interview.belief);
        for (const [t, share] of interview.posterior().entries()) expect(Math.exp(stated![t]!)).toBeCloseTo(share, 12);
      }
    }
  });
});

describe('the cost of a question', () => {
  it('on a continuous scale is the mutual information of attribute and answer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 2, max: 4 }), (seed, types) => {
        const model = withScale(randomModel({ items: 8, dimension: 3, types, seed }), CONTINUOUS);
        const belief = afterSome(model, 3, seed);
        const item = itemIndex(7);
        // H(answer) - H(answer | type), by the trapezium rule on a fine grid.
        const { means, spread } = belief.predict(rowOf(model, item));
        const sd = Math.sqrt(model.noiseVariance * (1 + spread));
        const pi = belief.posterior();
        const [low, high] = [Math.min(...means) - 9 * sd, Math.max(...means) + 9 * sd];
        const steps = 4000;
        let information = 0;
        for (let n = 0; n <= steps; n++) {
          const x = low + (n * (high - low)) / steps;
          const densities = Array.from(means, (mean) => Math.exp(-((x - mean) ** 2) / (2 * sd * sd)));
          const mixed = densities.reduce((sum, density, t) => sum + pi[t]! * density, 0);
          for (const [t, density] of densities.entries()) {
            if (density > 0) information += pi[t]! * density * Math.log2(density / mixed);
          }
        }
        information *= (high - low) / steps / (sd * Math.sqrt(2 * Math.PI));
        expect(costOf(model, belief, item)[0]!.bits).toBeCloseTo(information, 8);
      }),
      { numRuns: 15 },
    );
  });

  it('on a scale with levels is what Monte Carlo finds: people of the model who round, and the belief they meet', () => {
    for (const [types, step] of [
      [2, 1],
      [3, 0.5],
    ] as const) {
      const model = withScale(randomModel({ items: 10, dimension: 3, types, seed: 4 }), { min: 1, max: 5, step });
      const belief = afterSome(model, 4, 9);
      const item = itemIndex(9);
      const { means, spread } = belief.predict(rowOf(model, item));
      const sd = Math.sqrt(model.noiseVariance * (1 + spread));
      const pi = belief.posterior();
      const stream = derive(3, 'cost-monte-carlo');
      const people = 40_000;
      const found = new Map<number, number>();
      const moved: number[] = [];
      for (let person = 0; person < people; person++) {
        const u = stream.uniform();
        let type = 0;
        for (let sum = pi[0]!; sum < u && type < types - 1; sum += pi[type]!) type++;
        const rating = nearestOnScale(model.scale, means[type]! + sd * stream.normal());
        const bits =
          found.get(rating) ??
          divergence(belief.afterAll(observe(model, item, rating)).posterior(), belief.posterior());
        found.set(rating, bits);
        moved.push(bits);
      }
      const mean = moved.reduce((sum, bits) => sum + bits, 0) / people;
      const error = Math.sqrt(moved.reduce((sum, bits) => sum + (bits - mean) ** 2, 0)) / people;
      const { bits } = costOf(model, belief, item)[0]!;
      expect(Math.abs(bits - mean)).toBeLessThan(4 * error);
      expect(4 * error).toBeLessThan(0.1 * bits);
    }
  });

  it('approaches the continuous one as the levels get finer', () => {
    const model = randomModel({ items: 6, dimension: 2, types: 2, seed: 8 });
    const belief = afterSome(model, 3, 2);
    const item = itemIndex(5);
    // A scale so wide that nothing is clipped.
    const cost = (step: number) => costOf(withScale(model, { min: -45, max: 55, step }), belief, item)[0]!.bits;
    expect(cost(0.05)).toBeCloseTo(cost(0), 4);
    expect(Math.abs(cost(1) - cost(0)) / cost(0)).toBeGreaterThan(1e-3);
  });

  it('with what is known adds up to what will be known, on average', () => {
    const model = withScale(randomModel({ items: 8, dimension: 3, types: 3, seed: 12 }), CONTINUOUS);
    const belief = afterSome(model, 3, 1);
    const item = itemIndex(6);
    const [prior] = priorMarginals(model, belief);
    const known = (at: Belief) => bitsBetween(statedMarginals(model, at)[0]!, prior!);
    const later = answersToExpect(model, belief, item).reduce(
      (sum, { answer, probability }) => sum + probability * known(belief.afterAll(observe(model, item, answer))),
      0,
    );
    expect(known(belief) + costOf(model, belief, item)[0]!.bits).toBeCloseTo(later, 8);
  });

  it('is 0 for an item without a gap and with a profile of its own, and for one attribute of several that it does not touch', () => {
    const flat = modelFrom({
      profiles: [
        [1, 0],
        [0, 1],
      ],
      biases: [
        [3, 4],
        [3, 3],
      ],
      noiseVariance: 1,
      prior: [0.4, 0.6],
    });
    const belief = startBelief(flat).afterAll(observe(flat, itemIndex(0), 5));
    expect(costOf(flat, belief, itemIndex(1))[0]!.bits).toBeLessThan(1e-14);
    expect(costOf(flat, startBelief(flat), itemIndex(0))[0]!.bits).toBeGreaterThan(0.01);

    const joint = randomJointModel({ items: 6, dimension: 2, shape: [2, 3], rows: 1, seed: 3 });
    const biases = Float64Array.from(joint.rows.biases);
    // Types of item 0 differ in attribute a only: type = 3 a + b.
    for (let type = 0; type < 6; type++) biases[type] = type < 3 ? 2 : 4;
    const independent = createModel({
      ...joint,
      typePriors: Float64Array.from({ length: 6 }, () => 1 / 6),
      rows: { ...joint.rows, biases },
    });
    const costs = costOf(independent, startBelief(independent), itemIndex(0));
    expect(costs.map(({ attribute }) => attribute)).toEqual(['a', 'b']);
    expect(costs[0]!.bits).toBeGreaterThan(0.01);
    expect(costs[1]!.bits).toBeLessThan(1e-14);
  });
});

/** People who have seen an item or not, with probabilities and ratings by type, and the model that has their moments. */
function population(seen: readonly number[], rating: readonly number[], deviation: number): FactorModel {
  const prior = [0.5, 0.5];
  const share = (seen[0]! + seen[1]!) / 2;
  const itemMean = (seen[0]! * rating[0]! + seen[1]! * rating[1]!) / (2 * share);
  const variance1 = seen.reduce((sum, p) => sum + (p * (1 - p)) / 2, 0);
  const centred = rating.map((mean) => mean - itemMean);
  const variance2 = seen.reduce(
    (sum, p, t) => sum + (p * (deviation ** 2 + centred[t]! ** 2) - (p * centred[t]!) ** 2) / 2,
    0,
  );
  const scales = Float64Array.of(1 / Math.sqrt(variance1), 1 / Math.sqrt(variance2));
  const base = modelFrom({ profiles: [[0]], biases: [[0, 0]], noiseVariance: 1, prior });
  return createModel({
    ...base,
    rows: {
      channels: ['presence', 'centredRating'],
      scales,
      profiles: new Float64Array(2),
      biases: Float64Array.from([
        ...seen.map((p) => p * scales[0]!),
        ...seen.map((p, t) => p * centred[t]! * scales[1]!),
      ]),
    },
    itemStatistics: { ...base.itemStatistics, means: Float32Array.of(itemMean) },
  });
}

describe('answers to expect of a model that observes skips', () => {
  it('come as often as from people with these moments, of rare and of common items, and so does the cost', () => {
    for (const [seen, rating] of [
      [
        [0.08, 0.14],
        [3.2, 3.9],
      ],
      [
        [0.75, 0.6],
        [3.8, 3.2],
      ],
    ] as const) {
      const model = population(seen, rating, 0.9);
      const belief = startBelief(model);
      const expected = new Map(
        answersToExpect(model, belief, itemIndex(0)).map((one) => [one.answer, one.probability]),
      );
      const stream = derive(6, 'population');
      const people = 60_000;
      const counts = new Map<Answer, number>();
      for (let person = 0; person < people; person++) {
        const type = stream.below(2);
        const answer =
          stream.uniform() < seen[type]! ? nearestOnScale(model.scale, rating[type]! + 0.9 * stream.normal()) : 'skip';
        counts.set(answer, (counts.get(answer) ?? 0) + 1);
      }
      // The moments of both types share one variance, which is not quite that of either: a percent of the people.
      for (const [answer, probability] of expected) {
        expect(Math.abs(probability - counts.get(answer)! / people)).toBeLessThan(0.012);
      }
      expect(expected.get('skip')).toBeCloseTo(1 - (seen[0] + seen[1]) / 2, 6);
      const moved = Array.from(counts).reduce((sum, [answer, count]) => {
        const after = belief.afterAll(observe(model, itemIndex(0), answer));
        return sum + (count / people) * divergence(after.posterior(), belief.posterior());
      }, 0);
      expect(costOf(model, belief, itemIndex(0))[0]!.bits / moved).toBeGreaterThan(0.9);
      expect(costOf(model, belief, itemIndex(0))[0]!.bits / moved).toBeLessThan(1.1);
    }
  });

  it('have probabilities that add up to one, whatever the channels and the belief', () => {
    for (const seed of [1, 2, 3]) {
      const two = randomChannelModel({ items: 6, dimension: 2, types: 3, seed });
      const { profiles, biases, scales } = two.rows;
      const everyOther = (values: ArrayLike<number>, width: number, first: number) =>
        Float64Array.from(values).filter((_, at) => Math.floor(at / width) % 2 === first);
      const one = (first: number, channel: 'presence' | 'centredRating') =>
        createModel({
          ...two,
          rows: {
            channels: [channel],
            scales: everyOther(scales, 1, first),
            profiles: everyOther(profiles, 2, first),
            biases: everyOther(biases, 3, first),
          },
        });
      for (const model of [two, one(0, 'presence'), one(1, 'centredRating')]) {
        const belief = afterSome(model, 4, seed);
        const answers = answersToExpect(model, belief, itemIndex(5));
        expect(answers[0]!.answer).toBe('skip');
        expect(answers.length).toBe(model.rows.channels[0] === 'presence' && model.rows.channels.length === 1 ? 2 : 6);
        expect(answers.every(({ probability }) => probability >= 0)).toBe(true);
        expect(answers.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 12);
        expect(softmax(belief.logWeights)[0]).toBeGreaterThan(0);
        expect(costOf(model, belief, itemIndex(5))[0]!.bits).toBeGreaterThan(0);
      }
    }
  });
});
