/** What every rival must do. `rivalFrom` does some of it for those who build on it. */

import assert from 'node:assert/strict';
import { historyAt, packRows, type SparseVector, startBelief } from '../inference/index.ts';
import { derive, logOddsAgainstRest, type RandomStream, softmax } from '../maths/index.ts';
import { type Answered, itemIndex } from '../ratings/index.ts';
import type { Rival, RivalData, RivalDefinition } from '../rivals/index.ts';
import { Candidates } from '../selection/index.ts';
import { areaUnderCurve } from './auc.ts';
import { allNear, between, type Framework, near, refuses, tryMany } from './framework.ts';
import { randomModel } from './models.ts';
import { madeUpPeople } from './people.ts';

const ITEMS = 24;
const QUESTIONS = 8;
const LEAKING = 6;
const base = { items: ITEMS, leaking: LEAKING, questions: QUESTIONS };

/** Rivals ignore the belief; this one knows nothing of their items. */
const BELIEF = startBelief(randomModel({ items: 1, dimension: 1, types: 2, seed: 1 }));

const next = (rival: Rival, candidates: Candidates, answers: readonly Answered[]) =>
  rival.strategy.next(BELIEF, candidates, answers)?.item;

/** Different items, each with a rating or, a third of the time, a skip. */
function someAnswers(stream: RandomStream): Answered[] {
  const items = stream
    .shuffle(Array.from({ length: ITEMS }, (_, item) => item))
    .slice(0, between(stream, 0, ITEMS - 1));
  return items.map((item) => ({
    item: itemIndex(item),
    answer: stream.uniform() < 1 / 3 ? 'skip' : between(stream, 1, 5),
  }));
}

const openAfter = (answers: readonly Answered[]) =>
  answers.reduce((left, { item }) => left.without(item), Candidates.all(ITEMS));

const stateAfter = (rival: Rival, answers: readonly Answered[]) =>
  answers.reduce((state, { item, answer }) => state.after(item, answer), rival.classifier.begin());
const logWeightsAfter = (rival: Rival, answers: readonly Answered[]) => stateAfter(rival, answers).logWeights();
const probabilitiesAfter = (rival: Rival, answers: readonly Answered[]) => stateAfter(rival, answers).probabilities();

/** Asks a person `questions` questions; anything not rated is a skip. */
function interview(rival: Rival, person: SparseVector, questions: number): Answered[] {
  const ratings = new Map(Array.from(person.indices, (item, n) => [item, person.values[n]!]));
  let candidates = Candidates.all(ITEMS);
  const answers: Answered[] = [];
  for (let question = 0; question < questions; question++) {
    const item = next(rival, candidates, [...answers])!;
    answers.push({ item, answer: ratings.get(item) ?? 'skip' });
    candidates = candidates.without(item);
  }
  return answers;
}

/** Mean over the types of the probability that somebody of the type scores above somebody of another. */
function heldOutAuc(rival: Rival, { rows, types, typeCount }: RivalData, questions: number): number {
  const verdicts = Array.from(types, (_, user) =>
    logWeightsAfter(rival, interview(rival, historyAt(rows, user), questions)),
  );
  let total = 0;
  for (let type = 0; type < typeCount; type++) {
    total += areaUnderCurve(
      verdicts.map((verdict) => logOddsAgainstRest(verdict, type)),
      Array.from(types, (own) => (own === type ? 1 : 0)),
    );
  }
  return total / typeCount;
}

/** What every rival must do. */
export function rivalConformance(definition: RivalDefinition, framework: Framework): void {
  const { describe, it } = framework;
  for (const types of [2, 3]) describe(`${types} groups`, () => suiteFor(definition, types, framework));

  it('refuses data it cannot learn from, and the model of another', () => {
    const data = madeUpPeople({ ...base, people: 40, types: 2, seed: 1 });
    const refused = (changes: Partial<RivalData>, code: string) =>
      refuses(() => definition.train({ ...data, ...changes }), code);
    refused({ types: data.types.subarray(1) }, 'ATTRIBUTE_INVALID');
    refused({ types: data.types.map(() => 2) }, 'ATTRIBUTE_INVALID');
    refused({ types: data.types.map(() => 1) }, 'ATTRIBUTE_SINGLE_VALUED');
    for (const questions of [0, 1.5, Number.NaN]) refused({ questions }, 'PARAMETER_OUT_OF_RANGE');
    const twice = packRows(3, [
      { indices: [1, 1], values: [2, 3] },
      { indices: [0], values: [4] },
    ]);
    refused({ rows: twice, types: Uint8Array.of(0, 1) }, 'RATING_DUPLICATE');
    const model = { ...definition.train(data), rival: 'nobody' };
    refuses(() => definition.open(model), 'MODEL_INVALID', /"nobody"/);
  });

  it('bears people who have seen nothing, and more questions than items', () => {
    const rows = packRows(2, [
      { indices: [], values: [] },
      { indices: [], values: [] },
      { indices: [0, 1], values: [4, 2] },
      { indices: [1], values: [3] },
    ]);
    const rival = definition.open(
      definition.train({ rows, types: Uint8Array.of(0, 1, 0, 1), typeCount: 2, questions: 9 }),
    );
    const asked = [0, 1].map(itemIndex).map((item): Answered => ({ item, answer: 'skip' }));
    for (const value of probabilitiesAfter(rival, asked)) assert.ok(value > 0 && value < 1);
    assert.ok(next(rival, Candidates.all(2), []) !== undefined);
  });
}

function suiteFor(definition: RivalDefinition, types: number, framework: Framework): void {
  const { it } = framework;
  const training = madeUpPeople({ ...base, people: 600, types, seed: 1 });
  const model = definition.train(training);
  const rival = definition.open(model);
  const check = (runs: number, test: (answers: Answered[], stream: RandomStream) => void) =>
    tryMany(framework, 'rival', runs, (stream) => test(someAnswers(stream), stream));

  it('says what it is', () => {
    assert.deepEqual([model.rival, model.types, model.items], [definition.name, types, ITEMS]);
    assert.deepEqual([rival.strategy.name, rival.classifier.name], [definition.name, definition.name]);
    assert.equal(rival.classifier.types, types);
  });

  it('chooses an open candidate, and the only one there is', () => {
    check(100, (answers) => {
      const candidates = openAfter(answers);
      assert.ok(candidates.isOpen(next(rival, candidates, answers)!));
      const last = candidates.itemAt(candidates.argmax((position) => position));
      assert.equal(next(rival, Candidates.of([last]), answers), last);
    });
  });

  it('chooses nothing when nothing is open, and goes on asking until then', () => {
    assert.equal(next(rival, Candidates.of([]), []), undefined);
    const answers = interview(rival, historyAt(training.rows, 0), ITEMS);
    assert.equal(new Set(answers.map(({ item }) => item)).size, ITEMS);
    assert.equal(next(rival, openAfter(answers), answers), undefined);
  });

  it('depends on its arguments only', () => {
    check(30, (answers, stream) => {
      const others = someAnswers(stream);
      const candidates = openAfter(answers);
      const marks = candidates.marks.slice();
      const used = definition.open(model);
      next(used, openAfter(others), others);
      next(used, openAfter(answers.slice(0, -1)), answers.slice(0, -1));
      logWeightsAfter(used, others);
      const fresh = definition.open(model);
      assert.equal(next(used, candidates, answers), next(fresh, candidates, answers));
      assert.deepEqual(logWeightsAfter(used, answers), logWeightsAfter(fresh, answers));
      assert.deepEqual(candidates.marks, marks);
    });
  });

  it('gives probabilities that sum to one, whatever was answered in whatever order', () => {
    check(100, (answers, stream) => {
      const probabilities = probabilitiesAfter(rival, answers);
      assert.equal(probabilities.length, types);
      for (const value of probabilities) assert.ok(value > 0 && value < 1);
      near(
        probabilities.reduce((sum, value) => sum + value, 0),
        1,
        1e-12,
      );
      const order = stream.shuffle([...answers.keys()]);
      const shuffled = probabilitiesAfter(
        rival,
        Array.from(order, (n) => answers[n]!),
      );
      allNear(shuffled, probabilities, 1e-10);
    });
  });

  it('gives finite log weights whose softmax are its probabilities, however extreme the answers', () => {
    check(100, (answers, stream) => {
      const times = [1, 1e3, 1e6][stream.below(3)]!;
      const state = stateAfter(
        rival,
        answers.map(({ item, answer }) => ({ item, answer: answer === 'skip' ? answer : answer * times })),
      );
      assert.ok(state.logWeights().every(Number.isFinite));
      assert.deepEqual(state.probabilities(), softmax(state.logWeights()));
    });
  });

  it('begins with about the shares of the training people', () => {
    const start = rival.classifier.begin().probabilities();
    for (let type = 0; type < types; type++) {
      const share = training.types.filter((own) => own === type).length / training.types.length;
      near(start[type]!, share, 0.02);
    }
  });

  it('foresees a rating exactly, leaves the state alone, and reads histories as answers', () => {
    check(100, (answers) => {
      const [last, ...rest] = answers.toReversed();
      if (last === undefined || last.answer === 'skip') return;
      const state = rest.reduce((before, { item, answer }) => before.after(item, answer), rival.classifier.begin());
      const before = state.logWeights().slice();
      const foreseen = state.logWeightsWith(last.item, last.answer);
      assert.deepEqual(state.after(last.item, last.answer).logWeights(), foreseen);
      assert.deepEqual(state.logWeights(), before);
      const ratings = answers.filter(({ answer }) => answer !== 'skip') as { item: number; answer: number }[];
      const history = { indices: ratings.map(({ item }) => item), values: ratings.map(({ answer }) => answer) };
      const expected = logWeightsAfter(rival, ratings as Answered[]);
      assert.deepEqual(rival.classifier.logWeights(history), expected);
      assert.deepEqual(rival.classifier.probabilities(history), softmax(expected));
    });
  });

  it('finds a planted leak in people it was not trained on', () => {
    const others = madeUpPeople({ ...base, people: 300, types, seed: 2 });
    assert.ok(next(rival, Candidates.all(ITEMS), [])! < LEAKING);
    assert.ok(heldOutAuc(rival, others, 1) > 0.55);
    assert.ok(heldOutAuc(rival, others, LEAKING) > 0.75);
  });

  it('finds nothing in shuffled labels', () => {
    const shuffled = derive(3, 'shuffled-labels').shuffle(training.types.slice());
    const blind = definition.open(definition.train({ ...training, types: shuffled }));
    const others = madeUpPeople({ ...base, people: 300, types, seed: 2 });
    const labels = derive(4, 'shuffled-labels').shuffle(others.types.slice());
    near(heldOutAuc(blind, { ...others, types: labels }, LEAKING), 0.5, 0.1);
  });

  it('is the same when trained again, leaves its data alone, and survives being sent to another thread', () => {
    const before = structuredClone(training);
    assert.deepEqual(definition.train(training), model);
    assert.deepEqual(training, before);
    const sent = definition.open(structuredClone(model));
    for (const user of [0, 1, 2]) {
      const answers = interview(rival, historyAt(training.rows, user), ITEMS);
      assert.deepEqual(interview(sent, historyAt(training.rows, user), ITEMS), answers);
      assert.deepEqual(logWeightsAfter(sent, answers), logWeightsAfter(rival, answers));
    }
  });

  it('gives a group that did not occur probability 0, and the others what they have without it', () => {
    // Type 1 becomes a gap: 0, (1), 2, ...
    const gapped = training.types.map((type) => (type === 0 ? 0 : type + 1));
    const wider = definition.open(definition.train({ ...training, types: gapped, typeCount: types + 1 }));
    const answers = interview(rival, historyAt(training.rows, 5), QUESTIONS);
    assert.deepEqual(interview(wider, historyAt(training.rows, 5), QUESTIONS), answers);
    const [first, absent, ...others] = probabilitiesAfter(wider, answers);
    assert.equal(absent, 0);
    assert.equal(logWeightsAfter(wider, answers)[1], Number.NEGATIVE_INFINITY);
    allNear([first!, ...others], probabilitiesAfter(rival, answers), 1e-9);
  });

  it('breaks ties by the lower item index', () => {
    // Items come in pairs of twins: 2j and 2j + 1 are seen and rated alike.
    const { rows } = training;
    const twins = packRows(
      2 * ITEMS,
      Array.from({ length: rows.rows }, (_, user) => {
        const { indices, values } = historyAt(rows, user);
        return {
          indices: Array.from(indices).flatMap((item) => [2 * item, 2 * item + 1]),
          values: Array.from(values).flatMap((value) => [value, value]),
        };
      }),
    );
    const doubled = definition.open(definition.train({ ...training, rows: twins }));
    assert.equal(next(doubled, Candidates.all(2 * ITEMS), [])! % 2, 0);
  });

  it('refuses what it cannot place', () => {
    const state = rival.classifier.begin();
    for (const item of [ITEMS, -1, 0.5]) {
      refuses(() => state.after(item, 3), 'ITEM_UNKNOWN');
      refuses(() => state.after(item, 'skip'), 'ITEM_UNKNOWN');
      refuses(() => state.logWeightsWith(item, 3), 'ITEM_UNKNOWN');
    }
    refuses(() => state.after(0, Number.NaN), 'RATING_NOT_FINITE');
    refuses(() => next(rival, Candidates.of([1, ITEMS]), []), 'ITEM_UNKNOWN');
  });
}
