/**
 * The items of smallest expected risk, exactly: by the envelope of expectedRisk.ts for items with one row, by the cells
 * of planeRisk.ts for items with two.
 *
 * Once no single answer can change the most likely type, the expected risk of every item is the present risk, to the
 * last digit. Items whose risks are equal but for rounding are told apart by how far they separate the types that are
 * still in question: the largest sum over pairs of pi_s pi_t D_st^2. For two types that is the choice of separation.ts.
 *
 * The risk of one row costs O(K log K), and every candidate is scored. That of two rows costs some ten times as much:
 * there every candidate is scored along one axis of the answer, and only the best of those in the plane.
 */
import type { Belief } from '../../inference/belief/index.ts';
import type { Candidates } from '../scan/candidates.ts';
import type { Catalogue } from '../scan/catalogue.ts';
import { expectedRiskByEnvelope } from './expectedRisk.ts';
import { pairwiseSeparation } from './pairwiseSeparation.ts';
import { expectedRiskAlongAxis, expectedRiskInPlane } from './planeRisk.ts';

/** Risks closer than this part of the present risk are equal but for rounding. */
export const ROUNDING = 1e-12;

/** How many items with two rows are scored in the plane. */
const SHORTLIST = 16;

type Score = (position: number) => number;

/** The expected risk after the item at a position was asked, with the catalogue at this belief. */
export function expectedRisks(catalogue: Catalogue, belief: Belief): Score {
  return risksBy(catalogue, belief, expectedRiskInPlane);
}

/** Items with one row by the envelope, items with two by the function given. */
function risksBy({ rows, crosses }: Catalogue, belief: Belief, inPlane: typeof expectedRiskInPlane): Score {
  const { logWeights, types } = belief;
  const { noiseVariance } = belief.parameters;
  const posterior = belief.posterior();
  const [first, second] = rows;
  const means = new Float64Array(types);
  const otherMeans = new Float64Array(types);
  return (at) => {
    for (let t = 0; t < types; t++) means[t] = first!.means[t]![at]!;
    const spread = first!.spreads[at]!;
    if (second === undefined) {
      return expectedRiskByEnvelope(posterior, logWeights, means, Math.sqrt(noiseVariance * (1 + spread)));
    }
    for (let t = 0; t < types; t++) otherMeans[t] = second.means[t]![at]!;
    return inPlane(
      posterior,
      logWeights,
      { means: [means, otherMeans], spreads: [spread, second.spreads[at]!], cross: crosses[at]! },
      noiseVariance,
    );
  };
}

interface RankedItem {
  readonly position: number;
  readonly risk: number;
}

/** The best `count` of the open candidates, best first. Of two-row items the best `shortlist` along an axis are scored. */
export function rankByRisk(
  catalogue: Catalogue,
  belief: Belief,
  candidates: Candidates,
  count: number,
  shortlist = SHORTLIST,
): RankedItem[] {
  const separation = pairwiseSeparation(catalogue, belief.logWeights);
  const rounding = ROUNDING * belief.risk();
  const risks = new Float64Array(candidates.items.length).fill(Number.POSITIVE_INFINITY);
  const score = (riskAt: Score) => {
    for (let at = 0; at < risks.length; at++) if (candidates.marks[at] !== 0) risks[at] = riskAt(at);
  };
  if (catalogue.rows.length === 1 || shortlist >= candidates.openCount) {
    score(expectedRisks(catalogue, belief));
  } else {
    score(risksBy(catalogue, belief, expectedRiskAlongAxis));
    const promising = smallest(candidates, risks, separation, rounding, Math.max(count, shortlist));
    const riskAt = expectedRisks(catalogue, belief);
    risks.fill(Number.POSITIVE_INFINITY);
    for (const at of promising) risks[at] = riskAt(at);
  }
  return smallest(candidates, risks, separation, rounding, count).map((position) => ({
    position,
    risk: risks[position]!,
  }));
}

/** The open positions of smallest risk; those equal to the smallest but for rounding by descending separation. */
function smallest(
  candidates: Candidates,
  risks: Float64Array,
  separation: Score,
  rounding: number,
  count: number,
): number[] {
  let least = Number.POSITIVE_INFINITY;
  for (const risk of risks) least = Math.min(least, risk);
  // Tied items have scores from 0 up, all others negative ones.
  return candidates
    .largest(count, (at) => (risks[at]! <= least + rounding ? separation(at) : -risks[at]!))
    .filter((at) => risks[at]! < Number.POSITIVE_INFINITY);
}
