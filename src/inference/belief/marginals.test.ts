import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { randomJointModel } from '../../../test/support/jointModels.ts';
import { randomAnswers, randomModel } from '../../../test/support/models.ts';
import { createModel } from '../../factorization/index.ts';
import { softmax } from '../../maths/index.ts';
import { itemIndex } from '../../ratings/index.ts';
import { observe, rowOf, startBelief } from '../index.ts';
import { logMarginals, marginal } from './marginals.ts';

interface Fixture {
  readonly ridge: number;
  readonly noiseVariance: number;
  readonly profiles: readonly number[][];
  readonly biases: readonly number[][];
  readonly prior: readonly number[];
  readonly values: readonly number[];
  readonly marginals: readonly number[][];
}
const fixture = JSON.parse(readFileSync(new URL('../fixtures/joint.json', import.meta.url), 'utf8')) as Fixture;

describe('marginals', () => {
  it('are those that scipy finds from the densities of two rows per item', () => {
    const base = randomJointModel({ items: 6, dimension: 3, shape: [2, 3], rows: 2, seed: 1 });
    const model = createModel({
      ...base,
      typePriors: Float64Array.from(fixture.prior),
      noiseVariance: fixture.noiseVariance,
      rows: {
        ...base.rows,
        profiles: Float64Array.from(fixture.profiles.flat()),
        biases: Float64Array.from(fixture.biases.flat()),
      },
    });
    const belief = startBelief(model, { ridge: fixture.ridge }).afterAll(
      fixture.values.map((value, row) => ({ row: rowOf(model, itemIndex(Math.floor(row / 2)), row % 2), value })),
    );
    for (const [at, name] of ['a', 'b'].entries()) {
      const found = marginal(model, belief.posterior(), name);
      expect(found).toHaveLength(fixture.marginals[at]!.length);
      for (const [value, share] of found.entries()) expect(share).toBeCloseTo(fixture.marginals[at]![value]!, 9);
    }
  });

  it('add up to one, and the logarithms agree with them after any answers', () => {
    const situations = fc.record({
      shape: fc.array(fc.integer({ min: 2, max: 4 }), { minLength: 1, maxLength: 3 }),
      rows: fc.constantFrom(1 as const, 2 as const),
      seed: fc.nat(),
      answers: fc.nat({ max: 6 }),
    });
    fc.assert(
      fc.property(situations, ({ shape, rows, seed, answers }) => {
        const model = randomJointModel({ items: 6, dimension: 2, shape, rows, seed });
        let belief = startBelief(model);
        for (const { item, answer } of randomAnswers(model, answers, seed)) {
          belief = belief.afterAll(observe(model, item, answer));
        }
        const logs = logMarginals(model, belief.logWeights);
        for (const [at, { name }] of model.attributes!.entries()) {
          const shares = marginal(model, belief.posterior(), name);
          expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
          for (const [value, share] of softmax(logs[at]!).entries()) expect(share).toBeCloseTo(shares[value]!, 12);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('stay finite in logarithms where probabilities would underflow', () => {
    const model = randomJointModel({ items: 2, dimension: 1, shape: [2, 2], rows: 1, seed: 1 });
    const [a, b] = logMarginals(model, [0, -1, -2000, -2001]);
    const log = Math.log(1 + Math.exp(-1));
    expect(a![1]! - a![0]!).toBeCloseTo(-2000, 9);
    expect(a![0]).toBeCloseTo(log, 12);
    expect(b![1]! - b![0]!).toBeCloseTo(-1, 12);
  });

  it('of a model of one attribute are the posterior, and of an unknown attribute an error', () => {
    const model = randomModel({ items: 2, dimension: 1, types: 3, seed: 1 });
    expect(Array.from(marginal(model, [0.2, 0.3, 0.5], 'type'))).toEqual([0.2, 0.3, 0.5]);
    expect(failure(() => marginal(model, [0.2, 0.3, 0.5], 'age'))).toMatch(
      /^ATTRIBUTE_UNKNOWN: there is no attribute "age" in the model; there is "type" -> name one of "type"/,
    );
  });
});
