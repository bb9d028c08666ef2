/**
 * One test of several statistics: is the most surprising of them more surprising than in shuffles of the labels? Each
 * statistic is judged by its rank among the same shuffles, so that their dependence is counted, not feared
 * (Westfall and Young 1993, Resampling-Based Multiple Testing):
 *
 *     p_k(b) = share of all b' with s_k(b') >= s_k(b),   p = share of all b whose smallest p_k(b) <= that of b = 0      [eq:min-p]
 *
 * b = 0 are the real labels; they and the shuffles can be exchanged where nothing leaks, so p is valid whatever the
 * statistics. Each statistic is largest in some shuffle, so that many share the smallest p-value there is: between them
 * the next smallest decides, and so on. What is still equal counts against a leak.
 */

interface MinP {
  readonly pValue: number;
  /** Of each statistic by itself, not corrected for the others. */
  readonly single: readonly number[];
}

/** `statistics[k][b]`: larger is more of a leak; entry 0 belongs to the real labels, the others to shuffles. */
export function minP(statistics: readonly ArrayLike<number>[]): MinP {
  const pValues = statistics.map(sharesAtLeast);
  const count = statistics[0]!.length;
  const ascending = Array.from({ length: count }, (_, b) => Float64Array.from(pValues, (own) => own[b]!).sort());
  const asSurprising = ascending.filter((own) => !isAfter(own, ascending[0]!)).length;
  return { pValue: asSurprising / count, single: pValues.map((own) => own[0]!) };
}

/** In the order of a dictionary. */
function isAfter(one: Float64Array, other: Float64Array): boolean {
  const at = one.findIndex((value, k) => value !== other[k]);
  return at >= 0 && one[at]! > other[at]!;
}

/** Of each value, the share of all that are at least as large. */
function sharesAtLeast(values: ArrayLike<number>): Float64Array {
  const sorted = Float64Array.from(values).sort();
  const count = sorted.length;
  return Float64Array.from(values, (value) => (count - firstNotBelow(sorted, value)) / count);
}

function firstNotBelow(sorted: Float64Array, value: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle]! < value) from = middle + 1;
    else to = middle;
  }
  return from;
}
