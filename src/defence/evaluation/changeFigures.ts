/** How much people change who defend themselves, over all of them. */
import type { ChangeFigures } from './records.ts';
import { CHANGE_WIDTH } from './sendTask.ts';

/** `changes` is people x 4 as `sendTask` gives it; `sizes` are the ratings that each person has. */
export function changeFigures(changes: Float64Array, sizes: Float64Array): ChangeFigures {
  const column = (at: number) => sizes.map((_, person) => changes[person * CHANGE_WIDTH + at]!);
  const [changed, steps, added, withheld] = [column(0), column(1), column(2), column(3)];
  const sum = (numbers: Float64Array) => numbers.reduce((total, number) => total + number, 0);
  const mean = (numbers: Float64Array) => sum(numbers) / numbers.length;
  return {
    ratings: mean(sizes),
    medianRatings: median(sizes),
    changed: mean(changed),
    medianChanged: median(changed),
    // JSON knows no NaN: where nothing was changed, changes have no size.
    stepsPerChange: sum(changed) === 0 ? 0 : sum(steps) / sum(changed),
    added: mean(added),
    withheld: mean(withheld),
  };
}

function median(numbers: Float64Array): number {
  const sorted = numbers.toSorted();
  const half = (sorted.length - 1) / 2;
  return (sorted[Math.floor(half)]! + sorted[Math.ceil(half)]!) / 2;
}
