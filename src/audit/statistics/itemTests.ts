/**
 * Does a single item give people away? Two tests for each item and group: whether its people answered the item more or
 * less often than others (Fisher's exact test), and whether they rated it otherwise than others who did (rank sum, with
 * ties). A leak in one rare item drowns in a regression on thousands of them; here it stands alone.
 *
 * Only the strongest over all items counts, and shuffles of the labels go the same way: so looking at many items is
 * paid for. What does not depend on labels (who rated what, ranks, tables of exact p-values) is made once; a shuffle
 * costs one pass over the ratings.
 */
import type { SparseRows } from '../../inference/index.ts';
import { exactTable } from './exactTable.ts';

/** The item and group that stand out most. */
interface ItemFinding {
  /** -log10 of the exact p-value (seen), or standard errors of the rank sum (rating). */
  readonly value: number;
  readonly item: number;
  readonly group: number;
  /** Who rated the item, and how many of them belong to the group. */
  readonly raters: number;
  readonly ofGroup: number;
}

export interface ItemFindings {
  readonly seen: ItemFinding;
  readonly rating: ItemFinding;
}

type ItemTests = (labels: Uint8Array) => ItemFindings;

/** `types` gives the size of each group, which no shuffle changes. */
export function itemTests(histories: SparseRows, types: Uint8Array, typeCount: number): ItemTests {
  const people = histories.rows;
  const sizes = new Uint32Array(typeCount);
  for (const type of types) sizes[type]!++;
  const groups = typeCount === 2 ? [1] : Array.from(sizes.keys());
  const { starts, raters, ranks, squares } = ranksByItem(histories);
  const tables = groups.map(() => new Map<number, Float32Array>());
  const tableOf = (g: number, marked: number): Float32Array => {
    const known = tables[g]!.get(marked);
    if (known !== undefined) return known;
    const made = exactTable(people, marked, sizes[groups[g]!]!);
    tables[g]!.set(marked, made);
    return made;
  };
  const counts = new Uint32Array(typeCount);
  const sums = new Float64Array(typeCount);
  return (labels) => {
    const none: ItemFinding = { value: 0, item: 0, group: groups[0]!, raters: 0, ofGroup: 0 };
    let [seen, rating] = [none, none];
    for (let item = 0; item < histories.columns; item++) {
      const [from, to] = [starts[item]!, starts[item + 1]!];
      const rated = to - from;
      counts.fill(0);
      sums.fill(0);
      for (let at = from; at < to; at++) {
        const label = labels[raters[at]!]!;
        counts[label]!++;
        sums[label]! += ranks[at]!;
      }
      for (const [g, group] of groups.entries()) {
        const own = counts[group]!;
        const found = { item, group, raters: rated, ofGroup: own };
        const surprise = tableOf(g, rated)[own]!;
        if (surprise > seen.value) seen = { value: surprise, ...found };
        const variance = (own * (rated - own) * squares[item]!) / (rated * (rated - 1));
        const distance = variance > 0 ? Math.abs(sums[group]!) / Math.sqrt(variance) : 0;
        if (distance > rating.value) rating = { value: distance, ...found };
      }
    }
    return { seen, rating };
  };
}

/** Who rated each item, and their ranks among its raters, less the mean rank; equal ratings share theirs. */
function ranksByItem({ rows, columns, starts: rowStarts, indices, values }: SparseRows) {
  const starts = new Uint32Array(columns + 1);
  for (const item of indices) starts[item + 1]!++;
  for (let item = 0; item < columns; item++) starts[item + 1]! += starts[item]!;
  const raters = new Uint32Array(indices.length);
  const ratings = new Float64Array(indices.length);
  const filled = starts.slice(0, columns);
  for (let row = 0; row < rows; row++) {
    for (let entry = rowStarts[row]!; entry < rowStarts[row + 1]!; entry++) {
      const at = filled[indices[entry]!]!++;
      raters[at] = row;
      ratings[at] = values[entry]!;
    }
  }
  const ranks = new Float64Array(indices.length);
  const squares = new Float64Array(columns);
  for (let item = 0; item < columns; item++) {
    const [from, to] = [starts[item]!, starts[item + 1]!];
    const order = Array.from({ length: to - from }, (_, n) => from + n).sort((a, b) => ratings[a]! - ratings[b]!);
    for (let first = 0; first < order.length; ) {
      let next = first;
      while (next < order.length && ratings[order[next]!] === ratings[order[first]!]) next++;
      const rank = (first + next - order.length) / 2;
      squares[item]! += (next - first) * rank ** 2;
      for (; first < next; first++) ranks[order[first]!] = rank;
    }
  }
  return { starts, raters, ranks, squares };
}
