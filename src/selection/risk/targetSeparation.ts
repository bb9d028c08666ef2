/**
 * How far an item would separate the values of one attribute, where types are combinations of several: the sum over
 * pairs of values of pi_a pi_b D_ab^2, up to a factor that all items share, with
 *
 *     D_ab^2 = (m_a - m_b)' (s2 (I + S) + W)^-1 (m_a - m_b)                                    [eq:target-separation]
 *
 *   m_a  mean of the rows under value a: that of its types, weighted by their probabilities given a
 *   S    spreads and cross term of the rows        W  how the means of types of the same value differ, on average
 *
 * W is what the other attributes blur. Without other attributes W = 0 and this is pairwiseSeparation.ts. It ranks items
 * where the expected risk costs too much, or says too little. O(K + values^2) per item.
 */
import { logSums } from '../../inference/belief/index.ts';
import { softmax } from '../../maths/index.ts';
import type { Catalogue } from '../scan/catalogue.ts';
import type { TargetValues } from './targetLine.ts';

export function targetSeparation(
  catalogue: Catalogue,
  logWeights: ArrayLike<number>,
  { codes, values }: TargetValues,
  noiseVariance: number,
): (position: number) => number {
  const types = logWeights.length;
  const logValues = logSums(logWeights, codes, values);
  const masses = softmax(logValues);
  /** Probability of each type given its value. */
  const within = Float64Array.from({ length: types }, (_, t) => Math.exp(logWeights[t]! - logValues[codes[t]!]!));
  const joint = within.map((share, t) => share * masses[codes[t]!]!);
  const pairs = pairWeights(logValues);
  const [first, second] = catalogue.rows;
  const a = new Float64Array(values);
  const b = new Float64Array(values);
  return (at) => {
    // Means of the values, and W.
    a.fill(0);
    b.fill(0);
    let aa = 0;
    let ab = 0;
    let bb = 0;
    for (let t = 0; t < types; t++) {
      const value = codes[t]!;
      const mean = first!.means[t]![at]!;
      const other = second === undefined ? 0 : second.means[t]![at]!;
      a[value] = a[value]! + within[t]! * mean;
      b[value] = b[value]! + within[t]! * other;
      aa += joint[t]! * mean * mean;
      ab += joint[t]! * mean * other;
      bb += joint[t]! * other * other;
    }
    for (let value = 0; value < values; value++) {
      aa -= masses[value]! * a[value]! * a[value]!;
      ab -= masses[value]! * a[value]! * b[value]!;
      bb -= masses[value]! * b[value]! * b[value]!;
    }
    aa = noiseVariance * (1 + first!.spreads[at]!) + Math.max(0, aa);
    bb = noiseVariance * (1 + (second === undefined ? 0 : second.spreads[at]!)) + Math.max(0, bb);
    ab += second === undefined ? 0 : noiseVariance * catalogue.crosses[at]!;
    // What the first row tells, and what the second adds to it.
    const slope = ab / aa;
    const rest = bb - ab * slope;
    let sum = 0;
    for (const { s, t, weight } of pairs) {
      const gap = a[t]! - a[s]!;
      const added = b[t]! - b[s]! - slope * gap;
      sum += weight * ((gap * gap) / aa + (added * added) / rest);
    }
    return sum;
  };
}

interface Pair {
  readonly s: number;
  readonly t: number;
  readonly weight: number;
}

/** pi_a pi_b divided by the largest, in logarithms, so that they do not underflow when the posterior is extreme. */
function pairWeights(logValues: Float64Array): Pair[] {
  const pairs: { s: number; t: number; logWeight: number }[] = [];
  for (let s = 0; s < logValues.length; s++) {
    for (let t = s + 1; t < logValues.length; t++) pairs.push({ s, t, logWeight: logValues[s]! + logValues[t]! });
  }
  const largest = Math.max(...pairs.map(({ logWeight }) => logWeight));
  return pairs.map(({ s, t, logWeight }) => ({ s, t, weight: Math.exp(logWeight - largest) }));
}
