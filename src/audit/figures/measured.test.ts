import { expect, it } from 'vitest';
import { certaintyError } from '../statistics/aucInterval.ts';
import { wilsonInterval } from '../statistics/shareInterval.ts';
import { measured, scoresFrom } from './measured.ts';

/** Log odds of the second of two types; the first has the opposite. */
const logitsOf = (second: readonly number[]) => Float32Array.from(second.flatMap((logit) => [-logit, logit]));
const logits = logitsOf([-1, 2, 1, 0.5]);
const types = Uint8Array.of(0, 1, 0, 1);
const folds = [0, 0, 1, 1];
const setting = { labels: ['a', 'b'], people: Uint32Array.from(types.keys()), folds, level: 0.95 };
const real = scoresFrom(logits, types, 2);

it('one table row by hand: three of four pairs in order, three of four people right, folds of 1 and 0', () => {
  const resamples = [
    [0, 1, 1, 2],
    [1, 2, 0, 1],
  ];
  const row = measured([real], { ...setting, resamples });
  expect(row.aucByFold).toBe(0.5);
  expect(row.auc.value).toBe(0.75);
  expect(row.accuracy).toEqual({ value: 0.75, low: wilsonInterval(0.75, 4, 0.95).low, high: 1 });
});

it('who names the large group for everybody is right for most people, and for half of the groups', () => {
  const blind = scoresFrom(logitsOf([-1, -1, -1, -1]), Uint8Array.of(0, 0, 0, 1), 2);
  const row = measured([blind], { ...setting, resamples: [[1, 1, 1, 1]] });
  expect([row.accuracy.value, row.balancedAccuracy.value]).toEqual([0.75, 0.5]);
});

it('several shuffles give the mean of their figures', () => {
  const turned = types.map((type) => 1 - type);
  const resamples = [
    [1, 1, 1, 1],
    [0, 1, 1, 0],
  ];
  const row = measured([real, scoresFrom(logits, turned, 2)], { ...setting, resamples });
  expect([row.auc.value, row.aucByFold, row.accuracy.value]).toEqual([0.5, 0.5, 0.5]);
  // No resample differs; eight guesses do not show more than this.
  expect(row.accuracy).toEqual({ value: 0.5, ...wilsonInterval(0.5, 8, 0.95) });
});

it('a fold with one group alone has no AUC, and is left out of their mean', () => {
  const row = measured([real], { ...setting, folds: [0, 0, 0, 1], resamples: [[1, 1, 1, 1]] });
  expect(row.aucByFold).toBe(1);
});

it('more types: the mean over one against the rest', () => {
  const three = Float32Array.from([3, 1, 2, 0, 2, 1, 1, 3, 2, 2, 1, 3]);
  const row = measured([scoresFrom(three, Uint8Array.of(0, 1, 2, 2), 3)], {
    ...setting,
    labels: ['a', 'b', 'c'],
    resamples: [[1, 1, 1, 1]],
  });
  // Type 0: 3 of 3 pairs. Type 1: above two, below one. Type 2: 2 and 3 against 2 and 1, one of four a tie.
  expect(row.auc.value).toBeCloseTo((1 + 2 / 3 + 3.5 / 4) / 3, 12);
  expect(row.accuracy.value).toBe(0.75);
});

it('only the people who are measured count, in every figure', () => {
  const resamples = [[1, 2, 1, 1]];
  const three = measured([real], { ...setting, people: Uint32Array.of(0, 1, 2), resamples });
  // Without the last person every pair is in order, and two of three are right; the first fold has both groups.
  expect([three.auc.value, three.accuracy.value, three.aucByFold]).toEqual([1, 2 / 3, 1]);
});

it('each group against the rest is a figure of its own where there are more than two', () => {
  const scores = scoresFrom(Float32Array.from([3, 1, 2, 0, 2, 1, 1, 3, 2, 2, 1, 3]), Uint8Array.of(0, 1, 2, 2), 3);
  const labels = ['a', 'b', 'c'];
  const weights = [
    [1, 1, 1, 1],
    [1, 1, 2, 0],
  ];
  const { groups, mean } = measured([scores], { ...setting, labels, resamples: weights });
  expect(groups.map(({ label, auc }) => [label, auc.value])).toEqual([
    ['a', 1],
    ['b', 2 / 3],
    ['c', 3.5 / 4],
  ]);
  // Without the last person, who had the highest score of the third group, twice the tie is left: 1.5 of 2 pairs.
  const factor = Math.sqrt(1 + 1.25 * Math.sqrt(2 * (1 - 3.5 / 4)));
  expect(groups[2]!.figure.replicates[1]).toBeCloseTo(3.5 / 4 + factor * (3 / 4 - 3.5 / 4), 12);
  expect(mean.replicates[0]).toBeCloseTo(mean.value, 12);
  expect(measured([real], { ...setting, resamples: weights }).groups).toEqual([]);
});

it('a group that is told for certain has the error of its units and those of the rest', () => {
  // Pairs of people belong together: six units in three groups of two.
  const three = Uint8Array.from({ length: 12 }, (_, person) => Math.floor(person / 4));
  const clusters = Uint32Array.from(three, (_, person) => Math.floor(person / 2));
  const scores = { types: three, logitOf: (person: number, type: number) => (three[person] === type ? 1 : 0) };
  const people = Uint32Array.from(three.keys());
  const resamples = [new Uint8Array(12).fill(1)];
  const { groups } = measured([scores], { labels: ['a', 'b', 'c'], people, resamples, level: 0.95, clusters });
  for (const { figure } of groups) expect(figure.error).toBe(certaintyError(1, [2, 4]));
});
