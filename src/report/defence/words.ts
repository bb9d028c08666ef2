/** Names and verdicts as people read them. */
import { type AttackerName, type DefenceVerdict, defenceNamed } from '../../defence/index.ts';

export function labelOf(defence: string): string {
  return defenceNamed(defence).label;
}

const VERDICTS: Readonly<Record<DefenceVerdict, string>> = {
  hides: 'hides it, also from an attacker who knows of it',
  reduces: 'reduces the leak, also for an attacker who knows of it',
  foolsOblivious: 'fools only an attacker who does not know of it',
  betrays: 'reveals more to an attacker who knows of it',
  useless: 'does not clearly help',
};

export function verdictWords(verdict: DefenceVerdict): string {
  return VERDICTS[verdict];
}

/** From the best to the worst. */
export const verdicts = Object.keys(VERDICTS) as readonly DefenceVerdict[];

export const attackerNames: Readonly<Record<AttackerName, string>> = {
  factor: 'factor-based classifier',
  logistic: 'logistic regression',
  boosted: 'boosted trees',
};
