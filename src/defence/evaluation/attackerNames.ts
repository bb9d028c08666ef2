/**
 * Who attacks a defence: the factor-based classifier of the paper, classifiers that are fitted to all that people sent, and
 * those who see most (knowingAttackers.ts): kernel ridge on latent factors, its stack with logistic regression and trees, the factor model
 * that also reads what was not rated, and one that knows the public model of presence and the defence.
 */
import { classifiers } from '../../inference/index.ts';

export type AttackerName = string;

/** Always trained on people who send in the same way as those they judge. */
export type KnowingAttacker = 'kernelRidge' | 'stack' | 'channels' | 'chances';
export const KNOWING_ATTACKERS: readonly KnowingAttacker[] = ['kernelRidge', 'stack', 'channels', 'chances'];

export const isKnowing = (name: AttackerName): name is KnowingAttacker =>
  KNOWING_ATTACKERS.some((known) => known === name);

/** Those that attack where nothing is said and no defence hides what was rated. */
export const PLAIN_ATTACKERS: readonly AttackerName[] = ['factor', 'logistic', 'boosted'];
/** Those that attack where one does. */
export const ATTACKERS: readonly AttackerName[] = [...PLAIN_ATTACKERS, ...KNOWING_ATTACKERS];

/**
 * All that there are; they grow when a plug-in is loaded. A classifier that reads another model, and one that must see those
 * it judges while it learns, is none of them, except the stack.
 */
export function attackersKnown(): readonly AttackerName[] {
  const fitted = classifiers.filter(
    ({ name, model, train }) => model === undefined && train !== undefined && !isKnowing(name),
  );
  return ['factor', ...fitted.map(({ name }) => name), ...KNOWING_ATTACKERS];
}
