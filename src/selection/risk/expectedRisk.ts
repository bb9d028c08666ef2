/**
 * The expected risk of asking an item: how probable it is that the most likely type will be wrong once the answer is
 * known, on average over the answers to be expected now.
 *
 *     E risk = 1 - integral over x of max_t pi_t N(x; m_t, T^2)                                            [eq:risk]
 *
 *   pi_t posterior    m_t means (predictive mean under type t)    T sd (predictive standard deviation, the same for all)
 *
 * The probabilities of being wrong under each type are added up, so that a tiny risk stays exact.
 */
import { normalCdf } from '../../maths/index.ts';

/**
 * Any number of types, exactly. log(pi_t N(x; m_t, T^2)) = const(x) + log pi_t + (x m_t - m_t^2 / 2) / T^2 are straight
 * lines in x with slope m_t / T^2; the type on their upper envelope is the most likely one at x. Type t is right on its
 * segment and wrong elsewhere. O(K log K) but for sorting by insertion, which is the fastest for the few types there are.
 */
export function expectedRiskByEnvelope(
  posterior: ArrayLike<number>,
  logWeights: ArrayLike<number>,
  means: ArrayLike<number>,
  sd: number,
): number {
  const types = posterior.length;
  if (room.byMean.length < types) room = roomFor(types);
  const { byMean, envelope, from } = room;
  for (let t = 0; t < types; t++) {
    let place = t;
    for (; place > 0; place--) {
      const before = byMean[place - 1]!;
      // Of equal means the lower line comes first, of equal lines the later type.
      if ((means[before]! - means[t]! || logWeights[before]! - logWeights[t]! || t - before) <= 0) break;
      byMean[place] = before;
    }
    byMean[place] = t;
  }
  // The envelope from left to right, and where each of its types takes over from the one before.
  let length = 0;
  let risk = 0;
  for (let n = 0; n < types; n++) {
    const type = byMean[n]!;
    let start = Number.NEGATIVE_INFINITY;
    for (; length > 0; length--) {
      const top = envelope[length - 1]!;
      const distance = means[type]! - means[top]!;
      // Of two parallel lines the later one is not lower, by the order of sorting.
      start =
        distance === 0
          ? Number.NEGATIVE_INFINITY
          : (means[type]! + means[top]!) / 2 + (sd * sd * (logWeights[top]! - logWeights[type]!)) / distance;
      if (start > from[length - 1]!) break;
      risk += posterior[top]!;
      start = Number.NEGATIVE_INFINITY;
    }
    envelope[length] = type;
    from[length++] = start;
  }
  from[length] = Number.POSITIVE_INFINITY;
  for (let n = 0; n < length; n++) {
    const type = envelope[n]!;
    const below = (from[n]! - means[type]!) / sd;
    const above = (from[n + 1]! - means[type]!) / sd;
    risk += posterior[type]! * (normalCdf(below) + normalCdf(-above));
  }
  return risk;
}

/** Taken once: a question looks at every item. */
function roomFor(types: number) {
  return {
    byMean: new Uint32Array(types),
    envelope: new Uint32Array(types),
    from: new Float64Array(types + 1),
  };
}

let room = roomFor(16);
