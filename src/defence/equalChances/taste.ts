/** Taste: where a history lies among histories, whatever the ratings (presenceModel.ts). */
import type { PresenceStage } from './presenceModel.ts';

/** Not centred, not scaled: projections of the 0/1 row, then the log of the number of items. */
export function rawTaste(basis: Float32Array, directions: number, history: ArrayLike<number>): Float64Array {
  const taste = new Float64Array(directions + 1);
  for (let n = 0; n < history.length; n++) {
    const from = history[n]! * directions;
    for (let k = 0; k < directions; k++) taste[k] = taste[k]! + basis[from + k]!;
  }
  taste[directions] = Math.log(Math.max(1, history.length));
  return taste;
}

/** As somebody of that group has it. */
export function tasteOf(stage: PresenceStage, history: ArrayLike<number>, group: number): Float64Array {
  const width = stage.scales.length;
  const taste = rawTaste(stage.basis, width - 1, history);
  for (let k = 0; k < width; k++) taste[k] = (taste[k]! - stage.centres[group * width + k]!) / stage.scales[k]!;
  return taste;
}
