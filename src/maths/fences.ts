/**
 * Where values lie too far from all others, judged by quartiles, which a few extreme values cannot move:
 *
 *     low = q25 - reach (q75 - q25)          high = q75 + reach (q75 - q25)
 *
 * Where half of the values are the same the quartiles can coincide; then what the middle 90% span takes their place.
 */

const TAILS = [0.25, 0.05];

interface Fences {
  readonly low: number;
  readonly high: number;
}

/** None where nine values of ten are the same. Values need not be sorted. */
export function fencesOf(values: Float64Array, reach: number): Fences | undefined {
  const sorted = values.toSorted();
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
  const tail = TAILS.find((share) => at(1 - share) > at(share));
  if (tail === undefined) return undefined;
  const beyond = reach * (at(1 - tail) - at(tail));
  return { low: at(tail) - beyond, high: at(1 - tail) + beyond };
}

/** Values outside the fences moved to them (winsorised): they still count, but no more than the fence does. */
export function withinFences(values: Float64Array, reach: number): Float64Array {
  const fences = fencesOf(values, reach);
  return fences === undefined ? values : values.map((value) => Math.min(fences.high, Math.max(fences.low, value)));
}
