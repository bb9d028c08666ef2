import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packRows, type SparseRows } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import { labelsWithinFolds } from '../folds/index.ts';
import { aucOfScores, rank, weightedAuc } from './auc.ts';
import { heldOutRidge } from './heldOutRidge.ts';
import { centredOperator, historyFactors } from './historyFactors.ts';
import { type PermutationUnit, permutationTask } from './permutationTest.ts';
import { ridgeStatistics } from './ridgeStatistics.ts';

/** People of two or more types who rate some items; `leak` shifts the ratings of the first item. */
function unitOf({ people = 60, items = 6, types = 2, leak = 0, seed = 1, shuffles = 200 }): PermutationUnit {
  const stream = derive(seed, 'permutation-people');
  const truth = Uint8Array.from({ length: people }, (_, n) => n % types);
  const histories = Array.from({ length: people }, (_, n) => {
    const rated = Array.from({ length: items }, (_, item) => item).filter(
      (item) => item === 0 || stream.uniform() < 0.7,
    );
    return {
      indices: rated,
      values: rated.map((item) => 3 + stream.normal() + (item === 0 ? leak * truth[n]! : 0)),
    };
  });
  return {
    histories: packRows(items, histories),
    types: truth,
    typeCount: types,
    folds: Uint16Array.from({ length: people }, (_, n) => Math.floor(n / types) % 5),
    foldCount: 5,
    shuffles,
    seed,
  };
}

describe('the AUC of plain scores', () => {
  it('is that of weights of one', () => {
    const scores = fc.array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.boolean()), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(scores, (list) => {
        const isPositive = (person: number) => list[person]![1];
        const scoreOf = (person: number) => list[person]![0];
        const ranking = rank(Uint32Array.from(list.keys()), scoreOf, isPositive);
        const expected = weightedAuc(ranking, new Uint8Array(list.length).fill(1));
        expect(aucOfScores(list.length, scoreOf, isPositive)).toEqual(expected);
      }),
    );
  });
});

describe('shuffles', () => {
  it('keep the number of people of each group in every fold, and differ', () => {
    const unit = unitOf({ types: 3, people: 75 });
    const countsOf = (labels: Uint8Array) => {
      const counts = new Uint32Array(unit.foldCount * 3);
      for (const [person, label] of labels.entries()) counts[unit.folds[person]! * 3 + label]!++;
      return counts;
    };
    const dealt = (number: number) => labelsWithinFolds(unit.types, unit, number);
    expect(dealt(0)).toEqual(unit.types);
    for (const number of [1, 2, 3]) expect(countsOf(dealt(number))).toEqual(countsOf(unit.types));
    expect(dealt(1)).not.toEqual(dealt(2));
    expect(dealt(1)).not.toEqual(unit.types);
  });
});

describe('one matrix product', () => {
  it.each([2, 3])('gives for every shuffle of %i groups what a regression of its own gives', (types) => {
    const unit = unitOf({ types, people: 60, leak: 0.5 });
    const factors = historyFactors(unit.histories, 1);
    const regression = heldOutRidge(factors, unit.folds, unit.foldCount);
    const labels = [0, 1, 2, 3].map((number) => labelsWithinFolds(unit.types, unit, number));
    const { mean, group, fit } = ridgeStatistics(regression, labels, unit.typeCount);
    for (const [n, own] of labels.entries()) {
      const literal = literalStatistics(factors, own, unit);
      expect(mean[n]).toBeCloseTo(literal.mean, 9);
      expect(group[n]).toBeCloseTo(literal.group, 9);
      expect(fit[n]).toBeCloseTo(literal.fit, 9);
    }
  });

  it('does not depend on how many are solved for together', () => {
    const unit = unitOf({ people: 40 });
    const regression = heldOutRidge(historyFactors(unit.histories, 1), unit.folds, unit.foldCount);
    const labels = [1, 2, 3].map((number) => labelsWithinFolds(unit.types, unit, number));
    const together = ridgeStatistics(regression, labels, unit.typeCount);
    for (const [n, own] of labels.entries()) {
      const alone = ridgeStatistics(regression, [own], unit.typeCount);
      expect([alone.mean[0], alone.group[0], alone.fit[0]]).toEqual([
        together.mean[n],
        together.group[n],
        together.fit[n],
      ]);
    }
  });
});

describe('the factors of histories', () => {
  it('are the centred matrix itself where items are few', () => {
    const { histories } = unitOf({ people: 20, items: 4 });
    const dense = literalMatrix(histories);
    const operator = centredOperator(histories);
    const identity = new Float64Array(64);
    for (let k = 0; k < 8; k++) identity[k * 8 + k] = 1;
    const product = operator.times(identity, 8);
    for (const [at, value] of dense.entries()) expect(product[at]).toBeCloseTo(value, 12);
    const back = operator.transposedTimes(dense, 8);
    for (let a = 0; a < 8; a++) {
      for (let b = 0; b < 8; b++) {
        let sum = 0;
        for (let n = 0; n < 20; n++) sum += dense[n * 8 + a]! * dense[n * 8 + b]!;
        expect(back[a * 8 + b]).toBeCloseTo(sum, 9);
      }
    }
  });

  it('have mean 0 and variance 1, and no column that is the same for all', () => {
    const { histories } = unitOf({ people: 50, items: 5 });
    const { values, width, people, kind } = historyFactors(histories, 1);
    // Everybody has rated the first item: its "seen" is constant.
    expect([kind, width, people]).toEqual(['ratings', 9, 50]);
    for (let k = 0; k < width; k++) {
      const column = Array.from({ length: people }, (_, n) => values[n * width + k]!);
      expect(column.reduce((sum, value) => sum + value, 0) / people).toBeCloseTo(0, 9);
      expect(column.reduce((sum, value) => sum + value * value, 0) / people).toBeCloseTo(1, 9);
    }
  });

  it('of many items are leading directions', () => {
    const { histories } = unitOf({ people: 90, items: 200 });
    expect(historyFactors(histories, 1)).toMatchObject({ kind: 'factors', width: 64, people: 90 });
  });
});

describe('the test', () => {
  it('finds a planted leak, in ratings and in what was rated', async () => {
    expect((await permutationTask.run(unitOf({ leak: 1.5 }))).pValue).toBeCloseTo(1 / 201, 12);
    const unit = unitOf({ people: 80 });
    const histories: SparseRows = packRows(
      6,
      Array.from({ length: 80 }, (_, n) => ({
        indices: unit.types[n] === 1 ? [0, 1] : [0, 2],
        values: [3, 3],
      })),
    );
    const found = await permutationTask.run({ ...unit, histories });
    expect(found.statistics[0]).toMatchObject({ name: 'mean', value: 1 });
    expect(found.pValue).toBeCloseTo(1 / 201, 12);
  });

  it('finds nothing where there is nothing, as often as its p-value says', async () => {
    const pValues = [];
    for (let seed = 1; seed <= 60; seed++) {
      pValues.push((await permutationTask.run(unitOf({ people: 40, items: 4, seed, shuffles: 199 }))).pValue);
    }
    // Uniform: 3 of 60 below 0.05 expected, 30 below 0.5; bounds of about one in a thousand.
    expect(pValues.filter((p) => p <= 0.05).length).toBeLessThanOrEqual(9);
    expect(pValues.filter((p) => p <= 0.5).length).toBeGreaterThan(17);
    expect(pValues.filter((p) => p <= 0.5).length).toBeLessThan(43);
  });
});

describe('what a regression misses', () => {
  /** `people` of `types` groups answer `items` at random; `change` has the last word. */
  const world = (
    types: number,
    people: number,
    change: (n: number, type: number, answers: (number | undefined)[]) => void,
  ) => {
    const unit = unitOf({ people, types });
    const stream = derive(3, 'items');
    const histories = Array.from({ length: people }, (_, n) => {
      const answers: (number | undefined)[] = Array.from({ length: 40 }, () => 1 + stream.below(5));
      change(n, unit.types[n]!, answers);
      const indices = [...answers.keys()].filter((item) => answers[item] !== undefined);
      return { indices, values: indices.map((item) => answers[item]!) };
    });
    return { ...unit, histories: packRows(40, histories) };
  };
  const pValueOf = ({ statistics }: Awaited<ReturnType<typeof permutationTask.run>>, wanted: string) =>
    statistics.find(({ name }) => name === wanted)!.pValue;

  it('a rare item that one group alone rated', async () => {
    const unit = world(2, 400, (n, type, answers) => {
      if (!(type === 1 && n % 20 === 1)) answers[7] = undefined;
    });
    const found = await permutationTask.run(unit);
    expect(found.pValue).toBeLessThan(0.04);
    expect(pValueOf(found, 'seen')).toBeCloseTo(1 / 201, 12);
    expect(found.items.seen).toMatchObject({ item: 7, group: 1, raters: 20, ofGroup: 20 });
  });

  it('one group of twelve that is told with certainty', async () => {
    const unit = world(12, 360, (_, type, answers) => {
      if (type === 5) for (let item = 0; item < 6; item++) answers[item] = 5;
    });
    const found = await permutationTask.run(unit);
    expect(found.statistics.map(({ name }) => name)).toContain('group');
    expect(pValueOf(found, 'group')).toBeCloseTo(1 / 201, 12);
  });
});

/** The grid of the test; a ridge counts for each training person. */
const RIDGES = [0.03, 0.3, 3];

/** Slowly and literally: for every fold and ridge the normal equations by Gaussian elimination. */
function literalStatistics(
  { values, width, people }: ReturnType<typeof historyFactors>,
  labels: Uint8Array,
  { folds, foldCount, typeCount }: PermutationUnit,
) {
  const groups = typeCount === 2 ? [1] : Array.from({ length: typeCount }, (_, type) => type);
  const row = (person: number) => Array.from(values.subarray(person * width, (person + 1) * width));
  const everyone = Array.from({ length: people }, (_, n) => n);
  const scoresBy = (training: readonly number[], ridge: number, group: number) => {
    const system = Array.from({ length: width }, (_, a) =>
      Array.from({ length: width + 1 }, (_, b) => {
        const sum = training.reduce(
          (total, person) =>
            total + row(person)[a]! * (b === width ? Number(labels[person] === group) : row(person)[b]!),
          0,
        );
        return a === b ? sum + ridge * training.length : sum;
      }),
    );
    const weights = eliminated(system);
    return (person: number) => row(person).reduce((sum, value, k) => sum + value * weights[k]!, 0);
  };
  const isIn = (group: number) => (person: number) => labels[person] === group;
  const aucs = RIDGES.map((ridge) =>
    groups.map((group) => {
      const scores = new Float64Array(people);
      for (let fold = 0; fold < foldCount; fold++) {
        const scoreOf = scoresBy(
          everyone.filter((person) => folds[person] !== fold),
          ridge,
          group,
        );
        for (const person of everyone.filter((one) => folds[one] === fold)) scores[person] = scoreOf(person);
      }
      return aucOfScores(people, (person) => scores[person]!, isIn(group));
    }),
  );
  const sizes = groups.map((group) => everyone.filter(isIn(group)).length);
  const errors = sizes.map((size) => Math.sqrt((people + 1) / (12 * size * (people - size))));
  const fits = groups.map((group, g) => {
    const scoreOf = scoresBy(everyone, 0.3, group);
    const share = sizes[g]! / people;
    return (
      everyone.filter(isIn(group)).reduce((sum, person) => sum + scoreOf(person), 0) / (share * (1 - share) * people)
    );
  });
  return {
    mean: Math.max(...aucs.map((own) => own.reduce((sum, auc) => sum + auc, 0) / own.length)),
    group: Math.max(...aucs.flatMap((own) => own.map((auc, g) => (auc - 0.5) / errors[g]!))),
    fit: fits.reduce((sum, fit) => sum + fit, 0),
  };
}

function eliminated(system: number[][]): number[] {
  const size = system.length;
  for (let k = 0; k < size; k++) {
    for (let other = 0; other < size; other++) {
      if (other === k) continue;
      const factor = system[other]![k]! / system[k]![k]!;
      for (let b = k; b <= size; b++) system[other]![b]! -= factor * system[k]![b]!;
    }
  }
  return system.map((row, k) => row[size]! / row[k]!);
}

/** [S - shares, centred ratings over their deviation], written out. */
function literalMatrix({ rows, columns, starts, indices, values }: SparseRows): Float64Array {
  const entries = Array.from({ length: rows }, (_, row) => row).flatMap((row) =>
    Array.from({ length: starts[row + 1]! - starts[row]! }, (_, k) => ({
      row,
      item: indices[starts[row]! + k]!,
      value: values[starts[row]! + k]!,
    })),
  );
  const of = (item: number) => entries.filter((entry) => entry.item === item);
  const means = Array.from(
    { length: columns },
    (_, item) => of(item).reduce((sum, { value }) => sum + value, 0) / of(item).length,
  );
  const squares = entries.reduce((sum, { item, value }) => sum + (value - means[item]!) ** 2, 0);
  const deviation = Math.sqrt(squares / entries.length);
  const matrix = new Float64Array(rows * 2 * columns);
  for (let row = 0; row < rows; row++) {
    for (let item = 0; item < columns; item++) matrix[row * 2 * columns + item] = -of(item).length / rows;
  }
  for (const { row, item, value } of entries) {
    matrix[row * 2 * columns + item]! += 1;
    matrix[row * 2 * columns + columns + item] = (value - means[item]!) / deviation;
  }
  return matrix;
}
