import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../test/support/failure.ts';
import { randomModel } from '../../test/support/models.ts';
import { madeUpPeople } from '../../test/support/people.ts';
import { packRows, type SparseVector, startBelief, trainLogistic, typeLabels } from '../inference/index.ts';
import { choleskyFactor, choleskySolve, derive } from '../maths/index.ts';
import { type Answer, type Answered, itemIndex } from '../ratings/index.ts';
import { Candidates } from '../selection/index.ts';
import { forwardLogistic } from './forwardLogistic.ts';
import { featureRows, startResiduals } from './forwardSelection.ts';
import { type ItemColumns, itemColumns } from './itemColumns.ts';
import type { Rival } from './rival.ts';
import { Screening } from './screening.ts';

interface Case {
  readonly types: number;
  readonly labels: number[];
  readonly training: SparseVector[];
  readonly testing: SparseVector[];
  readonly list: number[];
  readonly steps: { gain: number; probabilities: number[][] }[];
}
interface Fixture {
  readonly versions: Record<string, string>;
  readonly items: number;
  readonly questions: number;
  readonly ridge: number;
  readonly cases: Case[];
}

const fixture: Fixture = JSON.parse(readFileSync(new URL('./fixtures/forward-logistic.json', import.meta.url), 'utf8'));
const BELIEF = startBelief(randomModel({ items: 1, dimension: 1, types: 2, seed: 1 }));

const answersOf = (list: readonly number[], person: SparseVector): Answered[] => {
  const ratings = new Map(Array.from(person.indices, (item, n) => [item, person.values[n]!]));
  return list.map((item) => ({ item: itemIndex(item), answer: ratings.get(item) ?? 'skip' }));
};

const probabilitiesAfter = ({ classifier }: Rival, answers: readonly Answered[]) =>
  answers.reduce((state, { item, answer }) => state.after(item, answer), classifier.begin()).probabilities();

describe.each(fixture.cases)(
  `dense algebra and scikit-learn ${fixture.versions['scikit-learn']}, $types types`,
  ({ types: typeCount, labels, training, testing, list, steps }) => {
    const rows = packRows(fixture.items, training);
    const data = { rows, types: Uint8Array.from(labels), typeCount, questions: fixture.questions };
    const model = forwardLogistic.train(data, { ridge: fixture.ridge });

    it('choose the same list', () => {
      expect([...model.list]).toEqual(list);
    });

    it('foresee the same gain of the first item', () => {
      const gains = new Screening(itemColumns(rows), rows.rows).gains(
        startResiduals(typeLabels(labels, rows.rows, typeCount)),
        fixture.ridge,
      );
      expect(Math.max(...gains)).toBeCloseTo(steps[0]!.gain, 8);
      expect(gains[fixture.items - 1]).toBe(0);
    });

    it('give the same probabilities after each question', () => {
      const rival = forwardLogistic.open(model);
      for (const [person, history] of testing.entries()) {
        const answers = answersOf(list, history);
        for (const [n, { probabilities }] of steps.entries()) {
          const ours = probabilitiesAfter(rival, answers.slice(0, n + 1));
          for (const [type, value] of ours.entries()) expect(value).toBeCloseTo(probabilities[person]![type]!, 5);
        }
      }
    });
  },
);

describe('screening', () => {
  it('foresees the gains of dense algebra, whatever was chosen and whatever is left to explain', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 3 }), fc.nat({ max: 4 }), (seed, outputs, chosen) => {
        const people = 40;
        const { rows } = madeUpPeople({ people, items: 8, types: 2, seed, leaking: 3, questions: 1 });
        const columns = itemColumns(rows);
        const stream = derive(seed, 'residuals');
        const residuals = Array.from({ length: outputs }, () => Float64Array.from({ length: people }, stream.normal));
        const ridge = 0.1 + stream.uniform();
        const screening = new Screening(columns, people);
        // The item that nobody has seen adds nothing to explain with.
        const list = [7, ...Array(chosen).keys()];
        for (const item of list) screening.project(item);
        const gains = screening.gains(residuals, ridge);
        const explaining = [
          new Float64Array(people).fill(1),
          ...list.slice(1).flatMap((item) => denseFeatures(columns, people, item)),
        ];
        for (let item = chosen; item < 7; item++) {
          expect(gains[item]!).toBeCloseTo(
            denseGain(denseFeatures(columns, people, item), explaining, residuals, ridge),
            7,
          );
        }
      }),
      { numRuns: 40 },
    );
  });
});

function denseFeatures(columns: ItemColumns, people: number, item: number): [Float64Array, Float64Array] {
  const features = [new Float64Array(people), new Float64Array(people)] as [Float64Array, Float64Array];
  for (let at = columns.starts[item]!; at < columns.starts[item + 1]!; at++) {
    features[0][columns.users[at]!] = 1;
    features[1][columns.users[at]!] = columns.ratings[at]! - columns.means[item]!;
  }
  return features;
}

/** The gain as it is written, with the projection by normal equations. */
function denseGain(
  features: readonly Float64Array[],
  explaining: readonly Float64Array[],
  residuals: readonly Float64Array[],
  ridge: number,
): number {
  const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  const gram = Float64Array.from(explaining.flatMap((a) => explaining.map((b) => dot(a, b))));
  choleskyFactor(gram, explaining.length);
  const left = features.map((feature) => {
    const weights = choleskySolve(
      gram,
      explaining.length,
      Float64Array.from(explaining, (a) => dot(a, feature)),
    );
    return feature.map((value, i) => value - explaining.reduce((sum, a, k) => sum + weights[k]! * a[i]!, 0));
  });
  let gain = 0;
  for (const e of residuals) {
    const weight = dot(e, e) / e.length;
    const bend = Float64Array.from(
      left.flatMap((a, k) => left.map((b, l) => weight * dot(a, b) + (k === l ? ridge : 0))),
    );
    choleskyFactor(bend, 2);
    const slope = Float64Array.from(features, (feature) => dot(feature, e));
    gain += dot(slope, choleskySolve(bend, 2, Float64Array.from(slope))) / 2;
  }
  return gain;
}

describe('the choice', () => {
  it.each([2, 3])('gains nearly as much likelihood as any other would, refitted in full, %i types', (types) => {
    const data = madeUpPeople({ people: 300, items: 14, types, seed: 5, leaking: 5, questions: 4 });
    const columns = itemColumns(data.rows);
    const ridge = 5;
    const { list } = forwardLogistic.train(data, { ridge });
    const likelihood = (items: readonly number[]) => {
      const features = featureRows(columns, data.rows.rows, items);
      const { model, probabilities } = trainLogistic(features, data.types, types, { ridge, tolerance: 1e-8 });
      let sum = 0;
      for (let user = 0; user < features.rows; user++) {
        const [from, to] = [features.starts[user]!, features.starts[user + 1]!];
        const row = { indices: features.indices.slice(from, to), values: features.values.slice(from, to) };
        sum += Math.log(probabilities(row)[data.types[user]!]!);
      }
      return sum - (ridge / 2) * model.weights.reduce((squares, weight) => squares + weight * weight, 0);
    };
    for (let q = 0; q < list.length; q++) {
      const before = [...list.slice(0, q)];
      // Nobody has seen item 13: a regression on it alone has only its intercept.
      const start = q === 0 ? likelihood([13]) : likelihood(before);
      const gains = Array.from({ length: 13 }, (_, item) =>
        before.includes(item) ? 0 : likelihood([...before, item]) - start,
      );
      expect(gains[list[q]!]!).toBeGreaterThan(0.9 * Math.max(...gains));
    }
  });

  it('follows the list among open candidates, then popularity', () => {
    const data = madeUpPeople({ people: 300, items: 14, types: 2, seed: 5, leaking: 5, questions: 4 });
    const model = forwardLogistic.train(data);
    const { strategy } = forwardLogistic.open(model);
    const [first, second, ...rest] = [...model.list].map(itemIndex);
    const everything = Candidates.all(14);
    expect(strategy.next(BELIEF, everything, [])!.item).toBe(first);
    expect(strategy.next(BELIEF, everything.without(first!), [])!.item).toBe(second);
    const others = rest.reduce((left, item) => left.without(item), everything.without(first!).without(second!));
    const popularity = itemColumns(data.rows).counts;
    const popular = others.itemAt(others.argmax((at) => popularity[others.items[at]!]!));
    expect(strategy.next(BELIEF, others, [])!.item).toBe(popular);
  });

  it('ends the list where nobody has seen what is left', () => {
    const data = madeUpPeople({ people: 100, items: 5, types: 2, seed: 1, leaking: 2, questions: 9 });
    expect([...forwardLogistic.train(data).list].sort()).toEqual([0, 1, 2, 3]);
  });
});

describe('the classifier', () => {
  const data = madeUpPeople({ people: 300, items: 14, types: 3, seed: 6, leaking: 6, questions: 5 });
  const model = forwardLogistic.train(data);
  const rival = forwardLogistic.open(model);
  const answer = (at: number, given: Answer): Answered => ({ item: itemIndex(model.list[at]!), answer: given });

  it('ignores items that are not on its list', () => {
    const outside = [...Array(14).keys()].filter((item) => !model.list.includes(item)).map(itemIndex);
    const answers = outside.map((item) => ({ item, answer: 5 }));
    expect(probabilitiesAfter(rival, answers)).toEqual(rival.classifier.begin().probabilities());
  });

  it('takes the average person for an item of the list that was passed over', () => {
    const gap = probabilitiesAfter(rival, [answer(0, 4), answer(2, 'skip')]);
    const share = model.shares[1]!;
    const log = (given: Answer) =>
      probabilitiesAfter(rival, [answer(0, 4), answer(1, given), answer(2, 'skip')]).map(Math.log);
    const [seen, skipped] = [log(model.means[1]!), log('skip')];
    // Log-odds are linear in the features: those of the average lie between those of seen and of not seen.
    for (const type of [1, 2]) {
      const expected = share * (seen[type]! - seen[0]!) + (1 - share) * (skipped[type]! - skipped[0]!);
      expect(Math.log(gap[type]! / gap[0]!)).toBeCloseTo(expected, 10);
    }
  });

  it.each([0, -1, Number.NaN])('refuses ridge %d', (ridge) => {
    expect(failure(() => forwardLogistic.train(data, { ridge }))).toMatch(/^PARAMETER_OUT_OF_RANGE: ridge/);
  });
});
