/**
 * What two or three answers say together. Of the columns of historyFeatures, each less its mean,
 *
 *   product  of two or three columns: who is above the mean in both or in neither, ...
 *   equal    1 where two items were given the same rating, 0 where different ones, nothing where one was not rated
 *
 * A product tells what an exclusive or tells, and no weighing of single answers does.
 */
import type { SparseRows } from '../common/sparseRows.ts';
import { fitHistoryFeatures } from '../logistic/historyFeatures.ts';

/** Plain data. */
export interface Interaction {
  readonly kind: 'product' | 'equal';
  /** Of a product, columns of historyFeatures: 2 j is whether item j was rated, 2 j + 1 how. Otherwise, items. */
  readonly of: readonly number[];
}

/** Means and scale of single columns. Plain data. */
export interface ColumnStatistics {
  readonly items: number;
  /** Mean rating of each item. */
  readonly means: Float64Array;
  /** Of ratings about their items' means; 0 where these do not differ. */
  readonly scale: number;
  /** Share of people who rated each item. */
  readonly shares: Float64Array;
}

export function fitColumns(rows: SparseRows): ColumnStatistics {
  const { items, means, scale } = fitHistoryFeatures(rows);
  const shares = new Float64Array(items);
  for (const item of rows.indices) shares[item]! += 1 / rows.rows;
  return { items, means, scale, shares };
}

/** A column for a person whose rating of its item is `rating`, NaN for none. */
export function columnValue({ means, scale, shares }: ColumnStatistics, column: number, rating: number): number {
  const item = column >> 1;
  const rated = !Number.isNaN(rating);
  if (column % 2 === 0) return (rated ? 1 : 0) - shares[item]!;
  return rated && scale > 0 ? (rating - means[item]!) / scale : 0;
}

/** `ratings` by item, NaN for none; the result is NaN where there is nothing. */
export function interactionValue(
  statistics: ColumnStatistics,
  { kind, of }: Interaction,
  ratings: Float64Array,
): number {
  if (kind === 'product') {
    return of.reduce((product, column) => product * columnValue(statistics, column, ratings[column >> 1]!), 1);
  }
  const [first, second] = [ratings[of[0]!]!, ratings[of[1]!]!];
  if (Number.isNaN(first) || Number.isNaN(second)) return Number.NaN;
  return first === second ? 1 : 0;
}
