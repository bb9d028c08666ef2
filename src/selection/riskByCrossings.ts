/**
 * The expected risk of asking an item where the types differ in spread as well as in mean:
 *
 *     E risk = 1 - integral over x of max_t pi_t N(x; m_t, T_t^2)                                     [eq:typeNoiseRisk]
 *
 *   pi_t posterior    m_t means    T_t sds (predictive standard deviation under type t)
 *
 * log(pi_t N(x; m_t, T_t^2)) = const + log pi_t - log T_t - (x - m_t)^2 / (2 T_t^2) are parabolas in x. Two of them cross
 * at most twice; between neighbouring crossings of all pairs one type is the most likely throughout, and the others are
 * wrong there. Sums of probabilities of being wrong stay exact when the risk is tiny. O(K^3); with equal spreads it is
 * expectedRiskByEnvelope.
 */
import { normalCdf } from '../numeric/index.ts';

export function expectedRiskByCrossings(
  posterior: ArrayLike<number>,
  logWeights: ArrayLike<number>,
  means: ArrayLike<number>,
  sds: ArrayLike<number>,
): number {
  const types = posterior.length;
  const likeliestAt = (x: number) => {
    let best = 0;
    let highest = Number.NEGATIVE_INFINITY;
    for (let t = 0; t < types; t++) {
      const height = logWeights[t]! - Math.log(sds[t]!) - ((x - means[t]!) / sds[t]!) ** 2 / 2;
      if (height > highest) {
        best = t;
        highest = height;
      }
    }
    return best;
  };
  const { low, high, crossings } = crossingsOf(logWeights, means, sds);
  let risk = 0;
  let from = Number.NEGATIVE_INFINITY;
  let holder = likeliestAt((low + (crossings[0] ?? high)) / 2);
  const closeSegment = (to: number) => {
    for (let t = 0; t < types; t++) {
      if (t !== holder) risk += posterior[t]! * massBetween((from - means[t]!) / sds[t]!, (to - means[t]!) / sds[t]!);
    }
  };
  for (let n = 0; n < crossings.length; n++) {
    const taker = likeliestAt((crossings[n]! + (crossings[n + 1] ?? high)) / 2);
    if (taker === holder) continue;
    closeSegment(crossings[n]!);
    from = crossings[n]!;
    holder = taker;
  }
  closeSegment(Number.POSITIVE_INFINITY);
  return risk;
}

/** Beyond this many standard deviations nothing is left that double precision could hold. */
const FAR = 40;

/** Where any two parabolas cross, ascending, and the range that matters: crossings outside it are left out. */
function crossingsOf(logWeights: ArrayLike<number>, means: ArrayLike<number>, sds: ArrayLike<number>) {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let t = 0; t < means.length; t++) {
    low = Math.min(low, means[t]! - FAR * sds[t]!);
    high = Math.max(high, means[t]! + FAR * sds[t]!);
  }
  const crossings: number[] = [];
  for (let s = 0; s < means.length; s++) {
    for (let t = s + 1; t < means.length; t++) {
      // The difference of heights at means_s + y: a y^2 + 2 b y + c.
      const gap = means[t]! - means[s]!;
      const [ours, theirs] = [1 / sds[s]! ** 2, 1 / sds[t]! ** 2];
      const a = (theirs - ours) / 2;
      const b = (-gap * theirs) / 2;
      const c = logWeights[s]! - logWeights[t]! + Math.log(sds[t]! / sds[s]!) + (gap * gap * theirs) / 2;
      const discriminant = b * b - a * c;
      if (discriminant < 0) continue;
      // Both roots without cancellation; with equal spreads a = 0, and one of them is at infinity.
      const q = -b - (b < 0 ? -1 : 1) * Math.sqrt(discriminant);
      for (const x of [means[s]! + q / a, means[s]! + c / q]) if (x > low && x < high) crossings.push(x);
    }
  }
  return { low, high, crossings: crossings.sort((x, y) => x - y) };
}

/** Phi(to) - Phi(from), through the tail that both lie in. */
function massBetween(from: number, to: number): number {
  return from > 0 ? normalCdf(-from) - normalCdf(-to) : normalCdf(to) - normalCdf(from);
}
