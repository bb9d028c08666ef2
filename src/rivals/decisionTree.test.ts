import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../test/support/failure.ts';
import { randomModel } from '../../test/support/models.ts';
import { madeUpPeople } from '../../test/support/people.ts';
import { historyAt, packRows, startBelief, typeLabels } from '../inference/index.ts';
import { derive } from '../maths/index.ts';
import { type Answer, type Answered, itemIndex } from '../ratings/index.ts';
import { Candidates } from '../selection/index.ts';
import { type DecisionTreeModel, decisionTree } from './decisionTree.ts';
import { branchOf, GainCounter } from './informationGain.ts';
import { itemColumns } from './itemColumns.ts';
import type { RivalData } from './rival.ts';

const BELIEF = startBelief(randomModel({ items: 1, dimension: 1, types: 2, seed: 1 }));

const answerOf = (data: RivalData, user: number, item: number): Answer => {
  const { indices, values } = historyAt(data.rows, user);
  const at = Array.from(indices).indexOf(item);
  return at < 0 ? 'skip' : values[at]!;
};

/** Entropy of the types of these users, in nats, by counting. */
function entropyOf(data: RivalData, users: readonly number[]): number {
  let entropy = 0;
  for (let type = 0; type < data.typeCount; type++) {
    const share = users.filter((user) => data.types[user] === type).length / users.length;
    if (share > 0) entropy -= share * Math.log(share);
  }
  return entropy;
}

/** The gain of an item as it is defined: everybody answers, and the entropies of those who answer alike are averaged. */
function literalGain(data: RivalData, users: readonly number[], item: number): number {
  const ratings = Array.from(data.types, (_, user) => answerOf(data, user, item)).filter((answer) => answer !== 'skip');
  const mean = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length;
  const branch = (user: number) => {
    const answer = answerOf(data, user, item);
    return answer === 'skip' ? 'skip' : answer < mean ? 'low' : 'high';
  };
  let after = 0;
  for (const name of ['skip', 'low', 'high']) {
    const alike = users.filter((user) => branch(user) === name);
    if (alike.length > 0) after += (alike.length / users.length) * entropyOf(data, alike);
  }
  return entropyOf(data, users) - after;
}

describe('information gain', () => {
  it('is the literal count', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 2, max: 4 }), (seed, types) => {
        const data = madeUpPeople({ people: 60, items: 9, types, seed, leaking: 4, questions: 3 });
        const counter = new GainCounter(data.rows, itemColumns(data.rows), typeLabels(data.types, 60, types));
        const stream = derive(seed, 'users');
        const users = [...Array(60).keys()].filter(() => stream.uniform() < 0.6);
        if (users.length === 0) return;
        for (const [item, gain] of counter.gains(Uint32Array.from(users)).entries()) {
          expect(gain).toBeCloseTo(literalGain(data, users, item), 12);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('is largest for the item it calls the best, and nothing among people who answer alike', () => {
    const data = madeUpPeople({ people: 90, items: 9, types: 2, seed: 2, leaking: 4, questions: 3 });
    const counter = new GainCounter(data.rows, itemColumns(data.rows), typeLabels(data.types, 90, 2));
    const users = [...Array(90).keys()];
    const gains = users.slice(0, 8).map((item) => literalGain(data, users, item));
    const best = gains.indexOf(Math.max(...gains));
    expect(counter.best(Uint32Array.from(users))).toBe(best);
    const alike = users.filter((user) => answerOf(data, user, best) === 'skip');
    expect(counter.gains(Uint32Array.from(alike))[best]).toBeCloseTo(0, 14);
    expect(counter.best(Uint32Array.from(alike))).not.toBe(best);
    expect(counter.best(Uint32Array.of(7))).toBe(-1);
  });

  it('a rating at the mean is high, in the precision of the training ratings', () => {
    expect([branchOf('skip', 3), branchOf(2, 3), branchOf(3, 3), branchOf(4, 3)]).toEqual([0, 1, 2, 2]);
    expect(branchOf(3.7, Math.fround(3.7))).toBe(2);
    expect(branchOf(3.6, Math.fround(3.6))).toBe(2);
  });
});

describe('the tree', () => {
  const data = madeUpPeople({ people: 400, items: 20, types: 3, seed: 3, leaking: 6, questions: 5 });
  const options = { minimumUsers: 30, smoothing: 4 };
  const model = decisionTree.train(data, options);

  it('asks at every node what gains most there, of the users whose answers lead to it', () => {
    let splits = 0;
    const visit = (node: number, users: readonly number[], asked: readonly number[], above: readonly number[]) => {
      const smoothing = node === 0 ? 0 : options.smoothing;
      const expected = [0, 1, 2].map(
        (type) =>
          (users.filter((user) => data.types[user] === type).length + smoothing * above[type]!) /
          (users.length + smoothing),
      );
      for (const [type, value] of expected.entries())
        expect(Math.exp(model.logProbabilities[node * 3 + type]!)).toBeCloseTo(value, 12);
      const item = model.questions[node]!;
      if (users.length < options.minimumUsers || asked.length === 5) {
        expect(item).toBe(-1);
        return;
      }
      splits++;
      expect(asked).not.toContain(item);
      const gains = Array.from({ length: 19 }, (_, other) =>
        asked.includes(other) ? 0 : literalGain(data, users, other),
      );
      expect(gains[item]!).toBeCloseTo(Math.max(...gains), 12);
      for (const branch of [0, 1, 2]) {
        const alike = users.filter((user) => branchOf(answerOf(data, user, item), model.means[item]!) === branch);
        visit(model.children[node * 3 + branch]!, alike, [...asked, item], expected);
      }
    };
    visit(0, [...Array(400).keys()], [], [0, 0, 0]);
    expect(splits).toBeGreaterThan(10);
    expect(model.questions.length).toBe(1 + 3 * splits);
  });

  it('keeps to its bounds', () => {
    const small = decisionTree.train(data, { ...options, maximumNodes: 9 });
    expect(small.questions.length).toBe(7);
    // Level by level: the root and its first children are those of the larger tree.
    expect([...small.questions.subarray(0, 2)]).toEqual([...model.questions.subarray(0, 2)]);
    const stump = decisionTree.train({ ...data, questions: 1 }, options);
    expect([...stump.questions]).toEqual([model.questions[0], -1, -1, -1]);
    expect(decisionTree.train(data, { minimumUsers: 401 }).questions.length).toBe(1);
  });

  it('stays finite on a way so long that the probability of a rare type is too small for a number', () => {
    // Two large types, and one person of a third who is the only one to have seen the first item. Of the others the next
    // to go, one by one, are those who have seen the next item.
    const [people, questions] = [800, 150];
    const rows = packRows(
      questions,
      Array.from({ length: people }, (_, user) => ({
        indices: user < questions ? [user] : [],
        values: user < questions ? [3] : [],
      })),
    );
    const types = Uint8Array.from({ length: people }, (_, user) => (user === 0 ? 2 : user < questions ? 0 : 1));
    const model = decisionTree.train({ rows, types, typeCount: 3, questions }, { minimumUsers: 1, smoothing: 1e-3 });
    expect(model.questions.length).toBeGreaterThan(3 * 100);
    expect(Math.min(...model.logProbabilities)).toBeLessThan(-800);
    expect(model.logProbabilities.every(Number.isFinite)).toBe(true);
  });

  it('does not split where nothing is to be learnt', () => {
    const rows = packRows(
      2,
      Array.from({ length: 80 }, (_, user) => ({ indices: [user % 2], values: [3] })),
    );
    const types = Uint8Array.from({ length: 80 }, (_, user) => (user >> 1) % 2);
    expect([...decisionTree.train({ rows, types, typeCount: 2, questions: 3 }, { minimumUsers: 1 }).questions]).toEqual(
      [-1],
    );
  });

  it.each([
    { minimumUsers: 0 },
    { minimumUsers: 2.5 },
    { maximumNodes: 0 },
    { smoothing: 0 },
    { smoothing: Number.NaN },
  ])('refuses %o', (wrong) => {
    expect(failure(() => decisionTree.train(data, wrong))).toMatch(/^PARAMETER_OUT_OF_RANGE/);
  });
});

describe('an interview by hand', () => {
  // Node 0 asks item 4; skip leads to node 1, which asks item 2; low and high end at nodes 2 and 3. Node 1 leads to 4, 5, 6.
  const model: DecisionTreeModel = {
    rival: 'decisionTree',
    types: 2,
    items: 6,
    questions: Int32Array.of(4, 2, -1, -1, -1, -1, -1),
    children: Uint32Array.of(1, 2, 3, 4, 5, 6, ...new Uint32Array(15)),
    logProbabilities: Float64Array.from([0.5, 0.4, 0.3, 0.2, 0.1, 0.6, 0.7].flatMap((p) => [p, 1 - p].map(Math.log))),
    means: new Float64Array(6).fill(3),
    popularity: Uint32Array.of(5, 9, 1, 7, 2, 9),
  };
  const { strategy, classifier } = decisionTree.open(model);
  const given = (...answers: [number, Answer][]): Answered[] =>
    answers.map(([item, answer]) => ({ item: itemIndex(item), answer }));
  const next = (answers: Answered[], candidates = Candidates.all(6)) =>
    strategy.next(
      BELIEF,
      answers.reduce((left, { item }) => left.without(item), candidates),
      answers,
    )?.item;
  const first = (answers: Answered[]) =>
    Number(
      answers
        .reduce((state, { item, answer }) => state.after(item, answer), classifier.begin())
        .probabilities()[0]!
        .toFixed(12),
    );

  it('follows the branches', () => {
    expect([next([]), first([])]).toEqual([4, 0.5]);
    expect([next(given([4, 'skip'])), first(given([4, 'skip']))]).toEqual([2, 0.4]);
    expect(first(given([4, 2]))).toBe(0.3);
    expect(first(given([4, 3]))).toBe(0.2);
    expect(first(given([4, 'skip'], [2, 'skip']))).toBe(0.1);
    expect(first(given([4, 'skip'], [2, 1]))).toBe(0.6);
    expect(first(given([4, 'skip'], [2, 5]))).toBe(0.7);
  });

  it('goes on with popular items below a leaf, the lower of equal ones, and learns no more', () => {
    const answers = given([4, 2]);
    expect(next(answers)).toBe(1);
    const more = [...answers, ...given([1, 5])];
    expect([next(more), first(more)]).toEqual([5, 0.3]);
  });

  it('asks popular items where the question of a node may not be asked', () => {
    expect(next([], Candidates.of([0, 2, 3]))).toBe(3);
    expect(first(given([3, 1]))).toBe(0.5);
  });

  it('uses an answer that was known before its node was reached', () => {
    const known = given([2, 5]);
    expect(next(known)).toBe(4);
    expect(first(known)).toBe(0.5);
    expect(first([...known, ...given([4, 'skip'])])).toBe(0.7);
  });
});
