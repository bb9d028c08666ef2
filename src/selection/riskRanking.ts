/**
 * The items of smallest expected risk, exactly: by the envelope of expectedRisk.ts for items with one row, by the cells
 * of planeRisk.ts for items with two.
 *
 * Once no single answer can change the most likely type, the expected risk of every item is the present risk, to the
 * last digit. Items whose risks are equal but for rounding are told apart by how far they separate the types that are
 * still in question: the largest sum over pairs of pi_s pi_t D_st^2. For two types that is the choice of separation.ts.
 *
 * The risk of one row costs O(K log K), and every candidate is scored. That of two rows costs some ten times as much:
 * there only the items that separate the types most, by the same sum, are scored.
 */
import type { Belief } from '../inference/index.ts';
import type { Candidates } from './candidates.ts';
import type { Catalogue } from './catalogue.ts';
import { expectedRiskByEnvelope } from './expectedRisk.ts';
import { pairwiseSeparation } from './pairwiseSeparation.ts';
import { expectedRiskInPlane } from './planeRisk.ts';

/** Risks closer than this part of the present risk are equal but for rounding. */
export const ROUNDING = 1e-12;

/** How many items with two rows are scored. */
export const SHORTLIST = 32;

/** The expected risk after the item at a position was asked, with the catalogue at this belief. */
export function expectedRisks(catalogue: Catalogue, belief: Belief): (position: number) => number {
  const { logWeights, types } = belief;
  const { noiseVariance } = belief.parameters;
  const posterior = belief.posterior();
  const [first, second] = catalogue.rows;
  const means = new Float64Array(types);
  const otherMeans = new Float64Array(types);
  return (at) => {
    for (let t = 0; t < types; t++) means[t] = first!.means[t]![at]!;
    const spread = first!.spreads[at]!;
    if (second === undefined) {
      return expectedRiskByEnvelope(posterior, logWeights, means, Math.sqrt(noiseVariance * (1 + spread)));
    }
    for (let t = 0; t < types; t++) otherMeans[t] = second.means[t]![at]!;
    return expectedRiskInPlane(
      posterior,
      logWeights,
      { means: [means, otherMeans], spreads: [spread, second.spreads[at]!], cross: catalogue.crosses[at]! },
      noiseVariance,
    );
  };
}

export interface RankedItem {
  readonly position: number;
  readonly risk: number;
}

/** The best `count` of the open candidates, best first. Of two-row items the `shortlist` most separating are scored. */
export function rankByRisk(
  catalogue: Catalogue,
  belief: Belief,
  candidates: Candidates,
  count: number,
  shortlist = SHORTLIST,
): RankedItem[] {
  const separation = pairwiseSeparation(catalogue, belief.logWeights);
  const riskAt = expectedRisks(catalogue, belief);
  const risks = new Float64Array(candidates.items.length).fill(Number.POSITIVE_INFINITY);
  if (catalogue.rows.length === 1) {
    for (let at = 0; at < risks.length; at++) if (candidates.marks[at] !== 0) risks[at] = riskAt(at);
  } else {
    for (const at of candidates.largest(shortlist, separation)) risks[at] = riskAt(at);
  }
  let smallest = Number.POSITIVE_INFINITY;
  for (const risk of risks) smallest = Math.min(smallest, risk);
  const tied = smallest + ROUNDING * belief.risk();
  // Tied items have scores from 0 up, all others negative ones.
  return candidates
    .largest(count, (at) => (risks[at]! <= tied ? separation(at) : -risks[at]!))
    .map((position) => ({ position, risk: risks[position]! }))
    .filter(({ risk }) => risk < Number.POSITIVE_INFINITY);
}
