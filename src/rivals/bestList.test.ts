import { describe, expect, it } from 'vitest';
import { madeUpPeople } from '../../test/support/people.ts';
import { historyAt, packRows, type SparseVector } from '../inference/index.ts';
import { derive } from '../maths/index.ts';
import { areaUnderCurve } from '../testing/auc.ts';
import { bestList } from './bestList.ts';
import { forwardLogistic } from './forwardLogistic.ts';
import type { Rival } from './rival.ts';

const ITEMS = 20;

/** Everybody answers everything from 1 to 5; the group follows from the answers, but for one person in twenty. */
function people(count: number, seed: number, groupOf: (answers: readonly number[]) => boolean) {
  const stream = derive(seed, 'best-list');
  const answers = Array.from({ length: count }, () => Array.from({ length: ITEMS }, () => 1 + stream.below(5)));
  const types = Uint8Array.from(answers, (own) => (groupOf(own) === stream.uniform() > 0.05 ? 1 : 0));
  const rows = packRows(
    ITEMS,
    answers.map((own) => ({ indices: own.map((_, item) => item), values: own })),
  );
  return { rows, types, typeCount: 2, questions: 10 };
}

/** What is said after the list of a rival, with "not seen" where somebody has not rated an item. */
function aucOf(rival: Rival, list: Uint32Array, { rows, types }: ReturnType<typeof people>): number {
  const scoreOf = ({ indices, values }: SparseVector) => {
    const state = list.reduce((so, item) => {
      const at = (indices as Uint32Array).indexOf(item);
      return so.after(item, at < 0 ? 'skip' : values[at]!);
    }, rival.classifier.begin());
    const [first, second] = state.logWeights();
    return second! - first!;
  };
  const scores = Array.from(types, (_, n) => scoreOf(historyAt(rows, n)));
  return areaUnderCurve(scores, Array.from(types));
}

const high = (answer: number | undefined) => answer! >= 4;

describe('the best attack on a list', () => {
  it.each([
    ['two answers tell only together', (own: readonly number[]) => high(own[3]) !== high(own[11]), 0.85],
    [
      'only how somebody answers tells',
      (own: readonly number[]) => own.filter((one) => one === 1 || one === 5).length > 8,
      0.65,
    ],
  ])('is by trees where %s, which regression cannot see', (_, groupOf, least) => {
    const model = bestList.train(people(400, 1, groupOf));
    const others = people(400, 2, groupOf);
    expect(model.trees).toBeDefined();
    expect(aucOf(bestList.open(model), model.trees!.list, others)).toBeGreaterThan(least);
    const regression = forwardLogistic.open(model.regression);
    expect(aucOf(regression, model.regression.list, others)).toBeLessThan(0.6);
  });

  it.each([
    ['single answers tell', madeUpPeople({ people: 300, items: ITEMS, types: 2, seed: 5, leaking: 5, questions: 6 })],
    ['nothing tells', people(300, 3, () => true)],
    ['hardly anybody is there', people(40, 3, (own) => high(own[3]))],
  ])('is the regression itself where %s', (_, data) => {
    const model = bestList.train(data);
    expect(model.trees).toBeUndefined();
    expect(model.regression).toEqual(forwardLogistic.train(data));
    const [history] = [historyAt(data.rows, 0)];
    const said = (rival: Rival) => rival.classifier.logWeights!(history);
    expect(said(bestList.open(model))).toEqual(said(forwardLogistic.open(model.regression)));
  });
});
