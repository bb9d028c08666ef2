/**
 * Paired tests on the same people and the same resamples. Many comparisons find something somewhere: p-values are
 * corrected for their number (Holm).
 */

import { logitsAt, type Outcomes } from '../interviews/outcomes.ts';
import type { ContenderComparison, Estimate } from '../records/records.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { meanAuc, rankingsOf } from '../statistics/aucStatistic.ts';
import { correctedForNumber, interval, pairedPValue } from '../statistics/bootstrap.ts';
import { enoughPeople } from '../statistics/enoughPeople.ts';
import { foldDependence } from '../statistics/foldDependence.ts';
import { type Resampled, resampled } from '../statistics/resampled.ts';
import type { CurveOutcome } from './curveTask.ts';

/** Two curves to compare; what tells the pair from others is part of what is found. */
interface CurvePair<Key> {
  readonly key: Key;
  readonly curves: readonly [CurveOutcome, CurveOutcome];
}

/** The first figure of one curve minus that of the other, after some numbers of questions that both reach. */
export function curveComparisons<Key>(
  pairs: readonly CurvePair<Key>[],
  { compareAt, level }: Pick<AuditSpec, 'compareAt' | 'level'>,
): ({ readonly questions: number; readonly difference: Estimate; readonly pValue: number } & Key)[] {
  const compared = pairs.flatMap(({ key, curves }) =>
    compareAt.flatMap((questions) => {
      const [a, b] = curves.map(({ leads }) => leads[questions]);
      if (a === undefined || b === undefined) return [];
      const replicates = a.replicates.map((figure, n) => figure - b.replicates[n]!);
      return [{ questions, ...key, ...judged({ value: a.value - b.value, replicates }, level) }];
    }),
  );
  return correctedForNumber(compared);
}

/**
 * The first contender against each of the others. Contenders may not reach the same people (one that knows ratings
 * beforehand has fewer left to ask), so both are judged on those whom both could ask that much.
 */
export function comparisonsOf(
  outcomes: ReadonlyMap<string, Outcomes>,
  types: Uint8Array,
  typeCount: number,
  resamples: readonly ArrayLike<number>[],
  { compareAt, maxQuestions, level, minGroup }: Pick<AuditSpec, 'compareAt' | 'maxQuestions' | 'level' | 'minGroup'>,
): ContenderComparison[] {
  const [lead, ...others] = [...outcomes];
  if (lead === undefined) return [];
  const [first, own] = lead;
  const compared = others.flatMap(([second, other]) =>
    compareAt.flatMap((questions): ContenderComparison[] => {
      const people = Uint32Array.from(types.keys()).filter(
        (person) => own.lengths[person]! >= questions && other.lengths[person]! >= questions,
      );
      if (questions > maxQuestions || !enoughPeople(people, types, typeCount, minGroup)) return [];
      const [a, b] = [own, other].map((one) =>
        rankingsOf(people, logitsAt(one, questions, maxQuestions, typeCount), types, typeCount),
      );
      const measure = (weights: ArrayLike<number>) => {
        const [aucA, aucB] = [meanAuc(a!, weights), meanAuc(b!, weights)];
        return [aucA - aucB, (aucA + aucB) / 2];
      };
      const [found] = resampled([measure], types.length, resamples, ([, mean]) => foldDependence(mean!));
      return [{ questions, users: people.length, first, second, ...judged(found![0]!, level) }];
    }),
  );
  return correctedForNumber(compared);
}

function judged({ value, replicates }: Resampled, level: number) {
  return { difference: interval(value, replicates, level), pValue: pairedPValue(value, replicates) };
}
