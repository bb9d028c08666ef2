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
 * segment and wrong elsewhere. O(K log K).
 */
export function expectedRiskByEnvelope(
  posterior: ArrayLike<number>,
  logWeights: ArrayLike<number>,
  means: ArrayLike<number>,
  sd: number,
): number {
  const types = posterior.length;
  const byMean = Array.from({ length: types }, (_, t) => t).sort(
    (s, t) => means[s]! - means[t]! || logWeights[s]! - logWeights[t]! || t - s,
  );
  // The envelope from left to right, and where each of its types takes over from the one before.
  const envelope: number[] = [];
  const from: number[] = [];
  let risk = 0;
  for (const type of byMean) {
    let start = Number.NEGATIVE_INFINITY;
    while (envelope.length > 0) {
      const top = envelope.at(-1)!;
      const distance = means[type]! - means[top]!;
      // Of two parallel lines the later one is not lower, by the order of sorting.
      start =
        distance === 0
          ? Number.NEGATIVE_INFINITY
          : (means[type]! + means[top]!) / 2 + (sd * sd * (logWeights[top]! - logWeights[type]!)) / distance;
      if (start > from.at(-1)!) break;
      risk += posterior[top]!;
      envelope.pop();
      from.pop();
      start = Number.NEGATIVE_INFINITY;
    }
    envelope.push(type);
    from.push(start);
  }
  for (let n = 0; n < envelope.length; n++) {
    const type = envelope[n]!;
    const below = (from[n]! - means[type]!) / sd;
    const above = ((from[n + 1] ?? Number.POSITIVE_INFINITY) - means[type]!) / sd;
    risk += posterior[type]! * (normalCdf(below) + normalCdf(-above));
  }
  return risk;
}
