/**
 * Attackers who are fitted to what people sent or answered, and read both what was rated and how:
 *
 *   logistic  regression, its ridge chosen inside the training people
 *   boosted   gradient-boosted trees: what tells only together with something else
 *
 * and any other classifier that reads no factor model, those of plug-ins too. Of these only the trained object is known, so it
 * stays in the thread that trained it.
 *
 * Each fold has a model of its own, and people of all folds are ranked together; so its scores are made comparable
 * first (see comparableScores of the audit).
 */
import { logitsFromWeights, requireScores, setCommonPrior, setCommonScale } from '../../audit/index.ts';
import { outOfRange } from '../../errors/index.ts';
import {
  type AffineModel,
  affineClassifier,
  type BoostedModel,
  boostedClassifier,
  type ClassifierData,
  classifierNamed,
  type HistoryClassifier,
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

export interface FittedClassifier {
  readonly attacker: string;
  readonly classifier: HistoryClassifier;
}

export const isFittedAttacker = (name: string): name is FittedAttacker => name === 'logistic' || name === 'boosted';

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

export function fitClassifier(attacker: string, data: ClassifierData): FittedClassifier {
  const definition = classifierNamed(attacker);
  if (definition.train === undefined) throw outOfRange('attackers', attacker, 'a classifier that judges one history');
  return { attacker, classifier: definition.train(data) };
}

/** How common each group is. */
export interface GroupShares {
  readonly inTraining: ArrayLike<number>;
  readonly inAll: ArrayLike<number>;
}

/** people x K: log odds of each type against the rest, comparable with those of other folds. */
export function fittedLogits(
  fitted: FittedModel | FittedClassifier,
  people: SparseRows,
  { inTraining, inAll }: GroupShares,
): Float64Array {
  const { learnsShares, choosesSettings } = classifierNamed(fitted.attacker);
  const classifier = opened(fitted);
  const types = inAll.length;
  const logits = new Float64Array(people.rows * types);
  for (let person = 0; person < people.rows; person++) {
    const logWeights = classifier.logWeights(historyAt(people, person));
    requireScores(logWeights, fitted.attacker, types);
    logits.set(logitsFromWeights(logWeights), person * types);
  }
  if (learnsShares) setCommonPrior(logits, inTraining, inAll);
  if (choosesSettings) setCommonScale(logits, inAll);
  return logits;
}

function opened(fitted: FittedModel | FittedClassifier): HistoryClassifier {
  if ('classifier' in fitted) return fitted.classifier;
  return fitted.attacker === 'logistic' ? affineClassifier(fitted.model) : boostedClassifier(fitted.model);
}
