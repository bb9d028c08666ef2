import { expect, it } from 'vitest';
import { randomModel } from '../../../test/support/models.ts';
import { inlineExecutor } from '../../maths/index.ts';
import type { CompressedRows } from '../../ratings/index.ts';
import { sendModel } from '../attackers/sentModel.ts';
import { contender } from '../spec/contender.ts';
import { type InterviewUnit, interviewTask } from './interviewTask.ts';
import { EARLY, type Outcomes } from './outcomes.ts';

const model = randomModel({ items: 8, dimension: 2, types: 2, seed: 3 });
const rowsOf = (...rows: (readonly number[])[]): CompressedRows => ({
  starts: Uint32Array.from({ length: rows.length + 1 }, (_, n) => rows.slice(0, n).flat().length),
  indices: Uint32Array.from(rows.flat()),
  values: Float32Array.from(rows.flat(), (item) => 1 + (item % 5)),
});
const unit: InterviewUnit = {
  about: 'groups',
  contender: contender('random'),
  equipment: { model: sendModel(model) },
  predictor: { model: sendModel(model), ridge: 1 },
  spec: { protocol: 'rated', ridge: 'model', prior: 'training', maxQuestions: 5, ratingErrorEvery: 2, seed: 1 },
  people: Uint32Array.of(4, 9),
  histories: rowsOf([0, 1, 2, 3, 4, 5], [2, 5, 7]),
  heldOut: rowsOf([6, 7], [0]),
};

const interviewed = async () => {
  const [outcomes] = await inlineExecutor.run(interviewTask, [unit]);
  return outcomes as object as Outcomes;
};

it('the errors of what is held out stand by person, after every second question', async () => {
  const outcomes = await interviewed();
  expect([...outcomes.lengths]).toEqual([5, 3]);
  // Three points for each person: after 0, 2 and 4 questions, of which the second person has not four.
  expect([...outcomes.heldOut]).toEqual([2, 2, 2, 1, 1, 0]);
  expect([...outcomes.squaredErrors].map(Number.isNaN)).toEqual([false, false, false, false, false, true]);
  const squares = (item: number) => (1 + (item % 5) - model.itemStatistics.means[item]!) ** 2;
  for (const [at, expected] of [squares(6) + squares(7), squares(0)].entries()) {
    expect(outcomes.meanErrors[3 * at]).toBeCloseTo(expected, 4);
    expect(outcomes.meanErrors[3 * at + 1]).toBe(outcomes.meanErrors[3 * at]);
  }
  expect(new Set(outcomes.squaredErrors.subarray(0, 3)).size).toBe(3);
});

it('remembers what was asked, once each and from what was rated', async () => {
  const outcomes = await interviewed();
  const asked = [0, 1].map((person) => [...outcomes.early.subarray(person * EARLY, (person + 1) * EARLY)]);
  expect(new Set(asked[0]!.slice(0, 5)).size).toBe(5);
  for (const entry of asked[0]!.slice(0, 5)) expect([1, 2, 3, 4, 5, 6]).toContain(entry);
  expect(asked[1]!.slice(0, 3).toSorted()).toEqual([3, 6, 8]);
  expect(asked.map((items) => items.filter((entry) => entry > 0).length)).toEqual([5, 3]);
  expect([...outcomes.skips]).toEqual([0, 0]);
});
