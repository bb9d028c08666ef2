/**
 * FBC-Selection, the paper's Algorithm 1 as it is written: for each candidate, Sigma_Aj, its inverse and determinant and
 * M_Aj from their definitions. O(n d^2 + n^2 d + d^3) per item with n answers. A readable reference, not for use at scale.
 */

import type { FactorModel } from '../../factorization/index.ts';
import { type Belief, type Observation, rowOf } from '../../inference/belief/index.ts';
import { choleskyFactor, choleskySolve, logDeterminant } from '../../maths/index.ts';
import type { ItemIndex } from '../../ratings/index.ts';
import { gapAndMiddle, paperScore } from '../risk/paperRisk.ts';
import { requireSuitable, type StrategyDefinition } from './strategy.ts';

export const fbcSelection: StrategyDefinition = {
  name: 'fbcSelection',
  label: 'FBC selection',
  summary: 'the paper’s active strategy, computed from scratch for each item (reference)',
  types: 'two',
  channels: 'rating',
  service: [],
  create: ({ model }) => {
    requireSuitable(fbcSelection, model);
    return {
      name: fbcSelection.name,
      next: (belief, candidates) => {
        const answered = belief.observations();
        const position = candidates.argmax((at) => -directScore(model, belief, answered, candidates.itemAt(at)));
        return position < 0 ? undefined : { item: candidates.itemAt(position) };
      },
    };
  },
};

/** L_j from the definitions. */
export function directScore(
  model: FactorModel,
  belief: Belief,
  answered: readonly Observation[],
  candidate: ItemIndex,
): number {
  const { ridge, noiseVariance, dimension: d } = belief.parameters;
  const rows = [...answered.map(({ row }) => row), rowOf(model, candidate)];
  const size = rows.length;

  // Sigma_Aj = lambda I + V_Aj' V_Aj                                                                       [eq:sigma]
  const sigma = new Float64Array(d * d);
  for (let k = 0; k < d; k++) sigma[k * d + k] = ridge;
  for (const { profile } of rows) {
    for (let a = 0; a < d; a++) {
      for (let b = 0; b < d; b++) sigma[a * d + b] = sigma[a * d + b]! + profile[a]! * profile[b]!;
    }
  }
  if (!choleskyFactor(sigma, d).ok) return Number.NaN;

  // M_Aj = I - V_Aj Sigma_Aj^-1 V_Aj'                                                                      [eq:fbc]
  const m = new Float64Array(size * size);
  for (let b = 0; b < size; b++) {
    const solved = choleskySolve(sigma, d, Float64Array.from(rows[b]!.profile));
    for (let a = 0; a < size; a++) {
      let product = 0;
      for (let k = 0; k < d; k++) product += rows[a]!.profile[k]! * solved[k]!;
      m[a * size + b] = (a === b ? 1 : 0) - product;
    }
  }
  return paperScore({
    size,
    m,
    deltas: Float64Array.from(rows, ({ biases }) => gapAndMiddle(biases).delta),
    centredRatings: Float64Array.from(answered, ({ row, value }) => value - gapAndMiddle(row.biases).middle),
    determinant: Math.exp(logDeterminant(sigma, d)),
    noiseVariance,
  });
}
