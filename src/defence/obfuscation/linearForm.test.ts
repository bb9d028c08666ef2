/** The classifier as a linear function of the ratings: against the filter, and against densities computed by SciPy. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelFrom, randomAnswers, randomModel } from '../../../test/support/models.ts';
import { observe, startBelief } from '../../inference/index.ts';
import { linearForm, logWeightsOf } from './linearForm.ts';
import { evidenceIn } from './targets.ts';
import { mostTelling } from './withhold.ts';

const fixture = JSON.parse(readFileSync(new URL('./fixtures/numpy.json', import.meta.url), 'utf8'));
const less = (values: Float64Array) => values.map((value) => value - Math.max(...values));

it('gives the log weights of the filter', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 6 }),
      fc.integer({ min: 1, max: 30 }),
      fc.nat(),
      fc.double({ min: 0.1, max: 200, noNaN: true }),
      (types, rated, seed, ridge) => {
        const model = randomModel({ items: 30, dimension: 4, types, seed });
        const answers = randomAnswers(model, rated, seed);
        const belief = answers.reduce(
          (before, { item, answer }) => before.afterAll(observe(model, item, answer)),
          startBelief(model, { ridge }),
        );
        const form = linearForm(
          model,
          answers.map(({ item }) => item),
          { ridge },
        );
        const weights = logWeightsOf(
          form,
          answers.map(({ answer }) => answer),
        );
        const expected = less(belief.logWeights);
        for (const [t, weight] of less(weights).entries()) expect(weight).toBeCloseTo(expected[t]!, 8);
      },
    ),
  );
});

describe.each(fixture.situations.map((_: unknown, n: number): [number] => [n]) as [number][])(
  'situation %i of SciPy',
  (n) => {
    const { items, ratings, ridge, influences, logWeights, withheld, evidence, separation, ...parts } =
      fixture.situations[n];
    const model = modelFrom(parts);

    it('influences and log weights', () => {
      const form = linearForm(model, items, { ridge });
      for (const [at, influence] of influences.flat().entries()) expect(form.influences[at]).toBeCloseTo(influence, 10);
      const weights = less(logWeightsOf(form, ratings));
      for (const [t, weight] of logWeights.entries()) expect(weights[t]).toBeCloseTo(weight, 9);
    });

    it('which ratings give away most', () => {
      expect(mostTelling(model, { indices: items, values: ratings }, withheld.length, { ridge })).toEqual(withheld);
    });

    if (evidence === undefined) return;
    it('evidence and separation', () => {
      const found = evidenceIn(model, { indices: items, values: ratings }, { ridge });
      expect(found.evidence).toBeCloseTo(evidence, 9);
      expect(found.separation).toBeCloseTo(separation, 9);
    });
  },
);
