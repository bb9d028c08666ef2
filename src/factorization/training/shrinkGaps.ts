/**
 * Shrunken gaps. Where biases are barely held in training, the largest differences between types are mostly noise of
 * items that one type hardly rated, and a strategy that looks for differences asks just those. Empirical Bayes takes the
 * noise out: how far the types truly differ is learned from all items, and each item is believed as far as its ratings
 * carry (the James-Stein idea).
 *
 *     z_jt = mu_j + g_jt + error_jt,     g_jt ~ N(0, tau2),     error_jt ~ N(0, s2 / n_jt),     mu_j unknown
 *
 *   z_jt  rows.biases (items x K)    n_jt  itemStatistics.countsByType    s2  noiseVariance    tau2  gapVariance
 *
 * The best estimate of mu_j + g_jt, linear or not, is                                                       [eq:shrink]
 *
 *     zbar_j + tau2 / (tau2 + s2 / n_jt) (z_jt - zbar_j),   zbar_j = mean of z_jt weighted by 1 / (tau2 + s2 / n_jt),
 *
 * so a type that never rated the item (n_jt = 0) gets zbar_j. tau2 by the method of moments: with precisions
 * a_jt = n_jt / s2 and m_j the mean of z_jt weighted by them, the expectation of
 *
 *     sum_j sum_t a_jt (z_jt - m_j)^2      is      sum_j (types that rated j - 1)  +  tau2 sum_j (A_j - B_j / A_j),
 *
 * A_j = sum_t a_jt, B_j = sum_t a_jt^2. The excess over the first part, divided by the last sum, is tau2 without bias;
 * it is floored at 1e-4, lest chance makes all types the same. O(items x K).
 */
import { outOfRange } from '../../errors/index.ts';
import { createModel, type FactorModel } from '../model/factorModel.ts';

const SMALLEST_GAP_VARIANCE = 1e-4;

/**
 * The model with shrunken gaps; `provenance.shrunkenGaps` says how far the types truly differ. A calibration is left out:
 * it was fitted to the gaps as they were.
 */
export function shrinkGaps(model: FactorModel): FactorModel {
  checkSuitable(model);
  const types = model.typeLabels.length;
  const { countsByType } = model.itemStatistics;
  const variance = gapVariance(model);
  const biases = model.rows.biases.slice();
  const precisions = new Float64Array(types);
  for (let start = 0; start < biases.length; start += types) {
    let total = 0;
    let middle = 0;
    for (let t = 0; t < types; t++) {
      const count = countsByType[start + t]!;
      // 1 / (tau2 + s2 / n), and 0 for n = 0.
      precisions[t] = count / (variance * count + model.noiseVariance);
      total += precisions[t]!;
      middle += precisions[t]! * biases[start + t]!;
    }
    // An item that nobody rated says nothing; it cannot come out of training.
    if (total === 0) continue;
    middle /= total;
    for (let t = 0; t < types; t++) {
      biases[start + t] = middle + variance * precisions[t]! * (biases[start + t]! - middle); // [eq:shrink]
    }
  }
  return createModel({
    ...model,
    rows: { ...model.rows, biases },
    provenance: { ...model.provenance, shrunkenGaps: { gapVariance: variance } },
    calibration: undefined,
  });
}

/** tau2: the variance of the true type biases around those of their item. */
export function gapVariance(model: FactorModel): number {
  const types = model.typeLabels.length;
  const { biases } = model.rows;
  const { countsByType } = model.itemStatistics;
  let excess = 0;
  let weight = 0;
  for (let start = 0; start < biases.length; start += types) {
    let total = 0;
    let squares = 0;
    let middle = 0;
    let rated = 0;
    for (let t = 0; t < types; t++) {
      const precision = countsByType[start + t]! / model.noiseVariance;
      if (precision > 0) rated++;
      total += precision;
      squares += precision * precision;
      middle += precision * biases[start + t]!;
    }
    if (rated < 2) continue;
    middle /= total;
    for (let t = 0; t < types; t++) {
      excess += (countsByType[start + t]! / model.noiseVariance) * (biases[start + t]! - middle) ** 2;
    }
    excess -= rated - 1;
    weight += total - squares / total;
  }
  return Math.max(weight > 0 ? excess / weight : 0, SMALLEST_GAP_VARIANCE);
}

function checkSuitable({ rows, provenance }: FactorModel): void {
  if (rows.channels.join() !== 'rating') {
    throw outOfRange('model', `one that observes ${rows.channels.join(' and ')}`, 'a model of ratings');
  }
  if (provenance.shrunkenGaps !== undefined) {
    throw outOfRange('model', 'one whose gaps were shrunken already', 'a model as it was trained');
  }
}
