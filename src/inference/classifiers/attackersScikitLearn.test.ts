/** Agreement with scikit-learn on the fixture that `fixtures/make_attackers_fixture.py` writes. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packRows, type SparseVector, trainBoosted, trainFeatureLogistic } from './index.ts';

interface LogisticCase {
  readonly name: string;
  readonly types: number;
  readonly columns: number;
  readonly labels: number[];
  readonly training: string[];
  readonly testing: string[];
  readonly probabilities: number[][];
  readonly chosen: number;
}
interface BoostedCase {
  readonly name: string;
  readonly types: number;
  readonly columns: number;
  readonly labels: number[];
  readonly trainingPeople: number;
  readonly people: string[];
  readonly aucs: number[];
}
interface Fixture {
  readonly versions: Record<string, string>;
  readonly ridge: number;
  readonly trees: { rounds: number; depth: number; rate: number; minPeople: number; leafRidge: number };
  readonly logistic: LogisticCase[];
  readonly boosted: BoostedCase[];
}

const fixture: Fixture = JSON.parse(readFileSync(new URL('./fixtures/attackers.json', import.meta.url), 'utf8'));

function history(digits: string): SparseVector {
  const indices = [...digits.matchAll(/[1-9]/g)].map((match) => match.index);
  return { indices, values: indices.map((at) => Number(digits[at])) };
}

describe.each(fixture.logistic)(`logistic of scikit-learn ${fixture.versions['scikit-learn']}, $name`, (example) => {
  const rows = packRows(example.columns, example.training.map(history));

  it('fits the same probabilities at the same ridge', () => {
    const options = { ridge: fixture.ridge, tolerance: 1e-9 };
    const classifier = trainFeatureLogistic(rows, example.labels, example.types, options);
    for (const [i, digits] of example.testing.entries()) {
      for (const [type, p] of classifier.probabilities(history(digits)).entries()) {
        expect(Math.abs(p - example.probabilities[i]![type]!)).toBeLessThan(1e-6);
      }
    }
  });

  it('chooses the same ridge', () => {
    const { model } = trainFeatureLogistic(rows, example.labels, example.types);
    expect(model.ridge).toBeCloseTo(example.chosen, 6);
  });
});

describe.each(fixture.boosted)(
  `boosted trees of scikit-learn ${fixture.versions['scikit-learn']}, $name`,
  (example) => {
    it('reaches the same AUC with the same trees', () => {
      const people = example.people.map(history);
      const { trainingPeople, types, labels } = example;
      const rows = packRows(example.columns, people.slice(0, trainingPeople));
      const options = { ...fixture.trees, columnShare: 1 };
      const classifier = trainBoosted(rows, labels.slice(0, trainingPeople), types, options);
      const scores = people.slice(trainingPeople).map((person) => classifier.probabilities(person));
      for (let type = 0; type < types; type++) {
        let above = 0;
        let pairs = 0;
        for (const [a, own] of scores.entries()) {
          if (labels[trainingPeople + a] !== type) continue;
          for (const [b, other] of scores.entries()) {
            if (labels[trainingPeople + b] === type) continue;
            above += (1 + Math.sign(own[type]! - other[type]!)) / 2;
            pairs++;
          }
        }
        expect(above / pairs).toBeGreaterThan(example.aucs[type]! - 0.01);
      }
    });
  },
);
