/**
 * Cuts users and items into `grid` groups each, so that ratings fall into grid x grid blocks. Blocks that share neither
 * a user group nor an item group touch different rows and can run at the same time. The grid depends on the data only,
 * never on the number of threads: that is why any number of threads gives the same result.
 */
import type { RandomStream } from '../../maths/index.ts';

export interface Grouping {
  /** Where each entity's row is kept: entities of one group lie side by side. */
  readonly positions: Uint32Array;
  /** Group of each entity. */
  readonly groups: Uint8Array;
}

/** One block for small data; otherwise enough for the threads of a large machine, at a few runs more per user. */
export function gridFor(ratings: number): number {
  if (ratings < 200_000) return 1;
  return ratings < 10_000_000 ? 8 : 16;
}

/** Shuffles the entities and cuts them where the ratings so far reach the next share of all ratings. */
export function groupEntities(counts: Uint32Array, grid: number, stream: RandomStream): Grouping {
  const order = stream.shuffle(Uint32Array.from(counts, (_, n) => n));
  let total = 0;
  for (const count of counts) total += count;
  const positions = new Uint32Array(counts.length);
  const groups = new Uint8Array(counts.length);
  let seen = 0;
  for (let position = 0; position < order.length; position++) {
    const entity = order[position]!;
    positions[entity] = position;
    groups[entity] = Math.min(grid - 1, Math.floor((seen * grid) / total));
    seen += counts[entity]!;
  }
  return { positions, groups };
}
