/** With more than two types: who is taken for whom, and how well each type is recognised. */
import { largestAt } from '../../maths/index.ts';
import { logitsAt, type Outcomes } from '../interviews/outcomes.ts';
import type { Finding } from '../records/finding.ts';
import type { Confusion } from '../records/records.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { enoughPeople } from '../statistics/enoughPeople.ts';
import { measured, type Setting } from './measured.ts';

interface TypesFound {
  /** Of each type against the rest. */
  readonly findings: readonly Finding[];
  readonly confusion: Confusion;
}

export function typeFiguresAt(
  attacker: string,
  length: number,
  outcomes: Outcomes,
  types: Uint8Array,
  setting: Omit<Setting, 'people'>,
  { attribute: target, maxQuestions, minGroup }: Pick<AuditSpec, 'attribute' | 'maxQuestions' | 'minGroup'>,
): TypesFound | undefined {
  const typeCount = setting.labels.length;
  if (typeCount === 2 || length > maxQuestions) return undefined;
  const people = Uint32Array.from(types.keys()).filter((person) => outcomes.lengths[person]! >= length);
  if (!enoughPeople(people, types, typeCount, minGroup)) return undefined;
  const logitOf = logitsAt(outcomes, length, maxQuestions, typeCount);
  const counts = Array.from({ length: typeCount }, () => new Array<number>(typeCount).fill(0));
  for (const person of people) {
    const named = largestAt(Float64Array.from({ length: typeCount }, (_, type) => logitOf(person, type)));
    counts[types[person]!]![named]!++;
  }
  const { groups } = measured([{ types, logitOf }], { ...setting, people });
  const place = { target, exposure: 'questions', length, attacker, variant: 'real', cohort: 'survivors' } as const;
  return {
    findings: groups.map(({ label: group, auc }) => ({ ...place, group, people: people.length, auc })),
    confusion: { attacker, length, counts },
  };
}
