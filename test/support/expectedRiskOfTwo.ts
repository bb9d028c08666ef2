/** The closed form of the expected risk for two types (src/selection/risk/expectedRisk.ts), to compare the general one with. */
import { normalCdf } from '../../src/maths/index.ts';

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
