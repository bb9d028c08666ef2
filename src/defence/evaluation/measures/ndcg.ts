/**
 * Normalised discounted cumulative gain: how well predictions put the best items first.
 *
 *     DCG = sum over the first `length` places p = 1, 2, ... of gain / log2(1 + p),     NDCG = DCG / best DCG
 *
 * The gain is the true rating above the bottom of the scale, as it is and not as a power of two: scales differ. Equal
 * predictions stand in the order in which they come.
 */

/** NaN where there is nothing to rank: fewer than two items, or no gain at all. */
export function ndcg(predictions: ArrayLike<number>, gains: ArrayLike<number>, length: number): number {
  const places = Array.from(gains, (_, n) => n);
  if (places.length < 2) return Number.NaN;
  const total = (order: readonly number[]) =>
    order.slice(0, length).reduce((sum, n, place) => sum + gains[n]! / Math.log2(2 + place), 0);
  const best = total(places.toSorted((a, b) => gains[b]! - gains[a]! || a - b));
  if (!(best > 0)) return Number.NaN;
  return total(places.toSorted((a, b) => predictions[b]! - predictions[a]! || a - b)) / best;
}
