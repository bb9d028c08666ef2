/**
 * The pairs and triples of answers that separate the groups best, each by itself, among some training people. Whoever
 * judges what they are worth must hold people out of this choice: the best of many thousands separate the people they
 * were chosen by even where there is nothing.
 *
 * Columns are taken by their variance, the largest first, which needs no label: all of a survey, the items most often
 * rated of a large catalogue. WORK bounds people x pairs, and people x triples.
 */
import { historyAt, type SparseRows } from '../common/sparseRows.ts';
import { type ColumnStatistics, columnValue, type Interaction } from './interactions.ts';
import { type Column, separationOfEqual, separationOfProduct } from './separation.ts';

interface Screening {
  readonly rows: SparseRows;
  readonly statistics: ColumnStatistics;
  /** Whether ratings are levels, so that two can be equal other than by accident. */
  readonly levels: boolean;
  /** The position of the type of each row. */
  readonly positions: ArrayLike<number>;
  readonly types: number;
  /** Who is learnt from. */
  readonly training: Uint32Array;
}

const WORK = 5e7;
const MOST_IN_PAIRS = 200;
const MOST_IN_TRIPLES = 40;
const PAIRS = 20;
const TRIPLES = 12;
/** Of a column that hardly anybody differs in nothing is learnt. */
const LEAST_VARIANCE = 1e-3;

export function screenInteractions(screening: Screening): Interaction[] {
  const people = screening.training.length;
  const inPairs = Math.min(MOST_IN_PAIRS, Math.floor(Math.sqrt((2 * WORK) / people)));
  const inTriples = Math.min(MOST_IN_TRIPLES, Math.floor(Math.cbrt((6 * WORK) / people)));
  const columns = widestColumns(screening).slice(0, inPairs);
  const { values, ratings, ends } = denseColumns(screening, columns);
  const itemAt = (place: number) => columns[place]! >> 1;
  const pairs = strongest(PAIRS);
  const triples = strongest(TRIPLES);
  const product: Column = new Float32Array(people);
  for (let a = 0; a < columns.length; a++) {
    for (let b = a + 1; b < columns.length; b++) {
      // Whether an item was rated, and how, are no two answers.
      if (itemAt(a) === itemAt(b)) continue;
      const both = [columns[a]!, columns[b]!];
      pairs.offer(separationOfProduct(values[a]!, values[b]!, ends), 'product', both);
      if (screening.levels && both.every((column) => column % 2 === 1)) {
        pairs.offer(separationOfEqual(ratings[a]!, ratings[b]!, ends), 'equal', [itemAt(a), itemAt(b)]);
      }
      if (b >= inTriples) continue;
      for (let n = 0; n < people; n++) product[n] = values[a]![n]! * values[b]![n]!;
      for (let c = b + 1; c < Math.min(inTriples, columns.length); c++) {
        if (itemAt(c) === itemAt(a) || itemAt(c) === itemAt(b)) continue;
        triples.offer(separationOfProduct(product, values[c]!, ends), 'product', [...both, columns[c]!]);
      }
    }
  }
  return [...pairs.kept, ...triples.kept];
}

/** Keeps the best of what is offered, the strongest first; of equal ones the first. */
function strongest(count: number) {
  const kept: Interaction[] = [];
  const scores: number[] = [];
  const offer = (score: number, kind: Interaction['kind'], of: readonly number[]) => {
    if (kept.length === count && score <= scores.at(-1)!) return;
    const weaker = scores.findIndex((other) => other < score);
    const at = weaker < 0 ? scores.length : weaker;
    scores.splice(at, 0, score);
    kept.splice(at, 0, { kind, of });
    if (kept.length > count) {
      scores.pop();
      kept.pop();
    }
  };
  return { kept, offer };
}

/** Columns of historyFeatures by their variance over all rows. */
function widestColumns({ rows, statistics }: Screening): number[] {
  const { items, shares, means, scale } = statistics;
  const variances = new Float64Array(2 * items);
  for (let item = 0; item < items; item++) variances[2 * item] = shares[item]! * (1 - shares[item]!);
  for (let entry = 0; scale > 0 && entry < rows.indices.length; entry++) {
    const item = rows.indices[entry]!;
    variances[2 * item + 1]! += ((rows.values[entry]! - means[item]!) / scale) ** 2 / rows.rows;
  }
  return [...variances.keys()]
    .filter((column) => variances[column]! > LEAST_VARIANCE)
    .sort((a, b) => variances[b]! - variances[a]! || a - b);
}

/** Training people sorted by type; column by column their values, and the ratings behind them (NaN for none). */
function denseColumns({ rows, statistics, positions, types, training }: Screening, columns: readonly number[]) {
  const order = training.toSorted((a, b) => positions[a]! - positions[b]! || a - b);
  const ends = new Uint32Array(types);
  for (const person of order) for (let type = positions[person]!; type < types; type++) ends[type]!++;
  const ratings = columns.map(() => new Float32Array(order.length).fill(Number.NaN));
  const placesOf = new Map<number, number[]>();
  for (const [place, column] of columns.entries()) {
    placesOf.set(column >> 1, [...(placesOf.get(column >> 1) ?? []), place]);
  }
  for (const [n, person] of order.entries()) {
    const history = historyAt(rows, person);
    for (let entry = 0; entry < history.indices.length; entry++) {
      for (const place of placesOf.get(history.indices[entry]!) ?? []) ratings[place]![n] = history.values[entry]!;
    }
  }
  const values = columns.map((column, place) =>
    ratings[place]!.map((rating) => columnValue(statistics, column, rating)),
  );
  return { values, ratings, ends };
}
