/** The strongest attack on a list, and whether the list stays within its limit. */
import { flipped } from '../../../audit/index.ts';
import type { LeakKind } from './impliedLeak.ts';
import { largestLeakAt } from './listFigures.ts';
import type {
  DesignPoint,
  ListAttacker,
  ListFigures,
  MeasuredAttack,
  MeasuredList,
  QuestionnaireStudy,
} from './records.ts';

/** The strongest attack that is known of. */
export interface LargestLeak {
  readonly attribute: string;
  /** Where one of several groups is told better than the mean over them. */
  readonly group?: string;
  readonly auc: number;
  /** Of the AUC, where it was measured: simultaneous over all attributes and attackers of the list. */
  readonly bounds?: MeasuredAttack['bounds'] | undefined;
  /**
   * How far any attack may reach: the largest upper end of the bounds, which need not be that of the strongest attack.
   * Where nobody was asked, the AUC itself.
   */
  readonly upTo: number;
  /** `measured` on people where they were asked, else what the models imply. */
  readonly basis: 'measured' | 'implied';
  /** Of a measured leak; else what the model reads that implies it. */
  readonly attacker: ListAttacker | LeakKind;
}

/** Over all attributes and attackers. What was measured counts before what models imply, and who is wrong beyond chance, turned round. */
export function largestLeak({ leaks, measured }: ListFigures): LargestLeak {
  if (measured === undefined) {
    const { attribute, auc, kind } = leaks[largestLeakAt(leaks)]!;
    return { attribute, auc, upTo: auc, basis: 'implied', attacker: kind };
  }
  const attacks = attacksWithGroups(measured).map(flipped);
  const { attribute, group, auc, bounds, attacker } = strongestOf({ attacks });
  const upTo = Math.max(...attacks.map((attack) => attack.bounds.high));
  return { attribute, group, auc: auc.value, bounds, upTo, basis: 'measured', attacker };
}

/** The group that an attack tells best is an attack of its own. */
function attacksWithGroups({ attacks }: Pick<MeasuredList, 'attacks'>): (MeasuredAttack & { group?: string })[] {
  return attacks.flatMap(({ bestTold, ...attack }) => {
    if (bestTold === undefined) return [attack];
    const { label, auc, bounds } = bestTold;
    return [attack, { ...attack, auc, bounds, group: label }];
  });
}

/** The attack that finds most, over all attributes. */
export function strongestOf<Attack extends MeasuredAttack>({
  attacks,
}: {
  readonly attacks: readonly Attack[];
}): Attack {
  return attacks.reduce((best, attack) => (attack.auc.value > best.auc.value ? attack : best));
}

/**
 * Where the list was designed on the very people it is checked on: lists that were designed in the same way in each
 * fold, without the people who are asked. What they leak is what such a list leaks of newcomers.
 */
export function withoutTheAsked({ spec, curve }: Pick<QuestionnaireStudy, 'spec' | 'curve'>): DesignPoint | undefined {
  if (spec.designedFor === undefined) return undefined;
  return curve.find(({ maxAuc, measured }) => maxAuc === spec.designedFor && measured !== undefined);
}

/** The strongest attack to count: on the list, or on lists designed in the same way, whichever is stronger. */
export function leakOfStudy(study: Judged): LargestLeak {
  const own = largestLeak(study.subject);
  const honest = withoutTheAsked(study);
  if (honest === undefined) return own;
  const other = largestLeak(honest);
  return { ...(other.auc > own.auc ? other : own), upTo: Math.max(own.upTo, other.upTo) };
}

type Judged = Pick<QuestionnaireStudy, 'spec' | 'curve' | 'subject'>;

/** Whether every attack stays within the limit: bounds and all, or only the figures themselves, or not even those. */
export function limitKept(study: Judged): 'kept' | 'not shown' | 'broken' | undefined {
  const { maxAuc } = study.spec;
  if (maxAuc === null) return undefined;
  const { auc, upTo } = leakOfStudy(study);
  return upTo <= maxAuc ? 'kept' : auc <= maxAuc ? 'not shown' : 'broken';
}

/**
 * The gate. A list that is checked must stay within its limit as far as the bounds of any attack reach: with few people
 * they reach far, and what was not shown does not pass. A list that is designed uses its budget up, so that bounds
 * reach above whatever it does; there the strongest attack itself must stay within.
 */
export function aboveLimit(study: Judged): boolean {
  const { spec, subject } = study;
  const kept = limitKept(study);
  if (spec.task === 'check') return kept === 'broken' || kept === 'not shown';
  // Of models alone the designer knows without the detour by the AUC, which rounds.
  return ('excess' in subject && subject.excess > 0) || (subject.measured !== undefined && kept === 'broken');
}
