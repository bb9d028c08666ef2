/**
 * Folds inside the training rows, to choose how much an attacker may learn (a ridge, a number of rounds) without a look
 * at anybody outside. Dealt in turn within each type: no randomness.
 *
 * A fold may hold out the only rows of a type. What is trained without it cannot be judged on it, so those rows are not
 * judged; a fold that would leave one type only is left out. With very few rows no fold may remain.
 */

import { stratifiedFolds } from './stratifiedFolds.ts';

export interface InnerFold {
  readonly training: Uint32Array;
  readonly heldOut: Uint32Array;
}

/** `positions` of `types` types, all of which occur; at most `most` of the folds. */
export function innerFolds(positions: ArrayLike<number>, types: number, folds: number, most = folds): InnerFold[] {
  const foldOf = stratifiedFolds(positions, types, folds);
  const usable: InnerFold[] = [];
  for (let fold = 0; fold < folds && usable.length < most; fold++) {
    const everyRow = foldOf.map((_, row) => row);
    const training = everyRow.filter((row) => foldOf[row] !== fold);
    const learnt = new Set(Array.from(training, (row) => positions[row]!));
    const heldOut = everyRow.filter((row) => foldOf[row] === fold && learnt.has(positions[row]!));
    if (heldOut.length > 0 && learnt.size >= Math.min(2, types)) usable.push({ training, heldOut });
  }
  return usable;
}
