/**
 * Gauss quadrature for a weight that is symmetric about 0 and has mass 1: the mean of f under it is about the sum of
 * weights[i] f(nodes[i]), exactly for polynomials of degree below twice the number of nodes.
 *
 * The orthonormal polynomials obey sqrt(b_k+1) p_k+1 = x p_k - sqrt(b_k) p_k-1, p_0 = 1. The nodes are the zeros of the
 * last one, which lie between those of the one before and are found by bisection; the weight of a node is one over
 * the sum of all p_k^2 there.
 */
export interface GaussRule {
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
}

/** Under the standard normal distribution (Gauss-Hermite). */
export function normalRule(count: number): GaussRule {
  return gaussRule(count, (k) => k, 2 * Math.sqrt(count + 1));
}

/** Under the uniform distribution on [-1, 1] (Gauss-Legendre). */
export function uniformRule(count: number): GaussRule {
  return gaussRule(count, (k) => (k * k) / (4 * k * k - 1), 1);
}

/** All nodes lie within `reach` of 0. */
function gaussRule(count: number, b: (k: number) => number, reach: number): GaussRule {
  const roots = Float64Array.from({ length: count + 1 }, (_, k) => Math.sqrt(b(k)));
  /** p_n(x), and the sum of p_k(x)^2 below it. */
  const evaluate = (n: number, x: number) => {
    let before = 0;
    let value = 1;
    let squares = 0;
    for (let k = 0; k < n; k++) {
      squares += value * value;
      const next = (x * value - (k === 0 ? 0 : roots[k]! * before)) / roots[k + 1]!;
      before = value;
      value = next;
    }
    return { value, squares };
  };
  let zeros: number[] = [];
  for (let n = 1; n <= count; n++) {
    const bounds = [-reach, ...zeros, reach];
    zeros = Array.from({ length: n }, (_, at) =>
      zeroBetween((x) => evaluate(n, x).value, bounds[at]!, bounds[at + 1]!),
    );
  }
  const weights = zeros.map((zero) => 1 / evaluate(count, zero).squares);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return { nodes: Float64Array.from(zeros), weights: Float64Array.from(weights, (weight) => weight / total) };
}

/** The zero of a function that changes its sign once in between, to the last digit. */
function zeroBetween(f: (x: number) => number, low: number, high: number): number {
  const rising = f(high) > 0;
  let [from, to] = [low, high];
  for (;;) {
    const middle = (from + to) / 2;
    if (middle <= from || middle >= to) return middle;
    if (f(middle) > 0 === rising) to = middle;
    else from = middle;
  }
}
