/**
 * The headlines of an audit: what the strongest attacker finds after a number of questions that was fixed beforehand, about
 * what people rated and about anything, and what the strongest finds in whole histories. Bounds are simultaneous over all
 * attackers that were looked at, in all headlines together (family.ts).
 */
import type { Bounds, Finding } from '../records/finding.ts';
import { groupRisks, riskFigures, riskOf } from '../risk/risk.ts';
import { unitsByType } from '../statistics/aucStatistic.ts';
import { bestToldOf, detectableAuc, familyOf, storedReplicates } from './family.ts';
import { measured, type Setting } from './measured.ts';

/** Somebody who gave everybody a score. */
export interface Attacker {
  readonly id: string;
  readonly exposure: 'questions' | 'openQuestions' | 'histories';
  readonly people: Uint32Array;
  readonly logitOf: (person: number, type: number) => number;
}

interface HeadlineSetting extends Omit<Setting, 'people'> {
  readonly folds: ArrayLike<number>;
  /** What is inferred. */
  readonly target: string;
  /** Asked before the headlines of questions. */
  readonly questions: number;
}

interface Headlines {
  /** Everybody who was looked at, the strongest of each headline first. */
  readonly findings: readonly Finding[];
  /** Of all figures of the family. */
  readonly bounds: readonly Bounds[];
  readonly pValue: number;
}

export function headlinesOf(
  attackers: readonly Attacker[],
  types: ArrayLike<number>,
  { target, questions, ...setting }: HeadlineSetting,
): Headlines {
  const found = attackers.map(({ people, logitOf }) => measured([{ types, logitOf }], { ...setting, people }));
  const risks = attackers.map(({ people, logitOf }) => riskOf([{ types, logitOf }], { ...setting, people }));
  const { members, bounds, pValue, reachLow } = familyOf(found, setting.level);
  const exposures = [...new Set(attackers.map(({ exposure }) => exposure))];
  const findings = exposures.flatMap((exposure) => {
    const own = attackers.flatMap((attacker, at) =>
      attacker.exposure === exposure
        ? [{ ...attacker, ...found[at]!, ...members[at]!, ...bestToldOf(members[at]!), risk: risks[at]! }]
        : [],
    );
    const { people } = own[0]!;
    const counts = unitsByType(people, types, setting.labels.length, setting.clusters);
    const detectable = detectableAuc(reachLow, counts);
    const place = { target, exposure, ...(exposure === 'histories' ? {} : { length: questions }) };
    return own
      .toSorted((a, b) => b.auc.value - a.auc.value)
      .flatMap(({ id, auc, mean, bounds: own, bestTold, aucByFold, accuracy, risk }, rank): Finding[] => {
        const at = {
          ...place,
          attacker: id,
          variant: 'real',
          people: people.length,
          detectable,
          judged: true,
        } as const;
        const all: Finding = {
          ...at,
          auc: { ...auc, bounds: own },
          // After questions, everybody has these on a curve.
          ...(exposure === 'questions' ? {} : { aucByFold, accuracy }),
          ...riskFigures(risk.all, setting.level, attackers.length),
          ...(rank === 0 ? { replicates: storedReplicates(mean) } : {}),
        };
        const { judged: _, detectable: __, ...plain } = at;
        const ofGroups = rank === 0 ? groupRisks(plain, risk, setting.level) : [];
        if (bestTold === undefined) return [all, ...ofGroups];
        const { label: group, auc: told, bounds: around } = bestTold;
        return [all, { ...at, group, auc: { ...told, bounds: around } }, ...ofGroups];
      });
  });
  return { findings, bounds, pValue };
}
