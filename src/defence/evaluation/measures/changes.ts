/** What a person sends, held against what the person really rated. */
import type { SparseVector } from '../../../inference/index.ts';

interface Changes {
  readonly changed: number;
  /** Steps of the scale, over all changed ratings. */
  readonly steps: number;
  readonly added: number;
  readonly withheld: number;
}

export function changesOf(own: SparseVector, sent: SparseVector, step: number): Changes {
  const ratings = new Map(Array.from(own.indices, (item, n) => [item, own.values[n]!]));
  let [changed, steps, added] = [0, 0, 0];
  for (let n = 0; n < sent.indices.length; n++) {
    const before = ratings.get(sent.indices[n]!);
    if (before === undefined) {
      added++;
      continue;
    }
    // Rounded, because ratings are kept in single precision.
    const moved = Math.abs(Math.round((sent.values[n]! - before) / step));
    steps += moved;
    if (moved > 0) changed++;
  }
  return { changed, steps, added, withheld: own.indices.length - (sent.indices.length - added) };
}
