/** What the mean of every observation depends on: p numbers per user, such as the one-hot types, or (1, age). */
import { outOfRange, UlteriorError } from '../../errors/index.ts';
import { choleskyFactor, choleskySolve, type Reals } from '../../maths/index.ts';

/** What is known about each user, in columns of numbers. */
export interface Design {
  /** p. */
  readonly columns: number;
  /** users x p, row-major. */
  readonly values: Reals;
}

/** A pivot below this share of its column's square is rounding. */
const SINGULAR = 1e-10;

export function checkDesign({ columns, values }: Design, users: number): void {
  if (!Number.isInteger(columns) || columns < 1 || values.length !== users * columns) {
    throw outOfRange('design', `${values.length} values in ${columns} columns`, `one row for each of ${users} users`);
  }
  const wrong = values.findIndex((value) => !Number.isFinite(value));
  if (wrong >= 0) throw outOfRange(`design.values[${wrong}]`, values[wrong], 'a finite number');
}

/**
 * M with C'C M = C'X, transposed: from C'X as rows x p to the coefficients as rows x p.
 * A design whose columns depend on each other has many solutions, and none is better than the others: it is refused.
 */
export function leastSquares({ columns: p, values: c }: Design, moments: Float64Array): Float64Array {
  const gram = new Float64Array(p * p);
  for (let at = 0; at < c.length; at += p) {
    for (let row = 0; row < p; row++) {
      if (c[at + row] === 0) continue;
      for (let k = 0; k <= row; k++) gram[row * p + k] = gram[row * p + k]! + c[at + row]! * c[at + k]!;
    }
  }
  const squares = Float64Array.from({ length: p }, (_, k) => gram[k * p + k]!);
  const factored = choleskyFactor(gram, p);
  const pivots = squares.subarray(0, factored.ok ? p : factored.pivot);
  let dependent = pivots.findIndex((square, k) => gram[k * p + k]! ** 2 <= SINGULAR * square);
  if (dependent < 0 && !factored.ok) dependent = factored.pivot;
  if (dependent >= 0) {
    throw new UlteriorError(
      'TRAINING_SINGULAR',
      `column ${dependent} of the design adds nothing about the training users to the columns before it`,
      'leave that column out; a label that no training user has needs none',
      { column: dependent, columns: p },
    );
  }
  const coefficients = Float64Array.from(moments);
  for (let at = 0; at < coefficients.length; at += p) choleskySolve(gram, p, coefficients.subarray(at, at + p));
  return coefficients;
}
