import { expect, it } from 'vitest';
import { emptyOutcomes } from '../interviews/outcomes.ts';
import { auditSpec } from '../spec/spec.ts';
import { ratingErrorFindings } from './ratingErrors.ts';

const spec = auditSpec({ attribute: 'type', maxQuestions: 4, ratingErrorEvery: 2 });
const POINTS = 3;
/** Everybody has two held-out ratings, with the errors 1 and 2 after 0 questions and half of that after each 2. */
function outcomesOf(lengths: readonly number[]) {
  const outcomes = emptyOutcomes(lengths.length, { ...spec, types: 2 });
  outcomes.lengths.set(lengths);
  for (let at = 0; at < lengths.length * POINTS; at++) {
    outcomes.heldOut[at] = 2;
    outcomes.squaredErrors[at] = 5 / 4 ** (at % POINTS);
    outcomes.meanErrors[at] = 8;
  }
  return outcomes;
}
const once = (people: number) => new Uint8Array(people).fill(1);

it('the error after some questions is that of everybody who was asked so many, to the very last', () => {
  const lengths = [...Array(25).fill(4), ...Array(5).fill(2), ...Array(5).fill(1)];
  const points = ratingErrorFindings('random', outcomesOf(lengths), spec, [once(35)]);
  expect(points.map(({ length, people }) => [length, people])).toEqual([
    [0, 35],
    [2, 30],
    [4, 25],
  ]);
  for (const [n, { rmse, rmseItemMeans, rmseOverItemMeans }] of points.entries()) {
    const expected = Math.sqrt(2.5) / 2 ** n;
    expect(rmse!.value).toBeCloseTo(expected, 6);
    expect(rmseItemMeans!.value).toBeCloseTo(2, 12);
    expect(rmseOverItemMeans!.value).toBeCloseTo(expected - 2, 6);
  }
});

it('who has nothing held out any more is not counted, and twenty people are the fewest', () => {
  const outcomes = outcomesOf(Array(21).fill(4));
  outcomes.heldOut[1] = 0;
  outcomes.heldOut[2] = 0;
  outcomes.heldOut[POINTS + 2] = 0;
  const points = ratingErrorFindings('random', outcomes, spec, [once(21)]);
  expect(points.map(({ people }) => people)).toEqual([21, 20]);
});

it('people weigh by how many ratings they have held out, and in a resample by how often they occur', () => {
  const outcomes = outcomesOf(Array(20).fill(4));
  outcomes.heldOut[0] = 10;
  outcomes.squaredErrors[0] = 90;
  outcomes.meanErrors[0] = 10;
  const withoutFirst = once(20);
  withoutFirst[0] = 0;
  const firstTwice = once(20);
  firstTwice[0] = 2;
  const points = ratingErrorFindings('random', outcomes, spec, [withoutFirst, firstTwice]);
  const { rmse, rmseItemMeans, rmseOverItemMeans } = points[0]!;
  expect(rmse!.value).toBeCloseTo(Math.sqrt((19 * 5 + 90) / 48), 6);
  expect(rmse!.low).toBeCloseTo(Math.sqrt(5 / 2), 6);
  expect(rmse!.high).toBeCloseTo(Math.sqrt((19 * 5 + 180) / 58), 6);
  expect([rmseItemMeans!.low, rmseItemMeans!.high]).toEqual([Math.sqrt((19 * 8 + 20) / 58), 2]);
  expect(rmseOverItemMeans!.low).toBeCloseTo(Math.sqrt(5 / 2) - 2, 6);
});
