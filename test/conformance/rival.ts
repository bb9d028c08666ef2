/**
 * What every rival must do. To check a new one, list it in src/rivals/registry.ts: rivals.test.ts runs this suite over the
 * whole registry.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { historyAt, packRows, type SparseVector, startBelief } from '../../src/inference/index.ts';
import { derive, logOddsAgainstRest, softmax } from '../../src/numeric/index.ts';
import { type Answer, type Answered, itemIndex } from '../../src/ratings/index.ts';
import type { Rival, RivalData, RivalDefinition } from '../../src/rivals/index.ts';
import { Candidates } from '../../src/selection/index.ts';
import { areaUnderCurve } from '../support/auc.ts';
import { failure } from '../support/failure.ts';
import { randomModel } from '../support/models.ts';
import { madeUpPeople } from '../support/people.ts';

const ITEMS = 24;
const QUESTIONS = 8;
const LEAKING = 6;
const base = { items: ITEMS, leaking: LEAKING, questions: QUESTIONS };

/** Rivals ignore the belief; this one knows nothing of their items. */
const BELIEF = startBelief(randomModel({ items: 1, dimension: 1, types: 2, seed: 1 }));

const next = (rival: Rival, candidates: Candidates, answers: readonly Answered[]) =>
  rival.strategy.next(BELIEF, candidates, answers)?.item;

const answered = fc.record({
  item: fc.nat({ max: ITEMS - 1 }).map(itemIndex),
  answer: fc.constantFrom<Answer>('skip', 'skip', 1, 2, 3, 4, 5),
});
const someAnswers = fc.uniqueArray(answered, { selector: ({ item }) => item, maxLength: ITEMS - 1 });

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

export function rivalConformance(definition: RivalDefinition): void {
  describe.each([2, 3])('%i types', (types) => {
    const training = madeUpPeople({ ...base, people: 600, types, seed: 1 });
    const model = definition.train(training);
    const rival = definition.open(model);

    it('says what it is', () => {
      expect([model.rival, model.types, model.items]).toEqual([definition.name, types, ITEMS]);
      expect([rival.strategy.name, rival.classifier.name]).toEqual([definition.name, definition.name]);
      expect(rival.classifier.types).toBe(types);
    });

    it('chooses an open candidate, and the only one there is', () => {
      fc.assert(
        fc.property(someAnswers, (answers) => {
          const candidates = openAfter(answers);
          expect(candidates.isOpen(next(rival, candidates, answers)!)).toBe(true);
          const last = candidates.itemAt(candidates.argmax((position) => position));
          expect(next(rival, Candidates.of([last]), answers)).toBe(last);
        }),
      );
    });

    it('chooses nothing when nothing is open, and goes on asking until then', () => {
      expect(next(rival, Candidates.of([]), [])).toBeUndefined();
      const answers = interview(rival, historyAt(training.rows, 0), ITEMS);
      expect(new Set(answers.map(({ item }) => item)).size).toBe(ITEMS);
      expect(next(rival, openAfter(answers), answers)).toBeUndefined();
    });

    it('depends on its arguments only', () => {
      fc.assert(
        fc.property(someAnswers, someAnswers, (answers, others) => {
          const candidates = openAfter(answers);
          const marks = candidates.marks.slice();
          const used = definition.open(model);
          next(used, openAfter(others), others);
          next(used, openAfter(answers.slice(0, -1)), answers.slice(0, -1));
          logWeightsAfter(used, others);
          const fresh = definition.open(model);
          expect(next(used, candidates, answers)).toBe(next(fresh, candidates, answers));
          expect(logWeightsAfter(used, answers)).toEqual(logWeightsAfter(fresh, answers));
          expect(candidates.marks).toEqual(marks);
        }),
        { numRuns: 30 },
      );
    });

    it('gives probabilities that sum to one, whatever was answered in whatever order', () => {
      fc.assert(
        fc.property(someAnswers, fc.nat(), (answers, seed) => {
          const probabilities = probabilitiesAfter(rival, answers);
          expect(probabilities.length).toBe(types);
          for (const value of probabilities) expect(value > 0 && value < 1).toBe(true);
          expect(probabilities.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 12);
          const order = derive(seed, 'order').shuffle([...answers.keys()]);
          const shuffled = probabilitiesAfter(
            rival,
            order.map((n) => answers[n]!),
          );
          for (const [type, value] of shuffled.entries()) expect(value).toBeCloseTo(probabilities[type]!, 10);
        }),
      );
    });

    it('gives finite log weights whose softmax are its probabilities, however extreme the answers', () => {
      fc.assert(
        fc.property(someAnswers, fc.constantFrom(1, 1e3, 1e6), (answers, times) => {
          const state = stateAfter(
            rival,
            answers.map(({ item, answer }) => ({ item, answer: answer === 'skip' ? answer : answer * times })),
          );
          expect(state.logWeights().every(Number.isFinite)).toBe(true);
          expect(state.probabilities()).toEqual(softmax(state.logWeights()));
        }),
      );
    });

    it('begins with about the shares of the training users', () => {
      const start = rival.classifier.begin().probabilities();
      for (let type = 0; type < types; type++) {
        const share = training.types.filter((own) => own === type).length / training.types.length;
        expect(Math.abs(start[type]! - share)).toBeLessThan(0.02);
      }
    });

    it('foresees a rating exactly, leaves the state alone, and reads histories as answers', () => {
      fc.assert(
        fc.property(someAnswers, (answers) => {
          const [last, ...rest] = answers.toReversed();
          if (last === undefined || last.answer === 'skip') return;
          const state = rest.reduce((before, { item, answer }) => before.after(item, answer), rival.classifier.begin());
          const before = state.logWeights().slice();
          const foreseen = state.logWeightsWith(last.item, last.answer);
          expect(state.after(last.item, last.answer).logWeights()).toEqual(foreseen);
          expect(state.logWeights()).toEqual(before);
          const ratings = answers.filter(({ answer }) => answer !== 'skip') as { item: number; answer: number }[];
          const history = { indices: ratings.map(({ item }) => item), values: ratings.map(({ answer }) => answer) };
          const expected = logWeightsAfter(rival, ratings as Answered[]);
          expect(rival.classifier.logWeights(history)).toEqual(expected);
          expect(rival.classifier.probabilities(history)).toEqual(softmax(expected));
        }),
      );
    });

    it('finds a planted leak in people it was not trained on', () => {
      const others = madeUpPeople({ ...base, people: 300, types, seed: 2 });
      expect(next(rival, Candidates.all(ITEMS), [])!).toBeLessThan(LEAKING);
      expect(heldOutAuc(rival, others, 1)).toBeGreaterThan(0.55);
      expect(heldOutAuc(rival, others, LEAKING)).toBeGreaterThan(0.75);
    });

    it('finds nothing in shuffled labels', () => {
      const shuffled = derive(3, 'shuffled-labels').shuffle(training.types.slice());
      const blind = definition.open(definition.train({ ...training, types: shuffled }));
      const others = madeUpPeople({ ...base, people: 300, types, seed: 2 });
      const labels = derive(4, 'shuffled-labels').shuffle(others.types.slice());
      expect(Math.abs(heldOutAuc(blind, { ...others, types: labels }, LEAKING) - 0.5)).toBeLessThan(0.1);
    });

    it('is the same when trained again, leaves its data alone, and survives being sent to another thread', () => {
      const before = structuredClone(training);
      expect(definition.train(training)).toEqual(model);
      expect(training).toEqual(before);
      const sent = definition.open(structuredClone(model));
      for (const user of [0, 1, 2]) {
        const answers = interview(rival, historyAt(training.rows, user), ITEMS);
        expect(interview(sent, historyAt(training.rows, user), ITEMS)).toEqual(answers);
        expect(logWeightsAfter(sent, answers)).toEqual(logWeightsAfter(rival, answers));
      }
    });

    it('gives a type that did not occur probability 0, and the others what they have without it', () => {
      // Type 1 becomes a gap: 0, (1), 2, ...
      const gapped = training.types.map((type) => (type === 0 ? 0 : type + 1));
      const wider = definition.open(definition.train({ ...training, types: gapped, typeCount: types + 1 }));
      const answers = interview(rival, historyAt(training.rows, 5), QUESTIONS);
      expect(interview(wider, historyAt(training.rows, 5), QUESTIONS)).toEqual(answers);
      const [first, absent, ...others] = probabilitiesAfter(wider, answers);
      expect(absent).toBe(0);
      expect(logWeightsAfter(wider, answers)[1]).toBe(Number.NEGATIVE_INFINITY);
      const expected = probabilitiesAfter(rival, answers);
      for (const [type, value] of [first!, ...others].entries()) expect(value).toBeCloseTo(expected[type]!, 9);
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
      expect(next(doubled, Candidates.all(2 * ITEMS), [])! % 2).toBe(0);
    });

    it('refuses what it cannot place', () => {
      const state = rival.classifier.begin();
      for (const item of [ITEMS, -1, 0.5]) {
        expect(failure(() => state.after(item, 3))).toMatch(/^ITEM_UNKNOWN/);
        expect(failure(() => state.after(item, 'skip'))).toMatch(/^ITEM_UNKNOWN/);
        expect(failure(() => state.logWeightsWith(item, 3))).toMatch(/^ITEM_UNKNOWN/);
      }
      expect(failure(() => state.after(0, Number.NaN))).toMatch(/^RATING_NOT_FINITE/);
      expect(failure(() => next(rival, Candidates.of([1, ITEMS]), []))).toMatch(/^ITEM_UNKNOWN/);
    });
  });

  it('refuses data it cannot learn from, and the model of another', () => {
    const data = madeUpPeople({ ...base, people: 40, types: 2, seed: 1 });
    const attempt = (changes: Partial<RivalData>) => failure(() => definition.train({ ...data, ...changes }));
    expect(attempt({ types: data.types.subarray(1) })).toMatch(/^ATTRIBUTE_INVALID/);
    expect(attempt({ types: data.types.map(() => 2) })).toMatch(/^ATTRIBUTE_INVALID/);
    expect(attempt({ types: data.types.map(() => 1) })).toMatch(/^ATTRIBUTE_SINGLE_VALUED/);
    for (const questions of [0, 1.5, Number.NaN]) expect(attempt({ questions })).toMatch(/^PARAMETER_OUT_OF_RANGE/);
    const twice = packRows(3, [
      { indices: [1, 1], values: [2, 3] },
      { indices: [0], values: [4] },
    ]);
    expect(attempt({ rows: twice, types: Uint8Array.of(0, 1) })).toMatch(/^RATING_DUPLICATE/);
    const model = { ...definition.train(data), rival: 'nobody' };
    expect(failure(() => definition.open(model))).toMatch(/^MODEL_INVALID: .*"nobody"/);
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
    for (const value of probabilitiesAfter(rival, asked)) expect(value > 0 && value < 1).toBe(true);
    expect(next(rival, Candidates.all(2), [])).toBeDefined();
  });
}
