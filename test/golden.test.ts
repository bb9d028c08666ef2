/** Belief, expected risk and choice against values from an independent program (test/golden/README.md). */
import { describe, expect, it } from 'vitest';
import { Belief, rowOf } from '../src/inference/index.ts';
import { choleskyFactor, logDeterminant } from '../src/maths/index.ts';
import { itemIndex } from '../src/ratings/index.ts';
import { loadKernels } from '../src/runtime/index.ts';
import {
  Candidates,
  createStrategy,
  directScore,
  expectedRiskByEnvelope,
  GapScan,
  squaredSeparation,
} from '../src/selection/index.ts';
import binaryPrior from './golden/binary-prior.json' with { type: 'json' };
import binaryUniform from './golden/binary-uniform.json' with { type: 'json' };
import sevenTypes from './golden/seven-types.json' with { type: 'json' };
import threeTypes from './golden/three-types.json' with { type: 'json' };
import { expectedRiskOfTwo } from './support/expectedRiskOfTwo.ts';
import { modelFrom } from './support/models.ts';

interface GoldenStep {
  readonly answered: readonly (readonly number[])[];
  readonly posterior: readonly number[];
  readonly profiles: readonly (readonly number[])[];
  readonly logDetSigma: number;
  readonly predictiveMean: Readonly<Record<string, readonly number[]>>;
  readonly predictiveVariance: Readonly<Record<string, number>>;
  readonly expectedRisk: Readonly<Record<string, number>>;
  readonly best: number;
  readonly paperScore?: Readonly<Record<string, number>>;
  readonly separationSquared?: Readonly<Record<string, number>>;
}

const DOUBLE_PRECISION = 1e-9;

/**
 * The scan works in single precision: profiles, gaps and spreads are rounded to 24 bits (6e-8), and each of up to six
 * answers rounds them again. That leaves about 1e-6 of the largest separation.
 */
const SINGLE_PRECISION = 1e-5;

const close = (actual: number, expected: number, tolerance = DOUBLE_PRECISION) =>
  expect(Math.abs(actual - expected)).toBeLessThan(tolerance * Math.max(1, Math.abs(expected)));

describe.each([
  ['two types, uniform prior', binaryUniform],
  ['two types, another prior', binaryPrior],
  ['three types', threeTypes],
  ['seven types', sevenTypes],
])('golden values: %s', (_, { cases }) => {
  describe.each(cases.map((golden, number) => [number, golden] as const))('case %i', (_, golden) => {
    const model = modelFrom({
      profiles: golden.itemProfiles,
      biases: golden.typeBiases,
      noiseVariance: golden.noiseVariance,
      prior: golden.prior,
    });
    const { lambda_: ridge, noiseVariance, prior } = golden;
    const steps = golden.steps as unknown as readonly GoldenStep[];
    const dimension = model.dimension;
    const start = Belief.start({ dimension, prior, ridge, noiseVariance });
    const situations = steps.map((step) => {
      const answered = step.answered.map(([item, rating]) => ({ item: itemIndex(item!), answer: rating! }));
      const belief = start.afterAll(answered.map(({ item, answer }) => ({ row: rowOf(model, item), value: answer })));
      const closed = new Set<number>(answered.map(({ item }) => item));
      let candidates = Candidates.all(model.items.size);
      for (const { item } of answered) candidates = candidates.without(item);
      const open = Array.from({ length: model.items.size }, (_, item) => item).filter((item) => !closed.has(item));
      return { step, belief, candidates, open, answered };
    });

    it('posterior, profiles and determinant', () => {
      for (const { step, belief } of situations) {
        for (const [t, probability] of step.posterior.entries()) close(belief.posterior()[t]!, probability);
        for (const [at, entry] of step.profiles.flat().entries()) close(belief.profileMeans[at]!, entry);
        // det(Sigma) = 1 / det(P).
        const inverse = belief.covariance.slice();
        expect(choleskyFactor(inverse, dimension)).toEqual({ ok: true });
        close(-logDeterminant(inverse, dimension), step.logDetSigma);
      }
    });

    it('predictions and expected risks of every item', () => {
      for (const { step, belief, open } of situations) {
        expect(Object.keys(step.expectedRisk).map(Number)).toEqual(open);
        for (const item of open) {
          const { means, spread } = belief.predict(rowOf(model, itemIndex(item)));
          for (const [t, mean] of step.predictiveMean[item]!.entries()) close(means[t]!, mean);
          const variance = noiseVariance * (1 + spread);
          close(variance, step.predictiveVariance[item]!);
          const posterior = belief.posterior();
          const risk = expectedRiskByEnvelope(posterior, belief.logWeights, means, Math.sqrt(variance));
          close(risk, step.expectedRisk[item]!);
          if (step.separationSquared !== undefined) {
            const squared = squaredSeparation(means[1]! - means[0]!, spread) / noiseVariance;
            close(squared, step.separationSquared[item]!);
            close(expectedRiskOfTwo(posterior, belief.logWeights, Math.sqrt(squared)), step.expectedRisk[item]!);
          }
        }
      }
    });

    it('the choice of every exact strategy', () => {
      const names = golden.types === 2 ? ['separation', 'envelope', 'fbcSelection', 'incFbc'] : ['envelope'];
      for (const name of names) {
        const strategy = createStrategy({ model, seed: 1 }, name);
        for (const { step, belief, candidates, answered } of situations) {
          expect(strategy.next(belief, candidates, answered)?.item).toBe(step.best);
        }
      }
    });

    if (golden.types === 2) {
      it('the single-precision scan lists the best item', () => {
        const scan = new GapScan(model, Candidates.all(model.items.size).items, loadKernels('plain'));
        for (const { step, belief, candidates, open } of situations) {
          const listed = [...scan.shortlist(belief, candidates)!];
          expect(listed).toContain(step.best);
          for (const item of open) {
            const squared = scan.squaredSeparationAt(item) / noiseVariance;
            close(squared, step.separationSquared![item]!, SINGLE_PRECISION);
          }
        }
      });
    }

    if (golden.steps.some((step) => 'paperScore' in step)) {
      it('the paper’s score of every item', () => {
        for (const { step, belief, open } of situations) {
          for (const item of open) {
            const score = directScore(model, belief, belief.observations(), itemIndex(item));
            const expected = step.paperScore![item]!;
            expect(Math.abs(score / expected - 1)).toBeLessThan(DOUBLE_PRECISION);
          }
        }
      });
    }
  });
});
