/**
 * Deals rows into folds so that each fold holds each type in nearly the same share. No randomness: the rows of a type
 * are dealt in turn, and the next type starts where the last one ended, so that small types do not pile up in the
 * first fold.
 */
export function stratifiedFolds(positions: ArrayLike<number>, types: number, folds: number): Uint32Array {
  const foldOf = new Uint32Array(positions.length);
  let dealt = 0;
  for (let type = 0; type < types; type++) {
    for (let row = 0; row < positions.length; row++) {
      if (positions[row] === type) foldOf[row] = dealt++ % folds;
    }
  }
  return foldOf;
}
