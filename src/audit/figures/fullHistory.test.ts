import { expect, it } from 'vitest';
import { wilsonInterval } from '../statistics/shareInterval.ts';
import { fullHistoryOf } from './fullHistory.ts';

/** Log odds of the second of two types; the first has the opposite. */
const logitsOf = (second: readonly number[]) => Float32Array.from(second.flatMap((logit) => [-logit, logit]));
const logits = logitsOf([-1, 2, 1, 0.5]);
const types = Uint8Array.of(0, 1, 0, 1);
const folds = [0, 0, 1, 1];
const judged = { classifier: 'logistic', variant: 'real', typeCount: 2 } as const;

it('one table row by hand: three of four pairs in order, three of four people right, folds of 1 and 0', () => {
  const resamples = [
    [0, 1, 1, 2],
    [1, 2, 0, 1],
  ];
  const row = fullHistoryOf({ ...judged, logits: [logits], types: [types] }, folds, resamples, 0.95);
  expect(row).toMatchObject({ classifier: 'logistic', variant: 'real', aucByFold: 0.5 });
  expect(row.auc.value).toBe(0.75);
  expect(row.accuracy).toEqual({ value: 0.75, low: wilsonInterval(0.75, 4, 0.95).low, high: 1 });
});

it('several shuffles give the mean of their figures', () => {
  const turned = types.map((type) => 1 - type);
  const resamples = [
    [1, 1, 1, 1],
    [0, 1, 1, 0],
  ];
  const both = { ...judged, variant: 'shuffled', logits: [logits, logits], types: [types, turned] } as const;
  const row = fullHistoryOf(both, folds, resamples, 0.95);
  expect([row.auc.value, row.aucByFold, row.accuracy.value]).toEqual([0.5, 0.5, 0.5]);
  // No resample differs; eight guesses do not show more than this.
  expect(row.accuracy).toEqual({ value: 0.5, ...wilsonInterval(0.5, 8, 0.95) });
});

it('a fold with one group alone has no AUC, and is left out of their mean', () => {
  const row = fullHistoryOf({ ...judged, logits: [logits], types: [types] }, [0, 0, 0, 1], [[1, 1, 1, 1]], 0.95);
  expect(row.aucByFold).toBe(1);
});

it('more types: the mean over one against the rest', () => {
  const three = Float32Array.from([3, 1, 2, 0, 2, 1, 1, 3, 2, 2, 1, 3]);
  const row = fullHistoryOf(
    { ...judged, typeCount: 3, logits: [three], types: [Uint8Array.of(0, 1, 2, 2)] },
    [0, 0, 0, 0],
    [[1, 1, 1, 1]],
    0.95,
  );
  // Type 0: 3 of 3 pairs. Type 1: above two, below one. Type 2: 2 and 3 against 2 and 1, one of four a tie.
  expect(row.auc.value).toBeCloseTo((1 + 2 / 3 + 3.5 / 4) / 3, 12);
  expect(row.accuracy.value).toBe(0.75);
});
