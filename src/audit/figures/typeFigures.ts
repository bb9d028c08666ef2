/** With more than two types: who is taken for whom, and how well each type is told from the rest. */
import { largestAt } from '../../maths/index.ts';
import { logitsAt, type Outcomes } from '../interviews/outcomes.ts';
import type { TypeFigures } from '../records/records.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { enoughPeople } from '../statistics/enoughPeople.ts';
import { measured, type Setting } from './measured.ts';

export function typeFiguresAt(
  contender: string,
  questions: number,
  outcomes: Outcomes,
  types: Uint8Array,
  setting: Omit<Setting, 'people'>,
  { maxQuestions, minGroup }: Pick<AuditSpec, 'maxQuestions' | 'minGroup'>,
): TypeFigures | undefined {
  const typeCount = setting.labels.length;
  if (typeCount === 2 || questions > maxQuestions) return undefined;
  const people = Uint32Array.from(types.keys()).filter((person) => outcomes.lengths[person]! >= questions);
  if (!enoughPeople(people, types, typeCount, minGroup)) return undefined;
  const logitOf = logitsAt(outcomes, questions, maxQuestions, typeCount);
  const confusion = Array.from({ length: typeCount }, () => new Array<number>(typeCount).fill(0));
  for (const person of people) {
    const named = largestAt(Float64Array.from({ length: typeCount }, (_, type) => logitOf(person, type)));
    confusion[types[person]!]![named]!++;
  }
  const { groups } = measured([{ types, logitOf }], { ...setting, people });
  return { contender, questions, users: people.length, aucs: groups.map(({ auc }) => auc), confusion };
}
