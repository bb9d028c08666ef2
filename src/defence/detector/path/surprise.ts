/**
 * How surprising a value is among drawn ones: minus the logarithm of the share of them that are at least as large. Where
 * few or none are, the share goes on falling exponentially, at the mean rate of the largest tenth, so that what is far
 * beyond all of them differs from what is just beyond.
 */
export type Surprise = (value: number) => number;

/** The share of drawn values from which on the exponential tail stands for them. */
const TAIL = 0.1;

/** Of ascending values, at least ten. */
export function surpriseIn(sorted: Float64Array): Surprise {
  const count = sorted.length;
  const first = Math.floor(count * (1 - TAIL));
  const bound = sorted[first]!;
  let excess = 0;
  for (let at = first; at < count; at++) excess += (sorted[at]! - bound) / (count - first);
  const ofShare = (value: number) => Math.log((count + 1) / (1 + countAtLeast(sorted, value)));
  const atBound = ofShare(bound);
  return (value) => (value > bound && excess > 0 ? atBound + (value - bound) / excess : ofShare(value));
}

/** The same items in another order give the same D^2 but for rounding, and count as equal. */
const ROUNDING = 1e-9;

/** How many of the ascending values, none negative, are not below the value. */
export function countAtLeast(sorted: Float64Array, value: number): number {
  const bound = value * (1 - ROUNDING);
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < bound) low = middle + 1;
    else high = middle;
  }
  return sorted.length - low;
}
