/** With more than two types: who is taken for whom, and how well each type is told from the rest. */
import { largestAt } from '../../maths/index.ts';
import type { Outcomes } from '../interviews/outcomes.ts';
import type { TypeFigures } from '../records/records.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { rank, weightedAuc } from '../statistics/auc.ts';
import { aucEstimate, certaintyError } from '../statistics/aucInterval.ts';
import { enoughPeople } from '../statistics/enoughPeople.ts';
import { widened } from '../statistics/foldDependence.ts';

export function typeFiguresAt(
  contender: string,
  questions: number,
  { logits, lengths }: Outcomes,
  types: Uint8Array,
  typeCount: number,
  resamples: readonly ArrayLike<number>[],
  { maxQuestions, minGroup, level }: Pick<AuditSpec, 'maxQuestions' | 'minGroup' | 'level'>,
): TypeFigures | undefined {
  if (typeCount === 2 || questions > maxQuestions) return undefined;
  const people = Uint32Array.from(types.keys()).filter((person) => lengths[person]! >= questions);
  if (!enoughPeople(people, types, typeCount, minGroup)) return undefined;
  const at = (person: number) => (person * (maxQuestions + 1) + questions) * typeCount;
  const confusion = Array.from({ length: typeCount }, () => new Array<number>(typeCount).fill(0));
  for (const person of people) {
    const named = largestAt(logits.subarray(at(person), at(person) + typeCount));
    confusion[types[person]!]![named]!++;
  }
  const rankings = confusion.map((_, type) =>
    rank(
      people,
      (person) => logits[at(person) + type]!,
      (person) => types[person] === type,
    ),
  );
  const ones = new Uint8Array(types.length).fill(1);
  const sizes = confusion.map((row) => row.reduce((sum, count) => sum + count, 0));
  const aucs = rankings.map((ranking, type) => {
    const value = weightedAuc(ranking, ones);
    const replicates = Float64Array.from(resamples, (weights) => weightedAuc(ranking, weights));
    return aucEstimate(
      value,
      widened(value, replicates),
      level,
      certaintyError(value, [sizes[type]!, people.length - sizes[type]!]),
    );
  });
  return { contender, questions, users: people.length, aucs, confusion };
}
