import { expect, it } from 'vitest';
import { curvesOf } from '../figures/curveTask.ts';
import { emptyNumericOutcomes } from '../interviews/outcomes.ts';
import { numericAuditSpec } from '../spec/numericSpec.ts';
import { resamplesOf } from '../statistics/bootstrap.ts';
import { bandFindings } from './numericSummaries.ts';

it('a band that guesses what the number does has the same interval, and no difference', async () => {
  const people = 80;
  const numbers = Float64Array.from({ length: people }, (_, n) => 20 + ((n * 37) % 50));
  const fill = (value: number) => new Float64Array(people).fill(value);
  const truth = { truth: numbers, bounded: numbers, blindMeans: fill(44), blindMedians: fill(45) };
  const spec = numericAuditSpec({ attribute: 'age', maxQuestions: 1, compareAt: [1], resamples: 200, folds: 2 });
  const outcomes = emptyNumericOutcomes(people, 1);
  outcomes.lengths.fill(1);
  for (let n = 0; n < people; n++) {
    outcomes.means[2 * n] = 44;
    outcomes.means[2 * n + 1] = 44 + 0.3 * (numbers[n]! - 44) + (n % 7) - 3;
  }
  outcomes.deviations.fill(10);
  const target = { about: 'number', ...truth, outcomes, coverage: spec.coverage } as const;
  const key = { target: spec.attribute, attacker: 'one', variant: 'real', cohort: 'survivors' } as const;
  const [curve] = await curvesOf([{ key, target }], spec, undefined, {});
  const bands = { mostLikely: outcomes.means, weighted: outcomes.means };
  const [mostLikely, weighted] = bandFindings(
    outcomes,
    bands,
    truth,
    resamplesOf(people, spec.seed, spec.resamples),
    spec,
  );
  const { value, low, high } = curve!.points[1]!.mae!;
  expect(mostLikely!.mae!.value).toBeCloseTo(value, 12);
  expect(mostLikely!.mae!.low).toBeCloseTo(low, 12);
  expect(mostLikely!.mae!.high).toBeCloseTo(high, 12);
  expect(weighted!.mae).toEqual(mostLikely!.mae);
  expect(weighted!.maeDifference).toEqual({ value: 0, low: 0, high: 0 });
});
