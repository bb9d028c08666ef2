/**
 * Where a leak is: the same attacker, logistic regression with a ridge chosen inside the training people, is shown one part
 * of a history at a time.
 *
 *   seen    which items were rated, and not how
 *   rating  how items were rated, each rating less the item's mean; 0 where there is none, so that single ones do not tell it
 *   item    one item alone, the one that tells training people most: each of its answers, and no answer
 *   style   how somebody answers whatever is asked (historySummary.ts), and the squares of these numbers
 *   pairs   the pairs and triples of answers that tell training people most (interactions.ts), and of the first pairs each
 *           combination of answers
 *
 * What is chosen is chosen among training people, so that figures about others are not flattered by the choice.
 */

import { historyAt, packRows, type SparseRows } from '../common/sparseRows.ts';
import { type TypeLabels, typeLabels } from '../common/typeLabels.ts';
import { interactionRows, summaryRows } from '../derived/derivedColumns.ts';
import { ratingLevels } from '../derived/historySummary.ts';
import { fitColumns, type Interaction } from '../derived/interactions.ts';
import { screenInteractions } from '../derived/screenInteractions.ts';
import { fitHistoryFeatures, historyFeatureRows } from '../logistic/historyFeatures.ts';
import { trainLogistic } from '../logistic/logistic.ts';
import { chooseRidge } from '../logistic/ridgeChoice.ts';
import { tellingItem } from './tellingItem.ts';

export const leakSources = ['seen', 'rating', 'item', 'style', 'pairs'] as const;
export type LeakSource = (typeof leakSources)[number];

/** For people. */
export const sourceLabels: Readonly<Record<LeakSource, string>> = {
  seen: 'Which items were rated',
  rating: 'How items were rated',
  item: 'One item alone',
  style: 'The way of answering',
  pairs: 'Pairs and triples of answers',
};

export interface SourceData {
  readonly rows: SparseRows;
  readonly types: Uint8Array;
  readonly typeCount: number;
  /** Who is judged. */
  readonly tested: SparseRows;
}

export interface SourceScores {
  /** tested x types; left out where the part is empty, and everybody alike. */
  readonly logWeights?: Float64Array;
  /** The item that was chosen, if it is about one. */
  readonly item?: number | undefined;
}

/** A part of each history, as columns. */
interface Part {
  readonly columnsOf: (rows: SparseRows) => SparseRows;
  readonly item?: number;
}

const parts: Readonly<Record<LeakSource, (rows: SparseRows, known: TypeLabels) => Part>> = {
  seen: (rows) => everySecond(rows, 0),
  rating: (rows) => everySecond(rows, 1),
  item: tellingItem,
  style: (rows) => {
    const derived = { ...fitColumns(rows), levels: ratingLevels(rows), interactions: [] };
    return standardised(rows, (some) => summaryRows(derived, some), 'withSquares');
  },
  pairs: (rows, known) => {
    const statistics = fitColumns(rows);
    const levels = ratingLevels(rows);
    const interactions = screenInteractions({
      rows,
      statistics,
      levels: levels.length > 0,
      positions: known.positions,
      types: known.present.length,
      training: Uint32Array.from({ length: rows.rows }, (_, row) => row),
    });
    const products = standardised(rows, (some) => interactionRows({ ...statistics, levels, interactions }, some));
    const pairs = levels.length === 0 ? [] : firstPairs(interactions);
    const combined = (some: SparseRows) => combinationRows(pairs, levels, some);
    return { columnsOf: (some) => sideBySide(products.columnsOf(some), combined(some)) };
  },
};

/** What that part of their histories tells about the tested. */
export function judgeBySource(source: LeakSource, { rows, types, typeCount, tested }: SourceData): SourceScores {
  const known = typeLabels(types, rows.rows, typeCount);
  const { columnsOf, item } = parts[source](rows, known);
  const columns = columnsOf(rows);
  if (columns.indices.length === 0) return {};
  const ridge = chooseRidge(columns, known, { folds: 5, tolerance: 3e-3 });
  const classifier = trainLogistic(columns, types, typeCount, { ridge, tolerance: 1e-5 });
  const judged = columnsOf(tested);
  const logWeights = new Float64Array(tested.rows * typeCount);
  for (let row = 0; row < tested.rows; row++) {
    logWeights.set(classifier.logWeights(historyAt(judged, row)), row * typeCount);
  }
  return { logWeights, item };
}

/** Of the columns of historyFeatures, those that say whether (0) or how (1) items were rated. */
function everySecond(rows: SparseRows, which: 0 | 1): Part {
  const features = fitHistoryFeatures(rows);
  const columnsOf = (some: SparseRows) => {
    const all = historyFeatureRows(features, some);
    const lines = Array.from({ length: all.rows }, (_, row) => {
      const { indices, values } = historyAt(all, row);
      const places = Array.from(indices as Uint32Array).flatMap((column, at) => (column % 2 === which ? [at] : []));
      return { indices: places.map((at) => indices[at]! >> 1), values: places.map((at) => values[at]!) };
    });
    return packRows(features.items, lines);
  };
  return { columnsOf };
}

/** Less the mean of the training rows, over twice their deviation: on a par with columns of 0 and 1. What is missing is 0. */
function standardised(rows: SparseRows, read: (rows: SparseRows) => SparseRows, squares?: 'withSquares'): Part {
  const known = read(rows);
  const counts = new Float64Array(known.columns);
  const means = new Float64Array(known.columns);
  const deviations = new Float64Array(known.columns);
  for (const column of known.indices) counts[column]!++;
  for (const [at, column] of known.indices.entries()) means[column]! += known.values[at]! / counts[column]!;
  for (const [at, column] of known.indices.entries()) {
    deviations[column]! += (known.values[at]! - means[column]!) ** 2 / counts[column]!;
  }
  const scales = deviations.map((variance, column) =>
    variance > 1e-12 * (1 + means[column]! ** 2) ? 2 * Math.sqrt(variance) : 0,
  );
  const columnsOf = (some: SparseRows) => {
    const all = read(some);
    const lines = Array.from({ length: all.rows }, (_, row) => {
      const { indices, values } = historyAt(all, row);
      const cells = Array.from(indices as Uint32Array).flatMap((column, at) => {
        if (scales[column] === 0) return [];
        const value = (values[at]! - means[column]!) / scales[column]!;
        // A quarter is the mean of the squares.
        return squares
          ? [[2 * column, value] as const, [2 * column + 1, value ** 2 - 0.25] as const]
          : [[column, value] as const];
      });
      return { indices: cells.map(([column]) => column), values: cells.map(([, value]) => value) };
    });
    return packRows(squares ? 2 * all.columns : all.columns, lines);
  };
  return { columnsOf };
}

/** Every combination of answers to two items is a column: more pairs would have more columns than people can teach. */
const COMBINED = 4;

function firstPairs(interactions: readonly Interaction[]): (readonly [number, number])[] {
  const pairs = interactions
    .filter(({ of }) => of.length === 2)
    .map(({ kind, of }) => of.map((column) => (kind === 'product' ? column >> 1 : column)) as [number, number]);
  const isFirst = (pair: readonly [number, number], at: number) =>
    pairs.findIndex((other) => other[0] === pair[0] && other[1] === pair[1]) === at;
  return pairs.filter(isFirst).slice(0, COMBINED);
}

/** 1 in the column of the answers that somebody gave to a pair; no answer is an answer, too. */
function combinationRows(
  pairs: readonly (readonly [number, number])[],
  levels: Float32Array,
  rows: SparseRows,
): SparseRows {
  const answers = levels.length + 1;
  const lines = Array.from({ length: rows.rows }, (_, row) => {
    const { indices, values } = historyAt(rows, row);
    const answerTo = (item: number) => {
      const at = (indices as Uint32Array).indexOf(item);
      return at < 0 ? 0 : 1 + levels.indexOf(values[at]!);
    };
    const columns = pairs.map(([a, b], n) => (n * answers + answerTo(a)) * answers + answerTo(b));
    return { indices: columns, values: columns.map(() => 1) };
  });
  return packRows(pairs.length * answers ** 2, lines);
}

function sideBySide(left: SparseRows, right: SparseRows): SparseRows {
  const lines = Array.from({ length: left.rows }, (_, row) => {
    const [first, second] = [historyAt(left, row), historyAt(right, row)];
    return {
      indices: [...Array.from(first.indices), ...Array.from(second.indices, (column) => left.columns + column)],
      values: [...Array.from(first.values), ...Array.from(second.values)],
    };
  });
  return packRows(left.columns + right.columns, lines);
}
