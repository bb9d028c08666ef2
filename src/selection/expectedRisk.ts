/**
 * The expected risk of asking an item: how probable it is that the most likely type will be wrong once the answer is
 * known, on average over the answers to be expected now.
 *
 *     E risk = 1 - integral over x of max_t pi_t N(x; m_t, T^2)                                            [eq:risk]
 *
 *   pi_t posterior    m_t means (predictive mean under type t)    T sd (predictive standard deviation, the same for all)
 *
 * Both functions add up the probability of being wrong under each type, and so stay exact when the risk is tiny.
 */
import { normalCdf } from '../numeric/index.ts';

/** Two types, any posterior, in closed form: with D = |m_1 - m_0| / T and L = log(pi_1 / pi_0). O(1). */
export function expectedRiskOfTwo(
  posterior: ArrayLike<number>,
  logWeights: ArrayLike<number>,
  separation: number,
): number {
  if (separation === 0) return Math.min(posterior[0]!, posterior[1]!);
  const shift = (logWeights[1]! - logWeights[0]!) / separation;
  return posterior[1]! * normalCdf(-separation / 2 - shift) + posterior[0]! * normalCdf(-separation / 2 + shift);
}

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
