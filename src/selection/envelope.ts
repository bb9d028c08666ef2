/**
 * The exact choice for any number of types: the item of smallest expected risk, by the upper envelope of
 * expectedRisk.ts. Means and spreads of all candidates are kept in step with the belief at O(K d) an item and answer;
 * the risk itself costs O(K log K) an item.
 *
 * Once no single answer can change the most likely type, the expected risk of every item is the present risk, to the
 * last digit. Items whose risks are equal but for rounding are told apart by how far they separate the types that are
 * still in question: the largest sum over pairs of pi_s pi_t D_st^2. For two types that is the choice of separation.ts.
 */
import type { Belief } from '../inference/index.ts';
import type { Candidates } from './candidates.ts';
import { Catalogue } from './catalogue.ts';
import { expectedRiskByEnvelope } from './expectedRisk.ts';
import { requireSuitable, type StrategyDefinition } from './strategy.ts';

/** Risks closer than this part of the present risk are equal but for rounding. */
const ROUNDING = 1e-12;

export const envelope: StrategyDefinition = {
  name: 'envelope',
  summary: 'the question with the smallest expected risk, for any number of types (exact)',
  types: 'any',
  channels: 'rating',
  create: ({ model }) => {
    requireSuitable(envelope, model);
    let catalogue: Catalogue | undefined;
    let items: Uint32Array | undefined;
    return {
      name: envelope.name,
      next: (belief, candidates) => {
        if (catalogue === undefined || candidates.items !== items) {
          items = candidates.items;
          catalogue = new Catalogue(model, items);
        }
        catalogue.moveTo(belief);
        const position = bestIn(catalogue, belief, candidates);
        return position < 0 ? undefined : { item: candidates.itemAt(position) };
      },
    };
  },
};

function bestIn({ means: meansByType, spreads }: Catalogue, belief: Belief, candidates: Candidates): number {
  const { logWeights, types } = belief;
  const { noiseVariance } = belief.parameters;
  const posterior = belief.posterior();
  const means = new Float64Array(types);
  const risks = new Float64Array(candidates.items.length);
  let smallest = Number.POSITIVE_INFINITY;
  for (let at = 0; at < risks.length; at++) {
    if (candidates.marks[at] === 0) continue;
    for (let t = 0; t < types; t++) means[t] = meansByType[t]![at]!;
    const sd = Math.sqrt(noiseVariance * (1 + spreads[at]!));
    const risk = expectedRiskByEnvelope(posterior, logWeights, means, sd);
    risks[at] = risk;
    smallest = Math.min(smallest, risk);
  }
  const tied = smallest + ROUNDING * belief.risk();
  return candidates.argmax((at) => {
    if (risks[at]! > tied) return -1;
    let separation = 0;
    for (let s = 0; s < types; s++) {
      for (let t = s + 1; t < types; t++) {
        const gap = meansByType[t]![at]! - meansByType[s]![at]!;
        separation += (posterior[s]! * posterior[t]! * gap * gap) / (1 + spreads[at]!);
      }
    }
    return separation;
  });
}
