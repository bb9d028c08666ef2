/**
 * The exact choice where types differ in how predictably they answer: the item of smallest expected risk under the
 * belief of typeBeliefs.ts. Other than for equal noise, the answers decide what comes next even for two types.
 *
 * Noise, ridge and prior: `noiseVariances` of the context, by default the model's for all types; the rest is that of the
 * belief, from whose observations the state is made anew (what was made before is kept). Risks that are equal but for
 * rounding are told apart as in envelope.ts, with the divergence of two normal distributions in place of D_st^2:
 *
 *     J_st = ((T_s^2 / T_t^2 + T_t^2 / T_s^2 - 2) + (m_s - m_t)^2 (1 / T_s^2 + 1 / T_t^2)) / 2,   D_st^2 for T_s = T_t
 *
 * O(K d^2 + K^3) per item.
 */
import type { FactorModel } from '../factorization/index.ts';
import { type Belief, rowOf, startBelief, TypeBeliefs, type TypePrediction } from '../inference/index.ts';
import { largestAt } from '../numeric/index.ts';
import type { Candidates } from './candidates.ts';
import { expectedRiskByCrossings } from './riskByCrossings.ts';
import { requireSuitable, type StrategyDefinition } from './strategy.ts';

/** Risks closer than this part of the present risk are equal but for rounding. */
const ROUNDING = 1e-12;

export const typeNoise: StrategyDefinition = {
  name: 'typeNoise',
  summary: 'the question with the smallest expected risk where some groups answer less predictably (exact)',
  types: 'any',
  channels: 'rating',
  create: ({ model, noiseVariances = new Float64Array(model.typeLabels.length).fill(model.noiseVariance) }) => {
    requireSuitable(typeNoise, model);
    // Refuses noise that does not fit before the first question.
    TypeBeliefs.start(startBelief(model).parameters, noiseVariances);
    const known = new WeakMap<Belief, TypeBeliefs>();
    const stateOf = (belief: Belief): TypeBeliefs => {
      const missing: Belief[] = [];
      let at = belief;
      for (; at.previous !== undefined && !known.has(at); at = at.previous) missing.push(at);
      let state = known.get(at) ?? TypeBeliefs.start(at.parameters, noiseVariances);
      known.set(at, state);
      for (const later of missing.reverse()) {
        state = state.after(later.last!);
        known.set(later, state);
      }
      return state;
    };
    return {
      name: typeNoise.name,
      next: (belief, candidates) => {
        const position = bestIn(model, stateOf(belief), candidates);
        return position < 0 ? undefined : { item: candidates.itemAt(position) };
      },
    };
  },
};

function bestIn(model: FactorModel, state: TypeBeliefs, candidates: Candidates): number {
  const { logWeights } = state;
  const posterior = state.posterior();
  const predictions: (TypePrediction | undefined)[] = [];
  const risks = new Float64Array(candidates.items.length);
  let smallest = Number.POSITIVE_INFINITY;
  for (let at = 0; at < risks.length; at++) {
    if (candidates.marks[at] === 0) continue;
    const prediction = state.predict(rowOf(model, candidates.itemAt(at)));
    predictions[at] = prediction;
    risks[at] = expectedRiskByCrossings(posterior, logWeights, prediction.means, prediction.variances.map(Math.sqrt));
    smallest = Math.min(smallest, risks[at]!);
  }
  const best = largestAt(posterior);
  const presentRisk = posterior.reduce((sum, share, t) => sum + (t === best ? 0 : share), 0);
  const tied = smallest + ROUNDING * presentRisk;
  return candidates.argmax((at) => (risks[at]! > tied ? -1 : divergence(posterior, predictions[at]!)));
}

/** Sum over pairs of pi_s pi_t J_st. */
function divergence(posterior: Float64Array, { means, variances }: TypePrediction): number {
  let sum = 0;
  for (let s = 0; s < posterior.length; s++) {
    for (let t = s + 1; t < posterior.length; t++) {
      const gap = means[t]! - means[s]!;
      const [ours, theirs] = [variances[s]!, variances[t]!];
      const spread = (ours - theirs) ** 2 / (ours * theirs);
      sum += (posterior[s]! * posterior[t]! * (spread + gap * gap * (1 / ours + 1 / theirs))) / 2;
    }
  }
  return sum;
}
