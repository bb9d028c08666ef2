/**
 * Paired tests on the same people and the same resamples. Many comparisons find something somewhere: p-values are
 * corrected for their number (Holm).
 */

import { logitsAt, type Outcomes } from '../interviews/outcomes.ts';
import type { Comparison } from '../records/records.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { meanAuc, rankingsOf } from '../statistics/aucStatistic.ts';
import { correctedForNumber, interval, pairedPValue } from '../statistics/bootstrap.ts';
import { enoughPeople } from '../statistics/enoughPeople.ts';
import { foldDependence } from '../statistics/foldDependence.ts';
import { type Resampled, resampled } from '../statistics/resampled.ts';
import type { CurveOutcome } from './curveTask.ts';

/** Two curves to compare. */
interface CurvePair {
  readonly key: Pick<Comparison, 'target' | 'first' | 'second'>;
  readonly curves: readonly [CurveOutcome, CurveOutcome];
}

/** The first figure of one curve minus that of the other, after some numbers of questions that both reach. */
export function curveComparisons(
  pairs: readonly CurvePair[],
  { compareAt, level }: Pick<AuditSpec, 'compareAt' | 'level'>,
): Comparison[] {
  const compared = pairs.flatMap(({ key, curves }) =>
    compareAt.flatMap((length) => {
      const [a, b] = curves.map(({ leads }) => leads[length]);
      if (a === undefined || b === undefined) return [];
      const replicates = a.replicates.map((figure, n) => figure - b.replicates[n]!);
      return [{ ...key, length, ...judged({ value: a.value - b.value, replicates }, level) }];
    }),
  );
  return correctedForNumber(compared);
}

type ComparedSpec = Pick<AuditSpec, 'attribute' | 'compareAt' | 'maxQuestions' | 'level' | 'minGroup'>;

/**
 * The first contender against each of the others. Contenders may not reach the same people (one that knows ratings
 * beforehand has fewer left to ask), so both are judged on those whom both could ask that much.
 */
export function comparisonsOf(
  outcomes: ReadonlyMap<string, Outcomes>,
  types: Uint8Array,
  typeCount: number,
  resamples: readonly ArrayLike<number>[],
  { attribute: target, compareAt, maxQuestions, level, minGroup }: ComparedSpec,
): Comparison[] {
  const [lead, ...others] = [...outcomes];
  if (lead === undefined) return [];
  const [first, own] = lead;
  const compared = others.flatMap(([second, other]) =>
    compareAt.flatMap((questions): Comparison[] => {
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
      return [{ target, length: questions, people: people.length, first, second, ...judged(found![0]!, level) }];
    }),
  );
  return correctedForNumber(compared);
}

function judged({ value, replicates }: Resampled, level: number) {
  return { difference: interval(value, replicates, level), pValue: pairedPValue(value, replicates) };
}
