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
 * - Classifiers that choose their own settings (a ridge, a number of trees) speak louder in one fold than in another. How
 *   far their log odds are from those of the shares is divided by its root mean square over the fold. Log odds divided
 *   as they are would leave the people of a quiet fold where the shares are, and those of a loud one around 0: where
 *   there is little to find, that alone took 0.011 off the AUC. Who is named stays, and the order within the fold.
 */
import { classifierNamed } from '../../inference/index.ts';
import { logOddsAgainstRest, logSigmoid } from '../../maths/index.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { type ClassifierName, type Contender, isRival } from '../spec/contender.ts';

/** Of each group. */
export function sharesOf(types: ArrayLike<number>, typeCount: number): Float64Array {
  const counts = new Float64Array(typeCount);
  for (let person = 0; person < types.length; person++) counts[types[person]!]!++;
  return counts.map((count) => count / types.length);
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

/**
 * Of two groups, in place: the second column ranks people by how far they are from the shares, over the root mean square
 * of it in the fold; the first is what the second exceeds where the second group is named. Of more groups all log odds
 * are divided by theirs, which keeps who is named, but not where the shares are.
 */
export function setCommonScale(logits: Scores, inAll: ArrayLike<number>): void {
  const two = inAll.length === 2;
  const shares = two ? Math.log(inAll[1]! / inAll[0]!) : 0;
  const step = two ? 2 : 1;
  let sum = 0;
  for (let at = step - 1; at < logits.length; at += step) sum += (logits[at]! - shares) ** 2;
  const scale = Math.sqrt((sum * step) / logits.length);
  if (!(scale > 0)) return;
  for (let at = step - 1; at < logits.length; at += step) {
    logits[at] = (logits[at]! - shares) / scale;
    if (two) logits[at - 1] = -shares / scale;
  }
}

/** Their loudness is a matter of the fold. */
export const choosesSettings = (name: ClassifierName) => classifierNamed(name).choosesSettings;
