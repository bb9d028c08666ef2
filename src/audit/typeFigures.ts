/** With more than two types: who is taken for whom, and how well each type is told from the rest. */
import { largestAt } from '../numeric/index.ts';
import { rank, weightedAuc } from './auc.ts';
import { interval, resampleWeights } from './bootstrap.ts';
import type { Outcomes } from './outcomes.ts';
import type { TypeFigures } from './records.ts';
import type { AuditSpec } from './spec.ts';

/** Fewer people than this give no figure worth drawing. */
const FEWEST = 20;

export function typeFiguresAt(
  contender: string,
  questions: number,
  { logits, lengths }: Outcomes,
  types: Uint8Array,
  typeCount: number,
  { maxQuestions, resamples, level, seed }: AuditSpec,
): TypeFigures | undefined {
  if (typeCount === 2 || questions > maxQuestions) return undefined;
  const people = Uint32Array.from(types.keys()).filter((person) => lengths[person]! >= questions);
  if (people.length < FEWEST) return undefined;
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
  const replicates = rankings.map(() => new Float64Array(resamples));
  for (let b = 0; b < resamples; b++) {
    const weights = resampleWeights(types.length, seed, b);
    for (const [type, ranking] of rankings.entries()) replicates[type]![b] = weightedAuc(ranking, weights);
  }
  const ones = new Float64Array(types.length).fill(1);
  const aucs = rankings.map((ranking, type) => interval(weightedAuc(ranking, ones), replicates[type]!, level));
  return { contender, questions, users: people.length, aucs, confusion };
}
