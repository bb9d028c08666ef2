/** How many people have rated both of two items: S'S (items x items), in rows of `stride` floats. */
import { UlteriorError } from '../../errors/index.ts';
import { checkSeen, type SeenRows } from '../implicit/index.ts';

/** 1.6 GB for each matrix of items x items. */
const MOST_ITEMS = 20_000;

/** Adds to `target`. Cost O(sum over people of their items^2). */
export function addCooccurrence({ rows, starts, indices }: SeenRows, target: Float32Array, stride: number): void {
  for (let row = 0; row < rows; row++) {
    for (let a = starts[row]!; a < starts[row + 1]!; a++) {
      const line = indices[a]! * stride;
      for (let b = starts[row]!; b < starts[row + 1]!; b++) target[line + indices[b]!]!++;
    }
  }
}

export function checkItems(seen: SeenRows): void {
  checkSeen(seen);
  const items = seen.columns;
  if (items <= MOST_ITEMS) return;
  throw new UlteriorError(
    'TRAINING_TOO_LARGE',
    `this recommender needs a matrix of ${items} x ${items} items`,
    `keep at most ${MOST_ITEMS} items, or use popularity or implicit factors`,
    { items, most: MOST_ITEMS },
  );
}
