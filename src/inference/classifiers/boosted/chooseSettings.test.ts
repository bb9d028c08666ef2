import { expect, it } from 'vitest';
import { derive } from '../../../maths/index.ts';
import { packRows } from '../common/sparseRows.ts';
import { trainBoosted } from './boosted.ts';

/** Answers and labels that have nothing to do with each other. */
function nothing(seed: number) {
  const stream = derive(seed, 'plain');
  const items = [...Array(8).keys()];
  const histories = Array.from({ length: 150 }, () => ({
    indices: items,
    values: items.map(() => 1 + stream.below(5)),
  }));
  return { rows: packRows(8, histories), labels: histories.map(() => stream.below(2)) };
}

it('keeps to plain settings where others are better by chance only', () => {
  // Worlds in which the trial lets derived columns pass, by chance.
  for (const seed of [9, 21, 39]) {
    const { rows, labels } = nothing(seed);
    const { derivedTell, model } = trainBoosted(rows, labels, 2);
    expect([seed, derivedTell, model.derived]).toEqual([seed, true, undefined]);
  }
});
