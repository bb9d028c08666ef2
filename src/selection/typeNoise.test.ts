import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../test/support/failure.ts';
import { randomAnswers, randomModel } from '../../test/support/models.ts';
import { type Belief, observe, rowOf, startBelief, TypeBeliefs, typeNoiseClassifier } from '../inference/index.ts';
import { derive, normalCdf, softmax } from '../numeric/index.ts';
import { itemIndex } from '../ratings/index.ts';
import { Candidates } from './candidates.ts';
import { expectedRiskByEnvelope, expectedRiskOfTwo } from './expectedRisk.ts';
import { createStrategy } from './registry.ts';
import { expectedRiskByCrossings } from './riskByCrossings.ts';

const shapes = fc.array(
  fc.record({
    mean: fc.double({ min: 1, max: 5, noNaN: true }),
    sd: fc.double({ min: 0.2, max: 3, noNaN: true }),
    weight: fc.double({ min: 0.02, max: 1, noNaN: true }),
  }),
  { minLength: 2, maxLength: 6 },
);

function unpack(shape: readonly { mean: number; sd: number; weight: number }[]) {
  const total = shape.reduce((sum, { weight }) => sum + weight, 0);
  const posterior = shape.map(({ weight }) => weight / total);
  // Log weights are known up to a constant only.
  const logWeights = posterior.map((share) => Math.log(share) - 700);
  return { posterior, logWeights, means: shape.map(({ mean }) => mean), sds: shape.map(({ sd }) => sd) };
}

describe('expected risk by crossings', () => {
  it('equals plain numerical integration', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const { posterior, logWeights, means, sds } = unpack(shape);
        // Trapezium rule; the kinks cost about the square of the step.
        const step = 2e-3;
        let integral = 0;
        for (let x = -20; x < 26; x += step) {
          const densities = means.map(
            (mean, t) => (posterior[t]! / sds[t]!) * Math.exp(-0.5 * ((x - mean) / sds[t]!) ** 2),
          );
          integral += Math.max(...densities) * step;
        }
        const expected = 1 - integral / Math.sqrt(2 * Math.PI);
        expect(Math.abs(expectedRiskByCrossings(posterior, logWeights, means, sds) - expected)).toBeLessThan(1e-5);
      }),
      { numRuns: 40 },
    );
  });

  it('equals the envelope where the spreads are equal, and nearly so where they nearly are', () => {
    fc.assert(
      fc.property(shapes, fc.double({ min: 0.2, max: 2, noNaN: true }), fc.nat({ max: 20 }), (shape, sd, digits) => {
        const { posterior, logWeights, means } = unpack(shape);
        const expected = expectedRiskByEnvelope(posterior, logWeights, means, sd);
        const equal = means.map(() => sd);
        expect(Math.abs(expectedRiskByCrossings(posterior, logWeights, means, equal) - expected)).toBeLessThan(1e-13);
        const unequal = means.map((_, t) => sd * (1 + t * 10 ** -(digits / 2 + 6)));
        const nearly = expectedRiskByCrossings(posterior, logWeights, means, unequal);
        expect(Math.abs(nearly - expected)).toBeLessThan(20 * 10 ** -(digits / 2 + 6) + 1e-13);
      }),
    );
  });

  it('of two types with one mean: right within the crossings, wrong outside', () => {
    const turn = Math.sqrt((2 * Math.log(4)) / (1 / 0.25 - 1 / 4));
    const expected = 0.5 * 2 * normalCdf(-turn / 0.5) + 0.5 * (1 - 2 * normalCdf(-turn / 2));
    const half = [Math.log(0.5), Math.log(0.5)];
    expect(expectedRiskByCrossings([0.5, 0.5], half, [3, 3], [0.5, 2])).toBeCloseTo(expected, 13);
  });

  it.each([
    ['nothing to tell apart: the present risk', [0.2, 0.5, 0.3], [3, 3, 3], [1, 1, 1], 0.5],
    ['one type that always wins: the present risk', [1e-9, 1 - 1e-9], [3, 3.1], [1, 1.1], 1e-9],
    ['far apart: no risk', [0.3, 0.3, 0.4], [0, 100, 200], [1, 2, 0.5], 0],
  ])('%s', (_, posterior, means, sds, expected) => {
    expect(expectedRiskByCrossings(posterior, posterior.map(Math.log), means, sds)).toBeCloseTo(expected, 12);
  });

  it('stays exact when it is tiny', () => {
    const [logWeights, posterior] = [
      [0, -60],
      [1, Math.exp(-60)],
    ];
    const closed = expectedRiskOfTwo(posterior, logWeights, 2);
    expect(expectedRiskByCrossings(posterior, logWeights, [1, 3], [1, 1]) / closed).toBeCloseTo(1, 9);
    // With a spread a hair wider the far crossing lies where nothing is left.
    expect(expectedRiskByCrossings(posterior, logWeights, [1, 3], [1, 1 + 1e-9]) / closed).toBeCloseTo(1, 5);
  });
});

const situations = fc.record({
  items: fc.integer({ min: 2, max: 12 }),
  dimension: fc.integer({ min: 1, max: 4 }),
  types: fc.integer({ min: 2, max: 5 }),
  seed: fc.nat(),
  answers: fc.nat({ max: 11 }),
  ridge: fc.double({ min: 0.1, max: 50, noNaN: true }),
});
type Situation = typeof situations extends fc.Arbitrary<infer S> ? S : never;

function settle({ answers: count, ridge, ...spec }: Situation) {
  const model = randomModel(spec);
  const stream = derive(spec.seed, 'noises');
  const noiseVariances = model.typeLabels.map(() => 0.3 + 2 * stream.uniform());
  const answers = randomAnswers(model, Math.min(count, spec.items - 1), spec.seed);
  let belief: Belief = startBelief(model, { ridge });
  let candidates = Candidates.all(spec.items);
  for (const { item, answer } of answers) {
    belief = belief.afterAll(observe(model, item, answer));
    candidates = candidates.without(item);
  }
  const open = Array.from(candidates.items, itemIndex).filter((item) => candidates.isOpen(item));
  return { model, noiseVariances, answers, belief, candidates, open, ridge };
}

describe('the choice', () => {
  it('with equal noise is that of separation for two types', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { model, belief, candidates, answers } = settle({ ...situation, types: 2 });
        const [exact, ours] = ['separation', 'typeNoise'].map((name) => {
          const { item } = createStrategy({ model, seed: 1 }, name).next(belief, candidates, answers)!;
          const { means, spread } = belief.predict(rowOf(model, item));
          return (means[1]! - means[0]!) ** 2 / (1 + spread);
        });
        expect(ours! / exact!).toBeGreaterThan(1 - 1e-9);
      }),
    );
  });

  it('with equal noise is that of the envelope for any number of types', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { model, belief, candidates, answers } = settle(situation);
        const [exact, ours] = ['envelope', 'typeNoise'].map((name) => {
          const { item } = createStrategy({ model, seed: 1 }, name).next(belief, candidates, answers)!;
          const { means, spread } = belief.predict(rowOf(model, item));
          const sd = Math.sqrt(model.noiseVariance * (1 + spread));
          return expectedRiskByEnvelope(belief.posterior(), belief.logWeights, means, sd);
        });
        expect(Math.abs(ours! - exact!)).toBeLessThan(1e-12);
      }),
    );
  });

  it('has the smallest risk that asking every item and every answer in turn would find', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { model, noiseVariances, belief, candidates, answers, open, ridge } = settle(situation);
        let state = typeNoiseClassifier(model, { ridge, noiseVariances }).begin();
        for (const { item, answer } of answers) state = state.after(item, answer);
        const posterior = state.probabilities();
        const beliefs = TypeBeliefs.start(belief.parameters, noiseVariances).afterAll(belief.observations());
        const risks = open.map((item) => {
          const { means, variances } = beliefs.predict(rowOf(model, item));
          const reach = 7 * Math.sqrt(Math.max(...variances));
          const step = reach / 1000;
          let risk = 0;
          for (let x = Math.min(...means) - reach; x < Math.max(...means) + reach; x += step) {
            const density = means.reduce(
              (sum, mean, t) =>
                sum + (posterior[t]! * Math.exp(-0.5 * ((x - mean) ** 2 / variances[t]!))) / Math.sqrt(variances[t]!),
              0,
            );
            if (density > 1e-12) risk += density * (1 - Math.max(...softmax(state.logWeightsWith(item, x)))) * step;
          }
          return risk / Math.sqrt(2 * Math.PI);
        });
        const strategy = createStrategy({ model, seed: 1, noiseVariances }, 'typeNoise');
        const { item } = strategy.next(belief, candidates, answers)!;
        expect(risks[open.indexOf(item)]! - Math.min(...risks)).toBeLessThan(2e-4);
      }),
      { numRuns: 25 },
    );
  });

  it('depends on the answers even for two types, which it never does with equal noise', () => {
    const differing = (noiseVariances: readonly number[] | undefined) =>
      Array.from({ length: 40 }, (_, seed) => seed).filter((seed) => {
        const model = randomModel({ items: 12, dimension: 3, types: 2, seed });
        const chosen = [1, 5].map((answer) => {
          const observations = [0, 1, 2, 3].flatMap((item) => observe(model, itemIndex(item), answer));
          const belief = startBelief(model, { ridge: 3 }).afterAll(observations);
          const strategy = createStrategy({ model, seed: 1, noiseVariances }, 'typeNoise');
          return strategy.next(belief, Candidates.of([4, 5, 6, 7, 8, 9, 10, 11]), [])!.item;
        });
        return chosen[0] !== chosen[1];
      }).length;
    expect(differing([0.3, 2])).toBeGreaterThan(5);
    expect(differing(undefined)).toBe(0);
  });

  it('refuses noise that does not fit the types', () => {
    const model = randomModel({ items: 3, dimension: 2, types: 3, seed: 1 });
    expect(failure(() => createStrategy({ model, seed: 1, noiseVariances: [1, 2] }, 'typeNoise'))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: noiseVariances is a list of 2; .* one for each group/,
    );
  });
});
