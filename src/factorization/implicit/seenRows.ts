/** Which items each person has seen: rows of a 0/1 matrix. What value an entry has does not matter. */
import { outOfRange, UlteriorError } from '../../errors/index.ts';

export interface SeenRows {
  readonly rows: number;
  readonly columns: number;
  /** rows + 1 positions. */
  readonly starts: Uint32Array;
  readonly indices: Uint32Array;
}

/** Refuses rows that do not fit together: the kernels read where they are told to. */
export function checkSeen({ rows, columns, starts, indices }: SeenRows): void {
  const ascending = starts.every((start, n) => n === 0 || start >= starts[n - 1]!);
  if (starts.length !== rows + 1 || starts[0] !== 0 || starts[rows] !== indices.length || !ascending) {
    throw outOfRange('starts', `${starts.length} numbers`, `${rows + 1} positions from 0 up to ${indices.length}`);
  }
  checkHistory(columns, indices);
}

/** Refuses items that are not there. */
export function checkHistory(items: number, history: ArrayLike<number>): void {
  for (let n = 0; n < history.length; n++) {
    const item = history[n]!;
    if (Number.isInteger(item) && item >= 0 && item < items) continue;
    throw new UlteriorError('ITEM_UNKNOWN', `there is no item ${item} among ${items}`, 'leave this item out', {
      item,
      items,
    });
  }
}
