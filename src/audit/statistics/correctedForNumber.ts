/** Many comparisons find something somewhere: their p-values, corrected for how many there are (Holm). */
import { holm } from '../../maths/index.ts';

export function correctedForNumber<Tested extends { readonly pValue: number }>(tested: readonly Tested[]): Tested[] {
  const corrected = holm(tested.map(({ pValue }) => pValue));
  return tested.map((one, at) => ({ ...one, pValue: corrected[at]! }));
}
