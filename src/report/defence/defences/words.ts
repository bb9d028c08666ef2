/** Names and verdicts as people read them. */
import { type AttackerName, type AttackSituation, type DefenceVerdict, defences } from '../../../defence/index.ts';
import { classifierLabel } from '../../common/lookup.ts';

interface Described {
  readonly label: string;
  readonly family: string;
  readonly summary: string;
  readonly means: string;
  readonly needsType: boolean;
  readonly reference?: string;
  /** Unknown of a plug-in that is not loaded. */
  readonly changesItems?: boolean;
}

/** Records may speak of a defence of a plug-in that is not loaded where the report is drawn. */
export function describedAs(name: string): Described {
  const found = defences.find((defence) => defence.name === name);
  if (found !== undefined) return { ...found, means: found.strength.means };
  const summary = 'a defence of a plug-in, which was not at hand when this page was drawn';
  return { label: name, family: name, summary, means: 'as the plug-in says', needsType: false };
}

export function labelOf(defence: string): string {
  return describedAs(defence).label;
}

const VERDICTS: Readonly<Record<DefenceVerdict, string>> = {
  hides: 'hides it, also from an attacker who knows of it',
  reduces: 'reduces the leak, also for an attacker who knows of it',
  foolsOblivious: 'fools only an attacker who does not know of it',
  betrays: 'reveals more than no defence, to an attacker who knows of it',
  useless: 'does not clearly help',
};

export function verdictWords(verdict: DefenceVerdict): string {
  return VERDICTS[verdict];
}

/** "that runs the defence too": how an attacker came to know of it. */
const SITUATIONS: Readonly<Record<AttackSituation, string>> = {
  oblivious: 'that learned from people who do not use it',
  retrained: 'that learned from people who use it',
  simulating: 'that runs the defence too',
};

export const knownBy = (situation: string | undefined) => SITUATIONS[situation as AttackSituation];

const KNOWING_NAMES: Readonly<Record<string, string>> = {
  kernelRidge: 'kernel ridge on latent factors',
  stack: 'stack of logistic regression, kernel ridge and trees',
  chances: 'attacker who knows the public model of presence',
};

/** Within a sentence: "logistic regression". */
export function attackerName(attacker: AttackerName): string {
  const label = KNOWING_NAMES[attacker] ?? classifierLabel(attacker);
  return label === attacker ? label : label.charAt(0).toLowerCase() + label.slice(1);
}
