/** The claims about expected risk and choice, on random models. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectedRiskOfTwo } from '../../../test/support/expectedRiskOfTwo.ts';
import { randomAnswers, randomModel } from '../../../test/support/models.ts';
import type { FactorModel } from '../../factorization/index.ts';
import { type Belief, observe, rowOf, startBelief } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import { itemIndex } from '../../ratings/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { expectedRiskByEnvelope } from '../risk/expectedRisk.ts';
import { Candidates } from '../scan/candidates.ts';
import { Catalogue } from '../scan/catalogue.ts';
import { GapScan } from '../scan/gapScan.ts';
import { squaredSeparation } from '../scan/squaredSeparation.ts';
import { createStrategy } from './registry.ts';

const situations = fc.record({
  items: fc.integer({ min: 2, max: 25 }),
  dimension: fc.integer({ min: 1, max: 6 }),
  types: fc.integer({ min: 2, max: 7 }),
  seed: fc.nat(),
  answers: fc.nat({ max: 24 }),
  ridge: fc.double({ min: 0.1, max: 100, noNaN: true }),
});
type Situation = typeof situations extends fc.Arbitrary<infer S> ? S : never;

function settle({ answers: answerCount, ridge, ...spec }: Situation, answerSeed = spec.seed) {
  const model = randomModel(spec);
  const items = randomAnswers(model, Math.min(answerCount, spec.items - 1), spec.seed).map(({ item }) => item);
  const stream = derive(answerSeed, 'answers');
  const answers = items.map((item) => ({ item, answer: 1 + stream.below(5) }));
  let belief = startBelief(model, { ridge });
  let candidates = Candidates.all(spec.items);
  for (const { item, answer } of answers) {
    belief = belief.afterAll(observe(model, item, answer));
    candidates = candidates.without(item);
  }
  const open = Array.from(candidates.items).filter((item) => candidates.isOpen(itemIndex(item)));
  return { model, belief, candidates, answers, open };
}

const riskOf = (model: FactorModel, belief: Belief, item: number) => {
  const { means, spread } = belief.predict(rowOf(model, itemIndex(item)));
  const sd = Math.sqrt(belief.parameters.noiseVariance * (1 + spread));
  return expectedRiskByEnvelope(belief.posterior(), belief.logWeights, means, sd);
};

const two = situations.map((situation) => ({ ...situation, types: 2 }));

describe('expected risk', () => {
  it('is never above the present risk, nor below zero', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { model, belief, open } = settle(situation);
        for (const item of open) {
          const risk = riskOf(model, belief, item);
          expect(risk).toBeLessThanOrEqual(belief.risk() + 1e-12);
          expect(risk).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('by the envelope equals the closed form for two types', () => {
    fc.assert(
      fc.property(two, (situation) => {
        const { model, belief, open } = settle(situation);
        for (const item of open) {
          const { means, spread } = belief.predict(rowOf(model, itemIndex(item)));
          const sd = Math.sqrt(belief.parameters.noiseVariance * (1 + spread));
          const closed = expectedRiskOfTwo(belief.posterior(), belief.logWeights, Math.abs(means[1]! - means[0]!) / sd);
          expect(Math.abs(riskOf(model, belief, item) - closed)).toBeLessThan(1e-13);
        }
      }),
    );
  });

  it('by the envelope equals plain numerical integration', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            mean: fc.double({ min: 1, max: 5, noNaN: true }),
            weight: fc.double({ min: 0.05, max: 1, noNaN: true }),
          }),
          {
            minLength: 2,
            maxLength: 7,
          },
        ),
        fc.double({ min: 0.3, max: 2, noNaN: true }),
        (lines, sd) => {
          const total = lines.reduce((sum, { weight }) => sum + weight, 0);
          const posterior = lines.map(({ weight }) => weight / total);
          const means = lines.map(({ mean }) => mean);
          // Trapezium rule over twelve standard deviations; the kinks cost about the square of the step.
          const step = 1e-3;
          let integral = 0;
          for (let x = 1 - 6 * sd; x < 5 + 6 * sd; x += step) {
            const density = (t: number) => (posterior[t]! * Math.exp(-0.5 * ((x - means[t]!) / sd) ** 2)) / sd;
            integral += Math.max(...means.map((_, t) => density(t))) * step;
          }
          const expected = 1 - integral / Math.sqrt(2 * Math.PI);
          const actual = expectedRiskByEnvelope(posterior, posterior.map(Math.log), means, sd);
          expect(Math.abs(actual - expected)).toBeLessThan(1e-5);
        },
      ),
      { numRuns: 30 },
    );
  });

  it.each([
    ['all means equal: the present risk', [3, 3, 3], [0.2, 0.5, 0.3], 0.5],
    ['two types alike, one apart and unlikely', [3, 3, 30], [0.6, 0.3, 0.1], 0.3],
    ['far apart: no risk', [0, 100, 200], [0.3, 0.3, 0.4], 0],
  ])('%s', (_, means, posterior, expected) => {
    expect(expectedRiskByEnvelope(posterior, posterior.map(Math.log), means, 1)).toBeCloseTo(expected, 12);
  });

  it('of two types without a gap is the smaller posterior', () => {
    expect(expectedRiskOfTwo([0.3, 0.7], [Math.log(0.3), Math.log(0.7)], 0)).toBe(0.3);
  });

  it('stays exact when it is tiny: no cancellation against one', () => {
    const logWeights = [0, -60];
    const posterior = [1, Math.exp(-60)];
    const closed = expectedRiskOfTwo(posterior, logWeights, 2);
    expect(closed).toBeGreaterThan(0);
    expect(expectedRiskByEnvelope(posterior, logWeights, [1, 3], 1) / closed).toBeCloseTo(1, 9);
  });
});

describe('the choice for two types', () => {
  it('by separation has the smallest expected risk, within 1e-12', () => {
    fc.assert(
      fc.property(two, (situation) => {
        const { model, belief, candidates, answers, open } = settle(situation);
        const { item } = createStrategy({ model, seed: 1 }, 'separation').next(belief, candidates, answers)!;
        const smallest = Math.min(...open.map((other) => riskOf(model, belief, other)));
        expect(riskOf(model, belief, item) - smallest).toBeLessThan(1e-12);
      }),
    );
  });

  it('does not depend on the answers, only on what was answered', () => {
    fc.assert(
      fc.property(two, fc.nat(), (situation, otherAnswers) => {
        const first = settle(situation);
        const second = settle(situation, otherAnswers);
        const choose = ({ model, belief, candidates, answers }: typeof first) =>
          createStrategy({ model, seed: 1 }, 'separation').next(belief, candidates, answers)!.item;
        expect(choose(second)).toBe(choose(first));
      }),
    );
  });

  const separationOf = (model: FactorModel, belief: Belief, item: number) => {
    const { means, spread } = belief.predict(rowOf(model, itemIndex(item)));
    return squaredSeparation(means[1]! - means[0]!, spread);
  };

  it('is that of the paper’s own implementations while the posterior is below 1 - 1e-6 and their scores can tell', () => {
    let told = 0;
    fc.assert(
      fc.property(two, (situation) => {
        const { model, belief, candidates, answers, open } = settle(situation);
        fc.pre(belief.confidence() < 1 - 1e-6);
        const choose = (name: string) =>
          createStrategy({ model, seed: 1 }, name).next(belief, candidates, answers)!.item;
        const best = choose('separation');
        const bestRisk = riskOf(model, belief, best);
        // When no single answer can change the most likely type, the risks of all items agree to the last digit, and
        // so do the paper's scores, whatever the separations. Then its choice is a matter of rounding.
        const canTell = open.every(
          (item) =>
            separationOf(model, belief, item) > separationOf(model, belief, best) * (1 - 1e-6) ||
            riskOf(model, belief, item) - bestRisk > 1e-10 * bestRisk,
        );
        for (const name of ['fbcSelection', 'incFbc']) {
          const theirs = choose(name);
          expect(riskOf(model, belief, theirs) - bestRisk).toBeLessThan(1e-12);
          if (canTell) {
            expect(separationOf(model, belief, theirs)).toBeGreaterThan(separationOf(model, belief, best) * (1 - 1e-6));
          }
        }
        if (canTell) told++;
      }),
      { numRuns: 80 },
    );
    expect(told).toBeGreaterThan(40);
  });

  it('is also that of PointEst over the factor-based classifier with the same ridge', () => {
    // At the point estimate the error under the likelier type is 0 and under the other the whole gap, so the log odds
    // grow by D^2 / 2: the surest look-ahead is the largest separation.
    fc.assert(
      fc.property(two, (situation) => {
        const { model, belief, candidates, answers } = settle(situation);
        fc.pre(belief.confidence() < 1 - 1e-6);
        const beliefOptions = { ridge: situation.ridge };
        const [exact, pointEstimate] = ['separation', 'pointEstimate'].map(
          (name) => createStrategy({ model, seed: 1, beliefOptions }, name).next(belief, candidates, answers)!.item,
        );
        const reached = separationOf(model, belief, pointEstimate!);
        expect(reached / separationOf(model, belief, exact!)).toBeGreaterThan(1 - 1e-6);
      }),
    );
  });

  it('by the envelope is that of separation, also where all risks are equal', () => {
    fc.assert(
      fc.property(two, (situation) => {
        const { model, belief, candidates, answers } = settle(situation);
        const [first, second] = ['separation', 'envelope'].map(
          (name) => createStrategy({ model, seed: 1 }, name).next(belief, candidates, answers)!.item,
        );
        const reached = separationOf(model, belief, second!);
        expect(reached / separationOf(model, belief, first!)).toBeGreaterThan(1 - 1e-9);
      }),
    );
  });

  it('goes on where the paper’s score underflows and all items tie', () => {
    const model = randomModel({ items: 30, dimension: 3, types: 2, seed: 3 });
    const row = rowOf(model, itemIndex(0));
    let belief = startBelief(model, { ridge: 5 });
    // A thousand improbable answers: exp(-r'Mr / 2 s2) is 0 in double precision.
    for (let n = 0; n < 1000; n++) belief = belief.after({ row, value: n % 2 ? 5 : 1 });
    const candidates = Candidates.all(30).without(itemIndex(0));
    const exact = createStrategy({ model, seed: 1 }, 'separation').next(belief, candidates, [])!.item;
    const risks = Array.from({ length: 29 }, (_, n) => riskOf(model, belief, n + 1));
    expect(riskOf(model, belief, exact)).toBe(Math.min(...risks));
    expect(createStrategy({ model, seed: 1 }, 'incFbc').next(belief, candidates, [])!.item).toBe(1);
  });
});

describe('the catalogue', () => {
  it('kept in step with the belief equals predicting each item anew', () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const { model, belief, candidates } = settle(situation);
        const catalogue = new Catalogue(model, candidates.items);
        // Through every belief on the way, then back to the start and straight to the end.
        const chain: Belief[] = [];
        for (let at: Belief | undefined = belief; at; at = at.previous) chain.unshift(at);
        for (const at of [...chain, chain[0]!, belief]) {
          catalogue.moveTo(at);
          for (let position = 0; position < candidates.items.length; position++) {
            const { means, spread } = at.predict(rowOf(model, candidates.itemAt(position)));
            expect(Math.abs(catalogue.rows[0]!.spreads[position]! - spread)).toBeLessThan(1e-9 * Math.max(1, spread));
            for (const [t, mean] of means.entries())
              expect(catalogue.rows[0]!.means[t]![position]).toBeCloseTo(mean, 8);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('the single-precision scan', () => {
  const kernels = loadKernels('plain');
  const interview = (model: FactorModel, withKernels: boolean) => {
    const strategy = createStrategy({ model, seed: 1, ...(withKernels ? { kernels } : {}) }, 'separation');
    const stream = derive(9, 'answers');
    let belief = startBelief(model, { ridge: 3 });
    let candidates = Candidates.all(model.items.size);
    const asked: number[] = [];
    for (let n = 0; n < 80; n++) {
      const { item } = strategy.next(belief, candidates, [])!;
      asked.push(item);
      candidates = candidates.without(item);
      belief = belief.after({ row: rowOf(model, item), value: 1 + stream.below(5) });
    }
    return asked;
  };

  it('asks the same 80 questions of 6,001 items as double precision does', () => {
    const model = randomModel({ items: 6001, dimension: 7, types: 2, seed: 17 });
    expect(interview(model, true)).toEqual(interview(model, false));
  });

  it('leaves the choice to double precision when too many items are too close', () => {
    const model = randomModel({ items: 6000, dimension: 2, types: 2, seed: 1 });
    const flat = { ...model, rows: { ...model.rows, biases: model.rows.biases.map((_, at) => 3 + (at % 2)) } };
    const same = { ...flat, rows: { ...flat.rows, profiles: flat.rows.profiles.map(() => 0.1) } };
    const scan = new GapScan(same, Candidates.all(6000).items, kernels);
    expect(scan.shortlist(startBelief(same), Candidates.all(6000))).toBeUndefined();
    const strategy = createStrategy({ model: same, seed: 1, kernels }, 'separation');
    expect(strategy.next(startBelief(same), Candidates.of([...Array(6000).keys()].slice(7)), [])?.item).toBe(7);
  });
});
