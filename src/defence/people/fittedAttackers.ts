/**
 * Attackers who are fitted to what people sent or answered, and read both what was rated and how:
 *
 *   logistic  regression, its ridge chosen inside the training people
 *   boosted   gradient-boosted trees: what tells only together with something else
 *
 * Each fold has a model of its own, and people of all folds are ranked together; so its scores are made comparable
 * first (see comparableScores of the audit).
 */
import { logitsFromWeights, setCommonPrior, setCommonScale } from '../../audit/index.ts';
import {
  type AffineModel,
  affineClassifier,
  type BoostedModel,
  boostedClassifier,
  historyAt,
  type SparseRows,
  trainBoosted,
  trainFeatureLogistic,
} from '../../inference/index.ts';

export type FittedAttacker = 'logistic' | 'boosted';

/** Plain data: can be sent to a worker. */
export type FittedModel =
  | { readonly attacker: 'logistic'; readonly model: AffineModel }
  | { readonly attacker: 'boosted'; readonly model: BoostedModel };

export function fitAttacker(
  attacker: FittedAttacker,
  rows: SparseRows,
  types: ArrayLike<number>,
  typeCount: number,
): FittedModel {
  return attacker === 'logistic'
    ? { attacker, model: trainFeatureLogistic(rows, types, typeCount).model }
    : { attacker, model: trainBoosted(rows, types, typeCount).model };
}

/** How common each group is. */
export interface GroupShares {
  readonly inTraining: ArrayLike<number>;
  readonly inAll: ArrayLike<number>;
}

/** people x K: log odds of each type against the rest, comparable with those of other folds. */
export function fittedLogits(
  fitted: FittedModel,
  people: SparseRows,
  { inTraining, inAll }: GroupShares,
): Float64Array {
  const classifier = fitted.attacker === 'logistic' ? affineClassifier(fitted.model) : boostedClassifier(fitted.model);
  const types = inAll.length;
  const logits = new Float64Array(people.rows * types);
  for (let person = 0; person < people.rows; person++) {
    logits.set(logitsFromWeights(classifier.logWeights(historyAt(people, person))), person * types);
  }
  setCommonPrior(logits, inTraining, inAll);
  setCommonScale(logits);
  return logits;
}
