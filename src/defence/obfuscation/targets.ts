/**
 * Where leastChange moves people: to log odds drawn from one distribution for all, whatever their type. A common goal,
 * 0 for instance, would not do: ratings come in whole steps, everybody stops a little short of the goal or beyond it,
 * and on which side tells where they came from.
 *
 * The distribution is the spread of the log odds of people who do not defend themselves, in units of what their items
 * can give away, and kept as quantiles: a few public numbers, which an operator can publish beside the model.
 *
 *     E = sum_j a_j r_j + c      evidence: log odds less those of the prior
 *     D^2 = sum_j a_j (z_j1 - z_j0) = 4 delta' M delta / s2      squared separation of the rated items        [eq:evidence]
 *     target = D (q - m) or D (m - q), by the toss of a coin; q from the quantiles of E / D, m their median
 *
 * D depends on which items were rated, which everybody sees, and not on the ratings. Without it, somebody with a
 * handful of ratings would be sent to log odds that only hundreds of ratings can reach. The coin is there because the
 * groups may differ in D: if the q lay on one side of 0, those with the larger D would be sent farther to that side.
 */
import { outOfRange, UlteriorError } from '../../errors/index.ts';
import type { FactorModel } from '../../factorization/index.ts';
import { type BeliefOptions, historyAt, type SparseRows, type SparseVector } from '../../inference/index.ts';
import type { RandomStream } from '../../maths/index.ts';
import { linearForm, logWeightsOf } from './linearForm.ts';

const QUANTILES = 101;

/** What ratings say about two types. */
interface Evidence {
  /** a_j of each rating: by how much the log odds of the second type grow for a point. */
  readonly effects: Float64Array;
  readonly evidence: number;
  readonly separation: number;
}

/** What ratings tell a model about the group of the person. */
export function evidenceIn(model: FactorModel, ratings: SparseVector, options: BeliefOptions = {}): Evidence {
  if (model.typeLabels.length !== 2) {
    throw new UlteriorError(
      'STRATEGY_UNSUITABLE',
      `evidence is for one of two groups; the attribute "${model.attribute}" has ${model.typeLabels.length}`,
      'merge values into two groups',
    );
  }
  const { biases } = model.rows;
  const form = linearForm(model, ratings.indices, { ...options, prior: 'uniform' });
  const effects = Float64Array.from(ratings.indices, (_, n) => form.influences[2 * n + 1]! - form.influences[2 * n]!);
  const squared = effects.reduce((sum, effect, n) => {
    const row = 2 * ratings.indices[n]!;
    return sum + effect * (biases[row + 1]! - biases[row]!);
  }, 0);
  const weights = logWeightsOf(form, ratings.values);
  return { effects, evidence: weights[1]! - weights[0]!, separation: Math.sqrt(Math.max(0, squared)) };
}

/** E / D of everybody in the rows; 0 for those whose items give nothing away. */
export function standardisedEvidence(model: FactorModel, rows: SparseRows, options: BeliefOptions = {}): Float64Array {
  return Float64Array.from({ length: rows.rows }, (_, row) => {
    const { evidence, separation } = evidenceIn(model, historyAt(rows, row), options);
    return separation > 0 ? evidence / separation : 0;
  });
}

/** 101 quantiles at the middle of as many equal parts: the very ends would be single people. */
export function quantilesOf(values: ArrayLike<number>): number[] {
  if (values.length === 0) throw outOfRange('values', 'empty', 'at least one number');
  const sorted = Float64Array.from(values).sort();
  return Array.from({ length: QUANTILES }, (_, n) => quantileAt(sorted, (n + 0.5) / QUANTILES));
}

/** Where somebody goes whose items separate the types so far: with one chance as likely to one side as to the other. */
export function drawnTarget(quantiles: ArrayLike<number>, separation: number, chance: RandomStream): number {
  const distance = quantileAt(quantiles, chance.uniform()) - quantileAt(quantiles, 0.5);
  return separation * (chance.uniform() < 0.5 ? distance : -distance);
}

/** The value below which a share lies of what is sorted, between neighbours on a straight line. */
export function quantileAt(sorted: ArrayLike<number>, share: number): number {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(sorted.length - 1, below + 1);
  return sorted[below]! + (place - below) * (sorted[above]! - sorted[below]!);
}

export function checkTargets(quantiles: ArrayLike<number> | undefined): ArrayLike<number> {
  if (quantiles === undefined || quantiles.length === 0) {
    throw new UlteriorError(
      'PARAMETER_OUT_OF_RANGE',
      'leastChange has no targets: it does not know how evidence is spread among people who do not defend themselves',
      'pass targets: quantilesOf(standardisedEvidence(model, rows)) of the people the model was trained on',
      { parameter: 'targets' },
    );
  }
  for (let n = 0; n < quantiles.length; n++) {
    if (!Number.isFinite(quantiles[n]!) || (n > 0 && quantiles[n]! < quantiles[n - 1]!)) {
      throw outOfRange('targets', Array.from(quantiles).join(', '), 'finite numbers that do not descend');
    }
  }
  return quantiles;
}
