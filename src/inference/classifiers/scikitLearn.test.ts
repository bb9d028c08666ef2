/** Agreement with scikit-learn and SciPy on the fixture that `fixtures/make_fixture.py` writes. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packRows, type SparseVector, trainLogistic, trainMultinomial, trainSvm } from './index.ts';
import { fitSigmoid } from './svm/platt.ts';

interface Case {
  readonly types: number;
  readonly labels: number[];
  readonly training: SparseVector[];
  readonly testing: SparseVector[];
  readonly logistic: { coefficients: number[][]; intercepts: number[]; probabilities: number[][] };
  readonly multinomial: { logProbabilities: number[][]; logPriors: number[]; probabilities: number[][] };
  readonly svm: { gamma: number; decisions: number[][]; probabilities: number[][] };
}
interface Fixture {
  readonly versions: Record<string, string>;
  readonly columns: number;
  readonly ridge: number;
  readonly smoothing: number;
  readonly cost: number;
  readonly cases: Case[];
  readonly platt: { decisions: number[]; signs: number[]; slope: number; offset: number };
}

const fixture: Fixture = JSON.parse(readFileSync(new URL('./fixtures/scikit-learn.json', import.meta.url), 'utf8'));

function largestDifference(ours: Iterable<number>, theirs: Iterable<number>): number {
  const expected = [...theirs];
  const actual = [...ours];
  expect(actual.length).toBe(expected.length);
  return Math.max(...actual.map((value, i) => Math.abs(value - expected[i]!)));
}

describe.each(fixture.cases)(`scikit-learn ${fixture.versions['scikit-learn']}, $types types`, (example) => {
  const { types, labels } = example;
  const rows = packRows(fixture.columns, example.training);

  it('fits the same logistic regression', () => {
    const classifier = trainLogistic(rows, labels, types, { ridge: fixture.ridge, tolerance: 1e-10 });
    const { weights, intercepts } = classifier.model;
    // scikit-learn stores one line for two types, that of the second.
    const from = types === 2 ? 1 : 0;
    expect(
      largestDifference(weights.subarray(from * fixture.columns), example.logistic.coefficients.flat()),
    ).toBeLessThan(1e-8);
    expect(largestDifference(intercepts.subarray(from), example.logistic.intercepts)).toBeLessThan(1e-8);
    const probabilities = example.testing.flatMap((history) => [...classifier.probabilities(history)]);
    expect(largestDifference(probabilities, example.logistic.probabilities.flat())).toBeLessThan(1e-8);
  });

  it('fits the same multinomial naive Bayes', () => {
    const classifier = trainMultinomial(rows, labels, types, { smoothing: fixture.smoothing });
    const { weights, intercepts } = classifier.model;
    expect(largestDifference(weights, example.multinomial.logProbabilities.flat())).toBeLessThan(1e-12);
    expect(largestDifference(intercepts, example.multinomial.logPriors)).toBeLessThan(1e-12);
    const probabilities = example.testing.flatMap((history) => [...classifier.probabilities(history)]);
    expect(largestDifference(probabilities, example.multinomial.probabilities.flat())).toBeLessThan(1e-12);
  });

  it('reaches the same support vector decisions and probabilities', () => {
    const expected = example.svm.decisions.flat();
    const alone = trainSvm(rows, labels, types, { cost: fixture.cost, tolerance: 1e-9 });
    expect(alone.model.gamma).toBeCloseTo(example.svm.gamma, 12);
    expect(
      largestDifference(
        example.testing.flatMap((history) => [...alone.decision(history)]),
        expected,
      ),
    ).toBeLessThan(1e-6);

    const probabilities = example.testing.flatMap((history) => [...alone.probabilities(history)]);
    expect(largestDifference(probabilities, example.svm.probabilities.flat())).toBeLessThan(1e-6);
  });
});

it(`finds the sigmoid that SciPy ${fixture.versions['scipy']} finds`, () => {
  const { decisions, signs, slope, offset } = fixture.platt;
  const sigmoid = fitSigmoid(decisions, signs);
  expect(sigmoid.slope).toBeCloseTo(slope, 8);
  expect(sigmoid.offset).toBeCloseTo(offset, 8);
});
