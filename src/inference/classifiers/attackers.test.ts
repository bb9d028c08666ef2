/** What the attackers on whole histories must find, must not find, and must bear. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parityOfFives } from '../../../scripts/planted/worlds.mjs';
import { derive, type RandomStream } from '../../maths/index.ts';
import { innerFolds } from './common/innerFolds.ts';
import { typeLabels } from './common/typeLabels.ts';
import {
  type BoostedOptions,
  fitHistoryFeatures,
  historyFeatureRows,
  packRows,
  type SparseVector,
  type TypeClassifier,
  trainBoosted,
  trainFeatureLogistic,
  trainLogistic,
} from './index.ts';
import { chooseRidge, ridgeAt } from './logistic/ridgeChoice.ts';

interface World {
  readonly columns: number;
  readonly people: SparseVector[];
  readonly labels: number[];
}
type Train = (world: World, types?: number) => TypeClassifier;

const attackers: [string, Train][] = [
  [
    'logistic',
    ({ columns, people, labels }, types = 2) => trainFeatureLogistic(packRows(columns, people), labels, types),
  ],
  ['boosted', ({ columns, people, labels }, types = 2) => trainBoosted(packRows(columns, people), labels, types)],
];

/** `rate` gives the rating of an item by a person of a type; undefined if there is none. */
function drawn(
  seed: number,
  size: number,
  columns: number,
  rate: (type: number, item: number, stream: RandomStream) => number | undefined,
): World {
  const stream = derive(seed, 'attackers');
  const labels = Array.from({ length: size }, () => stream.below(2));
  const people = labels.map((type) => {
    const ratings = Array.from({ length: columns }, (_, item) => rate(type, item, stream));
    const indices = [...ratings.keys()].filter((item) => ratings[item] !== undefined);
    return { indices, values: indices.map((item) => ratings[item]!) };
  });
  return { columns, people, labels };
}

function split(world: World, training: number): { training: World; testing: World } {
  const part = (from: number, to?: number): World => {
    return { columns: world.columns, people: world.people.slice(from, to), labels: world.labels.slice(from, to) };
  };
  return { training: part(0, training), testing: part(training) };
}

function auc(scores: number[], labels: number[]): number {
  let above = 0;
  let pairs = 0;
  for (const [a, score] of scores.entries()) {
    if (labels[a] !== 1) continue;
    for (const [b, other] of scores.entries()) {
      if (labels[b] !== 0) continue;
      above += (1 + Math.sign(score - other)) / 2;
      pairs++;
    }
  }
  return above / pairs;
}

function heldOutAuc(train: Train, world: World, training: number): number {
  const { training: seen, testing } = split(world, training);
  const classifier = train(seen);
  const scores = testing.people.map((person) => {
    const [first, second] = classifier.logWeights(person);
    return second! - first!;
  });
  return auc(scores, testing.labels);
}

const stars = (stream: RandomStream) => 1 + stream.below(5);

const presenceLeak = (seed: number) =>
  drawn(seed, 600, 20, (type, item, stream) =>
    stream.uniform() < (item === 7 ? 0.2 + 0.6 * type : 0.5) ? stars(stream) : undefined,
  );
const ratingLeak = (seed: number) =>
  drawn(seed, 600, 20, (type, item, stream) => {
    if (stream.uniform() < 0.3) return undefined;
    return item === 7 && stream.uniform() < 0.7 ? 2 + 2 * type : stars(stream);
  });
const noLeak = (seed: number) =>
  drawn(seed, 600, 20, (_, __, stream) => (stream.uniform() < 0.5 ? stars(stream) : undefined));

describe.each(attackers)('%s', (_, train) => {
  it('finds a leak in what was rated alone', () => {
    // Who knows everything reaches 0.8.
    expect(heldOutAuc(train, presenceLeak(1), 400)).toBeGreaterThan(0.75);
  });

  it('finds a leak in the ratings alone', () => {
    expect(heldOutAuc(train, ratingLeak(2), 400)).toBeGreaterThan(0.7);
  });

  it('finds nothing where there is nothing', () => {
    const aucs = [3, 4, 5, 6].map((seed) => heldOutAuc(train, noLeak(seed), 400));
    expect(aucs.reduce((sum, value) => sum + value, 0) / 4).toBeGreaterThan(0.45);
    expect(aucs.reduce((sum, value) => sum + value, 0) / 4).toBeLessThan(0.55);
  });

  it('bears types that can be told apart without error', () => {
    const world = drawn(7, 200, 10, (type, item, stream) => (item === 3 ? 1 + 4 * type : stars(stream)));
    expect(heldOutAuc(train, world, 150)).toBe(1);
  });

  it('gives the same on another rating scale', () => {
    const world = split(ratingLeak(8), 200);
    const rescaled = (people: SparseVector[]) =>
      people.map(({ indices, values }) => ({ indices, values: Array.from(values, (r) => 5 * r - 15) }));
    const plain = train(world.training);
    const other = train({ ...world.training, people: rescaled(world.training.people) });
    const moved = rescaled(world.testing.people);
    for (const [i, person] of world.testing.people.slice(0, 50).entries()) {
      const expected = plain.probabilities(person);
      for (const [type, p] of other.probabilities(moved[i]!).entries()) expect(p).toBeCloseTo(expected[type]!, 4);
    }
  });

  it('bears people with one rating, with none, and items that all rate alike', () => {
    const stream = derive(9, 'single');
    const labels = Array.from({ length: 80 }, () => stream.below(2));
    const people = labels.map((type, i) => {
      if (i % 10 === 0) return { indices: [], values: [] };
      return { indices: [stream.uniform() < 0.8 ? type : 1 - type], values: [3] };
    });
    const classifier = train({ columns: 3, people, labels });
    expect(classifier.probabilities({ indices: [0], values: [3] })[0]).toBeGreaterThan(0.6);
    expect(classifier.probabilities({ indices: [1], values: [3] })[1]).toBeGreaterThan(0.6);
  });

  it('bears a survey that everybody answered, and somebody who then does not', () => {
    const world = split(
      drawn(10, 400, 8, (type, item, stream) => (item < 3 && stream.uniform() < 0.5 ? 1 + 4 * type : stars(stream))),
      300,
    );
    const classifier = train(world.training);
    const full = world.testing.people[0]!;
    const p = classifier.probabilities({ indices: [full.indices[0]!], values: [full.values[0]!] });
    expect(p.every((value) => value > 0.01 && value < 0.99)).toBe(true);
    expect(
      heldOutAuc(
        train,
        {
          ...world.training,
          people: [...world.training.people, ...world.testing.people],
          labels: [...world.training.labels, ...world.testing.labels],
        },
        300,
      ),
    ).toBeGreaterThan(0.9);
  });

  it('stays finite for ratings far off the scale, and gives types it has not seen no chance', () => {
    const { training } = split(ratingLeak(11), 100);
    const classifier = train(training, 4);
    const far = { indices: [0, 1, 7], values: [1e308, -1e308, 1e308] };
    for (const person of [training.people[0]!, far]) {
      const logWeights = classifier.logWeights(person);
      expect(Array.from(logWeights, Number.isFinite)).toEqual([true, true, false, false]);
      expect([...classifier.probabilities(person)].slice(2)).toEqual([0, 0]);
    }
  });

  it('trains on two people, and when a type has one person only', () => {
    const pair = {
      columns: 2,
      people: [
        { indices: [0], values: [5] },
        { indices: [1], values: [1] },
      ],
      labels: [0, 1],
    };
    expect(
      train(pair)
        .logWeights({ indices: [0], values: [5] })
        .every(Number.isFinite),
    ).toBe(true);
    const { training } = split(noLeak(12), 41);
    const lonely = { ...training, labels: training.people.map((_, i) => (i === 3 ? 2 : i % 2)) };
    expect(train(lonely, 3).logWeights(lonely.people[0]!).every(Number.isFinite)).toBe(true);
    const alone = { ...training, labels: training.people.map((_, i) => (i === 3 ? 1 : 0)) };
    expect(train(alone).probabilities(alone.people[0]!)[1]).toBeLessThan(0.2);
  });
});

describe('the order of people and items', () => {
  const world = drawn(13, 120, 9, (type, item, stream) =>
    stream.uniform() < 0.7 ? stream.normal() + (item % 3) * type : undefined,
  );
  const itemsRenamed = ({ indices, values }: SparseVector, names: number[]): SparseVector => {
    return { indices: Array.from(indices, (item) => names[item]!), values };
  };
  const orders = fc.nat().map((seed) => {
    const stream = derive(seed, 'order');
    return { order: stream.shuffle([...world.people.keys()]), names: stream.shuffle([...Array(9).keys()]) };
  });

  it('does not matter to logistic', () => {
    const options = { ridge: 3, tolerance: 1e-9 };
    const expected = trainFeatureLogistic(packRows(9, world.people), world.labels, 2, options);
    fc.assert(
      fc.property(orders, ({ order, names }) => {
        const people = order.map((i) => itemsRenamed(world.people[i]!, names));
        const labels = order.map((i) => world.labels[i]!);
        const actual = trainFeatureLogistic(packRows(9, people), labels, 2, options);
        for (const person of world.people.slice(0, 20)) {
          const ours = actual.logWeights(itemsRenamed(person, names));
          for (const [type, weight] of expected.logWeights(person).entries()) expect(ours[type]).toBeCloseTo(weight, 5);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('changes no bit of boosted trees as far as people go', () => {
    const expected = trainBoosted(packRows(9, world.people), world.labels, 2, { rounds: 20 });
    fc.assert(
      fc.property(orders, ({ order }) => {
        const people = order.map((i) => world.people[i]!);
        const labels = order.map((i) => world.labels[i]!);
        expect(trainBoosted(packRows(9, people), labels, 2, { rounds: 20 }).model).toEqual(expected.model);
      }),
      { numRuns: 10 },
    );
  });
});

describe('logistic on features', () => {
  it('sees what raw ratings hide: who rates an item low is not who does not rate it', () => {
    // One type rates the item 1, or not at all; the other always rates it, from 1 to 5.
    const world = drawn(14, 900, 6, (type, item, stream) => {
      if (item !== 2) return stars(stream);
      if (type === 0) return stream.uniform() < 0.5 ? 5 : undefined;
      return 1 + stream.below(3);
    });
    const raw: Train = ({ columns, people, labels }) => {
      const classifier = trainLogistic(packRows(columns, people), labels, 2, { ridge: 1 });
      const logWeights = (history: SparseVector) => classifier.probabilities(history).map(Math.log);
      return { name: 'raw', types: 2, logWeights, probabilities: (history) => classifier.probabilities(history) };
    };
    const [, train] = attackers[0]!;
    expect(heldOutAuc(train, world, 600)).toBe(1);
    expect(heldOutAuc(raw, world, 600)).toBeLessThan(0.8);
  });

  it('leaves the grid of ridges on either side when an end is best, up to a bound', () => {
    const { columns, people, labels } = ratingLeak(15);
    const rows = packRows(columns, people);
    const features = historyFeatureRows(fitHistoryFeatures(rows), rows);
    // Columns times 10 need 100 times the ridge.
    const ridgeWith = (factor: number) => {
      const scaled = { ...features, values: features.values.map((value) => factor * value) };
      return chooseRidge(scaled, typeLabels(labels, rows.rows, 2), { folds: 5, tolerance: 1e-6 });
    };
    const within = ridgeWith(1);
    expect(within).toBeGreaterThan(0.3);
    expect(within).toBeLessThan(3000);
    expect(ridgeWith(100) / within).toBeCloseTo(1e4, 3);
    expect(ridgeWith(100)).toBeGreaterThan(3001);
    expect(ridgeWith(0.1) / within).toBeCloseTo(0.01, 6);
    expect(ridgeWith(0.1)).toBeLessThan(0.299);
    expect(ridgeWith(0.01)).toBe(ridgeAt(-4));
  });

  it('gives with the ridge it chose what that ridge gives', () => {
    const { columns, people, labels } = ratingLeak(17);
    const rows = packRows(columns, people);
    const chosen = trainFeatureLogistic(rows, labels, 2).model;
    expect(trainFeatureLogistic(rows, labels, 2, { ridge: chosen.ridge }).model).toEqual(chosen);
  });

  it.each([{ ridge: 0 }, { folds: 1 }, { tolerance: 0 }])('refuses %o', (options) => {
    const { columns, people, labels } = ratingLeak(18);
    expect(() => trainFeatureLogistic(packRows(columns, people), labels, 2, options)).toThrow(
      expect.objectContaining({ code: 'PARAMETER_OUT_OF_RANGE' }),
    );
  });
});

describe('boosted', () => {
  const [, train] = attackers[1]!;

  it('finds two items that tell only together, which no sum over items can', () => {
    const stream = derive(20, 'either');
    const people: SparseVector[] = [];
    const labels: number[] = [];
    for (let i = 0; i < 900; i++) {
      const indices = [...Array(8).keys()].filter(() => stream.uniform() < 0.5);
      people.push({ indices, values: indices.map(() => stars(stream)) });
      labels.push(Number(indices.includes(1) !== indices.includes(4)));
    }
    const world = { columns: 8, people, labels };
    expect(heldOutAuc(train, world, 600)).toBeGreaterThan(0.95);
    const [, linear] = attackers[0]!;
    expect(heldOutAuc(linear, world, 600)).toBeLessThan(0.6);
  });

  it('does exactly what is asked for where a setting is given, and reads more only where that tells more', () => {
    const { answers, labels } = parityOfFives({ seed: 5, people: 300 });
    const rows = packRows(
      20,
      answers.map((values) => ({ indices: [...values.keys()], values })),
    );
    const columns = (options: BoostedOptions) => trainBoosted(rows, labels, 2, options).model.columns;
    // The summary: six numbers, and counts and shares of five levels.
    expect(columns({})).toBeGreaterThanOrEqual(20 + 16);
    expect(columns({ depth: 3 })).toBe(20);
    expect(columns({ rounds: 12 })).toBe(20);
    expect(columns({ reads: 'summaries', rounds: 12 })).toBe(20 + 16);
    expect(columns({ reads: 'interactions', rounds: 12 })).toBe(20 + 16 + 32);
    expect(trainBoosted(rows, labels, 2, { reads: 'summaries', rounds: 12 }).model.rounds).toBe(12);
    const plain = ratingLeak(21);
    expect(trainBoosted(packRows(plain.columns, plain.people), plain.labels, 2).model.derived).toBeUndefined();
  });

  it('draws its columns by the seed', () => {
    const { columns, people, labels } = ratingLeak(21);
    const rows = packRows(columns, people);
    const model = trainBoosted(rows, labels, 2, { seed: 5, depth: 3 }).model;
    expect(trainBoosted(rows, labels, 2, { seed: 5, depth: 3 }).model).toEqual(model);
    expect(trainBoosted(rows, labels, 2, { seed: 6, depth: 3 }).model).not.toEqual(model);
  });

  it('stops where the people held out are predicted best, and not at the last round', () => {
    const rounds = (world: World) =>
      trainBoosted(packRows(world.columns, world.people), world.labels, 2, { maxRounds: 200 }).model.rounds;
    expect(rounds(noLeak(22))).toBeLessThan(30);
    expect(rounds(ratingLeak(22))).toBeLessThan(150);
    expect(rounds(ratingLeak(22))).toBeGreaterThan(10);
  });

  it.each([
    { rounds: 0 },
    { maxRounds: 0 },
    { patience: 0.5 },
    { rate: 0 },
    { depth: 0 },
    { minPeople: 0 },
    { leafRidge: 0 },
    { columnShare: 0 },
    { columnShare: 1.1 },
    { reads: 'everything' as never },
  ])('refuses %o', (options) => {
    const { columns, people, labels } = ratingLeak(23);
    expect(() => trainBoosted(packRows(columns, people), labels, 2, options)).toThrow(
      expect.objectContaining({ code: 'PARAMETER_OUT_OF_RANGE' }),
    );
  });
});

describe('inner folds', () => {
  it('part the rows, and hold out no row of a type that is not learnt', () => {
    // Type 2 has one row, which no fold can judge.
    const positions = [0, 0, 1, 1, 0, 2, 1, 0, 1, 0];
    const folds = innerFolds(positions, 3, 5);
    expect(folds.length).toBe(5);
    expect(folds.flatMap(({ heldOut }) => [...heldOut]).sort()).toEqual([0, 1, 2, 3, 4, 6, 7, 8, 9]);
    for (const { training, heldOut } of folds) for (const row of heldOut) expect(training).not.toContain(row);
  });

  it('are left out where only one type would remain, and no more than asked for', () => {
    expect(innerFolds([0, 1], 2, 5)).toEqual([]);
    expect(innerFolds([0, 0, 0, 0, 1], 2, 5).length).toBe(4);
    expect(innerFolds([0, 0, 0, 1, 1, 1, 0, 1, 0, 1], 2, 5, 2).length).toBe(2);
  });
});
