/**
 * Who attacks a defence: every classifier of whole histories, of all that people sent; and one that also knows the public
 * model of presence and the defence (chancesAttacker.ts).
 */
import { classifiers } from '../../inference/index.ts';

export type AttackerName = string;

/** The attacker who knows the public model of presence. */
export const CHANCES = 'chances';

/** Those that attack where nothing is said and no defence hides what was rated. */
export const PLAIN_ATTACKERS: readonly AttackerName[] = ['factor', 'logistic', 'boosted'];
/** Those that attack where one does. */
export const ATTACKERS: readonly AttackerName[] = [...PLAIN_ATTACKERS, 'stack', 'channels', CHANCES];

/**
 * Whether it also attacks as somebody who simulates the defence. Factor models find less from the same people. Trees alone
 * cost most, and the stack holds them.
 */
export function simulates(name: AttackerName): boolean {
  const found = classifiers.find((one) => one.name === name);
  return found !== undefined && found.model === undefined && name !== 'boosted';
}

/** All that there are; they grow when a plug-in is loaded. */
export function attackersKnown(): readonly AttackerName[] {
  return [...classifiers.map(({ name }) => name), CHANCES];
}

/** Those that see whom they judge while they learn: they always learn from people who send in the same way. */
export function isKnowing(name: AttackerName): boolean {
  return name === CHANCES || classifiers.some((one) => one.name === name && one.judge !== undefined);
}
