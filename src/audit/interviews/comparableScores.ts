/**
 * Scores of people of different folds come from different models, and are ranked together. Two things must not come in
 * between, both of which pull the pooled AUC of a weak attacker down:
 *
 * - Classifiers learn from their training people how common each group is. A fold that tests one more person of a group
 *   trains with one fewer: its scores are shifted against the truth. What a fold learned of the shares is taken out, and
 *   the shares of everybody put in its place. For two groups no order within a fold changes.
 *
 *       log weight_t  <-  log weight_t - log(share of t in the fold's training) + log(share of t in all)
 *
 * - Classifiers that choose their own settings (a ridge, a number of trees) speak louder in one fold than in another. Their
 *   log odds are divided by their root mean square over the fold: signs and the order within the fold stay.
 */
import { classifierNamed } from '../../inference/index.ts';
import { logOddsAgainstRest, logSigmoid } from '../../maths/index.ts';
import { attributeOf, countsByLabel, type Dataset } from '../../ratings/index.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { type ClassifierName, type Contender, isRival } from '../spec/contender.ts';

/** Of each group among those whose group is known. */
export function sharesOf(people: Dataset, attribute: string): Float64Array {
  const counts = countsByLabel(attributeOf(people, attribute));
  const all = counts.reduce((sum, count) => sum + count, 0);
  return Float64Array.from(counts, (count) => count / all);
}

type Scores = Float32Array | Float64Array;

/** Rows of K log odds against the rest, NaN where nothing was said; changed in place. */
export function setCommonPrior(logits: Scores, inTraining: ArrayLike<number>, inAll: ArrayLike<number>): void {
  const types = inTraining.length;
  const shifts = Float64Array.from(inTraining, (share, t) => Math.log(inAll[t]!) - Math.log(share));
  const logWeights = new Float64Array(types);
  for (let row = 0; row < logits.length; row += types) {
    if (Number.isNaN(logits[row]!)) continue;
    if (types === 2) {
      const shift = shifts[1]! - shifts[0]!;
      logits[row] = logits[row]! - shift;
      logits[row + 1] = logits[row + 1]! + shift;
      continue;
    }
    for (let t = 0; t < types; t++) logWeights[t] = logSigmoid(logits[row + t]!) + shifts[t]!;
    for (let t = 0; t < types; t++) logits[row + t] = logOddsAgainstRest(logWeights, t);
  }
}

/** Some classifiers start from the prior of the spec, others from what they were trained on. */
export function classifierLearnsShares(name: ClassifierName, { prior }: Pick<AuditSpec, 'prior'>): boolean {
  return prior === 'training' || classifierNamed(name).learnsShares;
}

export function contenderLearnsShares(
  { strategy, classifier }: Pick<Contender, 'strategy' | 'classifier'>,
  { prior }: Pick<AuditSpec, 'prior'>,
): boolean {
  return prior === 'training' || classifier !== 'factor' || isRival(strategy);
}

/** Divides by the root mean square over the rows of the fold, in place. */
export function setCommonScale(logits: Scores): void {
  let sum = 0;
  for (const logit of logits) sum += logit * logit;
  const scale = Math.sqrt(sum / logits.length);
  if (scale > 0) for (let at = 0; at < logits.length; at++) logits[at] = logits[at]! / scale;
}

/** Their loudness is a matter of the fold. */
export const choosesSettings = (name: ClassifierName) => classifierNamed(name).choosesSettings;
