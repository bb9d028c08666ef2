/**
 * The first contender against each of the others: paired tests on the same people and the same resamples. Contenders
 * may not reach the same people (one that knows ratings beforehand has fewer left to ask), so both are judged on those
 * whom both could ask that much. Many comparisons find something somewhere: p-values are corrected for their number (Holm).
 */

import { logitsAt, type Outcomes } from '../interviews/outcomes.ts';
import type { ContenderComparison } from '../records/records.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { meanAuc, rankingsOf } from '../statistics/aucStatistic.ts';
import { interval, pairedPValue } from '../statistics/bootstrap.ts';
import { correctedForNumber } from '../statistics/correctedForNumber.ts';
import { enoughPeople } from '../statistics/enoughPeople.ts';
import { foldDependence } from '../statistics/foldDependence.ts';

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
  const ones = new Uint8Array(types.length).fill(1);
  const compared = others.flatMap(([second, other]) =>
    compareAt.flatMap((questions): ContenderComparison[] => {
      const people = Uint32Array.from(types.keys()).filter(
        (person) => own.lengths[person]! >= questions && other.lengths[person]! >= questions,
      );
      if (questions > maxQuestions || !enoughPeople(people, types, typeCount, minGroup)) return [];
      const [a, b] = [own, other].map((one) =>
        rankingsOf(people, logitsAt(one, questions, maxQuestions, typeCount), types, typeCount),
      );
      const [aucA, aucB] = [meanAuc(a!, ones), meanAuc(b!, ones)];
      const value = aucA - aucB;
      const factor = foldDependence((aucA + aucB) / 2);
      const differences = Float64Array.from(
        resamples,
        (weights) => value + factor * (meanAuc(a!, weights) - meanAuc(b!, weights) - value),
      );
      const difference = interval(value, differences, level);
      return [{ questions, users: people.length, first, second, difference, pValue: pairedPValue(value, differences) }];
    }),
  );
  return correctedForNumber(compared);
}
