/**
 * Holm's correction: p-values of several tests, each raised so that the probability of any false finding among all
 * those below a level is at most that level, however the tests depend on each other. The k-th smallest of m is
 * multiplied by m - k + 1, and none is below a smaller one.
 */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((_, at) => at).sort((a, b) => pValues[a]! - pValues[b]! || a - b);
  const corrected = new Array<number>(pValues.length).fill(1);
  let largest = 0;
  for (const [place, at] of order.entries()) {
    largest = Math.max(largest, Math.min(1, (pValues.length - place) * pValues[at]!));
    corrected[at] = largest;
  }
  return corrected;
}
