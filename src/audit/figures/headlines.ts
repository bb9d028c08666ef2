/**
 * The two headlines of an audit: what the strongest attacker finds after a number of questions that was fixed
 * beforehand, and what the strongest finds in whole histories. Bounds are simultaneous over all attackers that were
 * looked at, in both headlines together (family.ts).
 */
import type { AttackerFigure, Bounds, Headline } from '../records/records.ts';
import { unitsByType } from '../statistics/aucStatistic.ts';
import { bestToldOf, detectableAuc, familyOf, storedReplicates } from './family.ts';
import { measured, type Setting } from './measured.ts';

/** Somebody who gave everybody a score. */
export interface Attacker {
  readonly id: string;
  readonly label: string;
  readonly kind: Headline['kind'];
  readonly people: Uint32Array;
  readonly logitOf: (person: number, type: number) => number;
}

interface HeadlineSetting extends Omit<Setting, 'people' | 'folds'> {
  /** Asked before the first headline. */
  readonly questions: number;
}

interface Headlines {
  readonly headlines: readonly Headline[];
  /** Of all figures of the family. */
  readonly bounds: readonly Bounds[];
  readonly pValue: number;
}

export function headlinesOf(
  attackers: readonly Attacker[],
  types: ArrayLike<number>,
  { questions, ...setting }: HeadlineSetting,
): Headlines {
  const found = attackers.map(({ people, logitOf }) => measured([{ types, logitOf }], { ...setting, people }));
  const { members, bounds, pValue, reachLow } = familyOf(found, setting.level);
  const kinds = [...new Set(attackers.map(({ kind }) => kind))];
  const headlines = kinds.map((kind): Headline => {
    const own = attackers.flatMap((attacker, at) => (attacker.kind === kind ? [{ attacker, at, ...found[at]! }] : []));
    const listed = own.map(({ attacker: { id, label }, at, auc }): AttackerFigure => {
      const member = members[at]!;
      return { id, label, auc, bounds: member.bounds, ...bestToldOf(member) };
    });
    const strongest = own.reduce((best, one) => (one.mean.value > best.mean.value ? one : best));
    const { people } = own[0]!.attacker;
    const counts = unitsByType(people, types, setting.labels.length, setting.clusters);
    return {
      kind,
      questions: kind === 'questions' ? questions : undefined,
      users: people.length,
      attackers: listed.sort((a, b) => b.auc.value - a.auc.value),
      detectable: detectableAuc(reachLow, counts),
      replicates: storedReplicates(strongest.mean),
    };
  });
  return { headlines, bounds, pValue };
}
