/**
 * Whole histories as a few numbers per person, made from everybody's ratings and from no label: which items were rated
 * (less the share of people who did) and the ratings less their item's mean, over their common deviation. Few items
 * are taken as they are; of many, the leading singular directions. Columns are standardised, those without variance
 * left out.
 *
 *   R = [S - 1 m', C]  people x (2 items);   factors = R V,  V the leading right singular vectors of R
 */
import type { SparseRows } from '../../inference/index.ts';
import { derive, type LinearOperator, singularDirections } from '../../maths/index.ts';

export interface HistoryFactors {
  readonly kind: 'ratings' | 'factors';
  readonly people: number;
  readonly width: number;
  /** people x width. */
  readonly values: Float64Array;
}

/** Up to this many columns they are taken as they are. */
const MOST_COLUMNS = 128;
/** Directions otherwise. More find little more, and the grid of ridges cannot tell them from noise. */
const DIRECTIONS = 64;
/** Leading directions are needed, not their last digits: a basis three times as wide as they are is enough. */
const STEPS = 24;

export function historyFactors(histories: SparseRows, seed: number): HistoryFactors {
  const people = histories.rows;
  const columns = 2 * histories.columns;
  const operator = centredOperator(histories);
  const few = columns <= MOST_COLUMNS;
  const width = few ? columns : DIRECTIONS;
  const basis = few
    ? identity(columns)
    : singularDirections(operator, { count: width, steps: STEPS, stream: derive(seed, 'history-factors') }).directions;
  return { kind: few ? 'ratings' : 'factors', people, ...standardised(operator.times(basis, width), people, width) };
}

/** The matrix R by its products; never written out. */
export function centredOperator({ rows, columns, starts, indices, values }: SparseRows): LinearOperator {
  const counts = new Float64Array(columns);
  const sums = new Float64Array(columns);
  for (let entry = 0; entry < indices.length; entry++) {
    counts[indices[entry]!]!++;
    sums[indices[entry]!]! += values[entry]!;
  }
  const shares = counts.map((count) => count / rows);
  const centred = Float64Array.from(
    values,
    (value, entry) => value - sums[indices[entry]!]! / counts[indices[entry]!]!,
  );
  const deviation = Math.sqrt(centred.reduce((sum, value) => sum + value * value, 0) / centred.length) || 1;
  for (let entry = 0; entry < centred.length; entry++) centred[entry]! /= deviation;
  return {
    rows,
    columns: 2 * columns,
    times: (block, width) => {
      const nobody = new Float64Array(width);
      for (let item = 0; item < columns; item++) {
        for (let k = 0; k < width; k++) nobody[k]! -= shares[item]! * block[item * width + k]!;
      }
      const product = new Float64Array(rows * width);
      for (let row = 0; row < rows; row++) {
        const out = product.subarray(row * width, (row + 1) * width);
        out.set(nobody);
        for (let entry = starts[row]!; entry < starts[row + 1]!; entry++) {
          const seen = indices[entry]! * width;
          const rated = seen + columns * width;
          for (let k = 0; k < width; k++) out[k]! += block[seen + k]! + centred[entry]! * block[rated + k]!;
        }
      }
      return product;
    },
    transposedTimes: (block, width) => {
      const total = new Float64Array(width);
      const product = new Float64Array(2 * columns * width);
      for (let row = 0; row < rows; row++) {
        const own = block.subarray(row * width, (row + 1) * width);
        for (let k = 0; k < width; k++) total[k]! += own[k]!;
        for (let entry = starts[row]!; entry < starts[row + 1]!; entry++) {
          const seen = indices[entry]! * width;
          const rated = seen + columns * width;
          for (let k = 0; k < width; k++) {
            product[seen + k]! += own[k]!;
            product[rated + k]! += centred[entry]! * own[k]!;
          }
        }
      }
      for (let item = 0; item < columns; item++) {
        for (let k = 0; k < width; k++) product[item * width + k]! -= shares[item]! * total[k]!;
      }
      return product;
    },
  };
}

function identity(size: number): Float64Array {
  const matrix = new Float64Array(size * size);
  for (let k = 0; k < size; k++) matrix[k * size + k] = 1;
  return matrix;
}

/** Columns of mean 0 and variance 1; those that are constant are left out. */
function standardised(values: Float64Array, people: number, width: number) {
  const means = new Float64Array(width);
  const squares = new Float64Array(width);
  for (let at = 0; at < values.length; at++) means[at % width]! += values[at]! / people;
  for (let at = 0; at < values.length; at++) squares[at % width]! += (values[at]! - means[at % width]!) ** 2 / people;
  const largest = squares.reduce((most, square) => Math.max(most, square), 0);
  const kept = [...squares.keys()].filter((k) => squares[k]! > 1e-9 * largest);
  const scaled = new Float64Array(people * kept.length);
  for (let person = 0; person < people; person++) {
    for (const [to, k] of kept.entries()) {
      scaled[person * kept.length + to] = (values[person * width + k]! - means[k]!) / Math.sqrt(squares[k]!);
    }
  }
  return { width: kept.length, values: scaled };
}
