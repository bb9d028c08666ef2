import { expect, it } from 'vitest';
import { randomModel } from '../../../test/support/models.ts';
import { inlineExecutor } from '../../maths/index.ts';
import type { CompressedRows } from '../../ratings/index.ts';
import { sendModel } from '../attackers/sentModel.ts';
import { contender } from '../spec/contender.ts';
import { type InterviewUnit, interviewTask } from './interviewTask.ts';
import { type BandOutcomes, EARLY, type Outcomes } from './outcomes.ts';

const model = randomModel({ items: 8, dimension: 2, types: 2, seed: 3 });
const rowsOf = (...rows: (readonly number[])[]): CompressedRows => ({
  starts: Uint32Array.from({ length: rows.length + 1 }, (_, n) => rows.slice(0, n).flat().length),
  indices: Uint32Array.from(rows.flat()),
  values: Float32Array.from(rows.flat(), (item) => 1 + (item % 5)),
});
const unit: InterviewUnit = {
  about: 'groups',
  contender: contender('random'),
  interviewerData: { model: sendModel(model) },
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

it('counts what was answered with a rating, and what an open question was skipped for', async () => {
  const open = { ...unit, spec: { ...unit.spec, protocol: 'open', maxQuestions: 8 } } as InterviewUnit;
  const [found] = await inlineExecutor.run(interviewTask, [open]);
  const { lengths, seen, early, skips } = found as object as Outcomes;
  // The whole catalogue was asked: everybody answers what they rated.
  expect([...lengths]).toEqual([8, 8]);
  expect([...seen]).toEqual([6, 3]);
  const skipped = Array.from({ length: 8 }, (_, question) => (skips[1]! >> question) & 1);
  const rated = Array.from(early.subarray(EARLY, EARLY + 8), (entry) => [2, 5, 7].includes(entry - 1));
  expect(skipped).toEqual(rated.map((known) => Number(!known)));
});

it('a band becomes the mean number of its people: that of the likeliest, and that of all by their odds', async () => {
  const bandMeans = Float64Array.of(20, 60);
  const [found] = await inlineExecutor.run(interviewTask, [{ ...unit, bandMeans } as InterviewUnit]);
  const { logits, mostLikely, weighted } = found as object as Outcomes & BandOutcomes;
  // Five questions for the first person; the second has three, and nothing is known beyond.
  expect([...mostLikely].map(Number.isNaN)).toEqual([...Array(10).fill(false), true, true]);
  for (let at = 0; at < 10; at++) {
    const share = 1 / (1 + Math.exp(-logits[2 * at + 1]!));
    expect(weighted[at]).toBeCloseTo(20 + 40 * share, 4);
    expect(mostLikely[at]).toBe(share > 0.5 ? 60 : 20);
  }
});
