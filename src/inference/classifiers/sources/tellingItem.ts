/**
 * The one item that tells training people apart best: of the table of its answers, "none" among them, and the groups, the
 * likelihood gained over the groups' shares, less what that many cells gain by chance (BIC). Answers of many values are cut
 * into parts of about equal size.
 */
import { historyAt, packRows, type SparseRows } from '../common/sparseRows.ts';
import type { TypeLabels } from '../common/typeLabels.ts';

const MOST_PARTS = 20;

export function tellingItem(rows: SparseRows, known: TypeLabels) {
  const ratings = byItem(rows);
  let best: { gain: number; item: number; limits: Float32Array } = {
    gain: Number.NEGATIVE_INFINITY,
    item: 0,
    limits: new Float32Array(0),
  };
  for (let item = 0; item < rows.columns; item++) {
    const own = ratings.slice(item);
    const limits = limitsOf(own.values);
    const gain = gainOf(own, limits, rows.rows, known);
    if (gain > best.gain) best = { gain, item, limits };
  }
  const { item, limits } = best;
  const columnsOf = (some: SparseRows) => {
    const lines = Array.from({ length: some.rows }, (_, row) => {
      const { indices, values } = historyAt(some, row);
      const at = (indices as Uint32Array).indexOf(item);
      return at < 0 ? { indices: [], values: [] } : { indices: [partOf(limits, values[at]!)], values: [1] };
    });
    return packRows(limits.length + 1, lines);
  };
  return { columnsOf, item };
}

/** What each item gains by itself. */
export function itemGains(rows: SparseRows, known: TypeLabels): Float64Array {
  const ratings = byItem(rows);
  return Float64Array.from({ length: rows.columns }, (_, item) => {
    const own = ratings.slice(item);
    return gainOf(own, limitsOf(own.values), rows.rows, known);
  });
}

/** Who rated an item, and how. */
interface Raters {
  readonly people: Uint32Array;
  readonly values: Float32Array;
}

function byItem({ rows, columns, starts: rowStarts, indices, values }: SparseRows) {
  const starts = new Uint32Array(columns + 1);
  for (const item of indices) starts[item + 1]!++;
  for (let item = 0; item < columns; item++) starts[item + 1]! += starts[item]!;
  const next = starts.slice(0, columns);
  const people = new Uint32Array(indices.length);
  const given = new Float32Array(indices.length);
  for (let row = 0; row < rows; row++) {
    for (let at = rowStarts[row]!; at < rowStarts[row + 1]!; at++) {
      const to = next[indices[at]!]!++;
      people[to] = row;
      given[to] = values[at]!;
    }
  }
  const slice = (item: number): Raters => ({
    people: people.subarray(starts[item]!, starts[item + 1]!),
    values: given.subarray(starts[item]!, starts[item + 1]!),
  });
  return { slice };
}

/** The largest value of each part but the last. */
function limitsOf(values: Float32Array): Float32Array {
  const sorted = values.toSorted();
  const distinct = sorted.filter((value, at) => at === 0 || value !== sorted[at - 1]);
  if (distinct.length <= MOST_PARTS) return distinct.slice(0, -1);
  const cuts = Array.from(
    { length: MOST_PARTS - 1 },
    (_, n) => sorted[Math.floor(((n + 1) * sorted.length) / MOST_PARTS)]!,
  );
  return Float32Array.from(new Set(cuts));
}

function partOf(limits: Float32Array, value: number): number {
  const at = limits.findIndex((limit) => value <= limit);
  return at < 0 ? limits.length : at;
}

/** Twice the log likelihood gained, less log(people) for each free cell. */
function gainOf({ people, values }: Raters, limits: Float32Array, everybody: number, known: TypeLabels): number {
  const types = known.present.length;
  const none = limits.length + 1;
  const cells = new Float64Array((none + 1) * types);
  for (const [type, count] of known.counts.entries()) cells[none * types + type] = count;
  for (const [n, person] of people.entries()) {
    const type = known.positions[person]!;
    cells[partOf(limits, values[n]!) * types + type]!++;
    cells[none * types + type]!--;
  }
  let likelihood = 0;
  let filled = 0;
  for (let part = 0; part <= none; part++) {
    const own = cells.subarray(part * types, (part + 1) * types);
    const total = own.reduce((sum, count) => sum + count, 0);
    if (total === 0) continue;
    filled++;
    for (const [type, count] of own.entries()) {
      if (count > 0) likelihood += count * Math.log((count * everybody) / (total * known.counts[type]!));
    }
  }
  return 2 * likelihood - (filled - 1) * (types - 1) * Math.log(everybody);
}
