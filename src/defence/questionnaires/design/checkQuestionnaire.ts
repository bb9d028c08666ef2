/** The strongest attack on a list, and whether the list stays within its limit. */
import { type Bounds, findingsWith, flipped, type With } from '../../../audit/index.ts';
import { largestLeakAt } from './listFigures.ts';
import { type DesignPoint, type ListFigures, listExposure, type QuestionnaireStudy } from './records.ts';
import type { StudySpec } from './spec.ts';

type Judged = Pick<QuestionnaireStudy, 'spec' | 'curve' | 'subject' | 'findings'>;

/** What attackers found who were asked a list, about everybody and about single groups; nothing where nobody was asked. */
export function attacksOn({ findings }: Pick<Judged, 'findings'>, { id }: Pick<ListFigures, 'id'>): With<'auc'>[] {
  return findingsWith(findings, 'auc', { exposure: listExposure(id), variant: 'real' });
}

/** The strongest attack that is known of. */
interface LargestLeak {
  readonly attribute: string;
  /** Where one of several groups is told better than the mean over them. */
  readonly group?: string | undefined;
  readonly auc: number;
  /** Of the AUC, where it was measured: simultaneous over all attributes and attackers of the list. */
  readonly bounds?: Bounds | undefined;
  /**
   * How far any attack may reach: the largest upper end of the bounds, which need not be that of the strongest attack.
   * Where nobody was asked, the AUC itself.
   */
  readonly upTo: number;
  /** `measured` on people where they were asked, else what the models imply. */
  readonly basis: 'measured' | 'implied';
  /** Of a measured leak; else what the model reads that implies it. */
  readonly attacker: string;
}

/** Over all attributes and attackers. What was measured counts before what models imply, and who is wrong beyond chance, turned round. */
export function largestLeak(study: Pick<Judged, 'findings'>, list: ListFigures): LargestLeak {
  const attacks = attacksOn(study, list).map(flipped);
  if (attacks.length === 0) {
    const { attribute, auc, kind } = list.leaks[largestLeakAt(list.leaks)]!;
    return { attribute, auc, upTo: auc, basis: 'implied', attacker: kind };
  }
  const { target, group, auc, attacker } = strongestOf(attacks);
  const upTo = Math.max(...attacks.map((attack) => attack.auc.bounds!.high));
  const found = { attribute: target, group, auc: auc.value, bounds: auc.bounds };
  return { ...found, upTo, basis: 'measured', attacker: attacker! };
}

/** The attack that finds most, over all attributes. */
export function strongestOf(attacks: readonly With<'auc'>[]): With<'auc'> {
  return attacks.reduce((best, attack) => (attack.auc.value > best.auc.value ? attack : best));
}

/** Of designed lists, the one for the limit that a checked list was designed for on the very people it is checked on. */
export function listedForAsked<List extends Pick<DesignPoint, 'maxAuc'>>(
  { designedFor }: Pick<StudySpec, 'designedFor'>,
  curve: readonly List[],
): List | undefined {
  return designedFor === undefined ? undefined : curve.find(({ maxAuc }) => maxAuc === designedFor);
}

/**
 * Where the list was designed on the very people it is checked on: lists that were designed in the same way in each
 * fold, without the people who are asked. What they leak is what such a list leaks of newcomers.
 */
export function withoutTheAsked({ spec, curve }: Pick<Judged, 'spec' | 'curve'>): DesignPoint | undefined {
  const list = listedForAsked(spec, curve);
  return list?.verdict === undefined ? undefined : list;
}

/** The strongest attack to count: on the list, or on lists designed in the same way, whichever is stronger. */
export function leakOfStudy(study: Judged): LargestLeak {
  const own = largestLeak(study, study.subject);
  const honest = withoutTheAsked(study);
  if (honest === undefined) return own;
  const other = largestLeak(study, honest);
  return { ...(other.auc > own.auc ? other : own), upTo: Math.max(own.upTo, other.upTo) };
}

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
  return ('excess' in subject && subject.excess > 0) || (subject.verdict !== undefined && kept === 'broken');
}
