/**
 * The system of a list of questions: I + V V' / ridge over the profiles V of its rows, which says how far taste explains the
 * answers together. Its Cholesky factor serves whoever asks what the list tells, before anyone answers.
 */
import { UlteriorError } from '../../errors/index.ts';
import { choleskyFactor } from '../../maths/index.ts';

/** The lower factor, row by row. */
export function factoredRows(rows: readonly { readonly profile: ArrayLike<number> }[], ridge: number): Float64Array {
  const size = rows.length;
  const factor = new Float64Array(size * size);
  for (let a = 0; a < size; a++) {
    for (let b = 0; b <= a; b++) {
      const { profile } = rows[b]!;
      let product = 0;
      for (let k = 0; k < profile.length; k++) product += rows[a]!.profile[k]! * profile[k]!;
      factor[a * size + b] = product / ridge + (a === b ? 1 : 0);
    }
  }
  const factored = choleskyFactor(factor, size);
  if (factored.ok) return factor;
  // The identity plus a sum of squares: it fails only when profiles are beyond any scale.
  throw new UlteriorError(
    'MODEL_INVALID',
    `the profiles of the questions give a singular system (row ${factored.pivot})`,
    'raise the ridge, or check the model for values that are not finite',
    { pivot: factored.pivot },
  );
}
