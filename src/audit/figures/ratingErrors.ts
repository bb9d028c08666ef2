/**
 * What the questions are worth to the recommender: root mean squared error of held-out ratings predicted from the
 * answers so far, beside that of the item means, which need no answers.
 */

import { type Outcomes, pointsOf } from '../interviews/outcomes.ts';
import type { Finding } from '../records/finding.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { interval } from '../statistics/bootstrap.ts';
import { resampled } from '../statistics/resampled.ts';

/** Fewer people than this say too little. */
const FEWEST = 20;

export function ratingErrorFindings(
  attacker: string,
  outcomes: Outcomes,
  spec: AuditSpec,
  resamples: readonly ArrayLike<number>[],
): Finding[] {
  const count = pointsOf(spec);
  const found: Finding[] = [];
  for (let point = 0; point < count; point++) {
    const questions = point * spec.ratingErrorEvery;
    const people = Array.from(outcomes.lengths.keys()).filter(
      (person) => outcomes.lengths[person]! >= questions && outcomes.heldOut[person * count + point]! > 0,
    );
    if (people.length < FEWEST) break;
    found.push({
      target: spec.attribute,
      exposure: 'questions',
      length: questions,
      attacker,
      variant: 'real',
      people: people.length,
      ...errorsAt(point, count, people, outcomes, resamples, spec.level),
    });
  }
  return found;
}

function errorsAt(
  point: number,
  points: number,
  people: readonly number[],
  outcomes: Outcomes,
  resamples: readonly ArrayLike<number>[],
  level: number,
) {
  /** Of the predictions, of the item means, and the one less the other. */
  const errors = (weights: ArrayLike<number>) => {
    let [squares, ofMeans, ratings] = [0, 0, 0];
    for (const person of people) {
      const at = person * points + point;
      squares += weights[person]! * outcomes.squaredErrors[at]!;
      ofMeans += weights[person]! * outcomes.meanErrors[at]!;
      ratings += weights[person]! * outcomes.heldOut[at]!;
    }
    const [rmse, itemMeans] = [Math.sqrt(squares / ratings), Math.sqrt(ofMeans / ratings)];
    return [rmse, itemMeans, rmse - itemMeans] as const;
  };
  const [found] = resampled([errors], outcomes.lengths.length, resamples);
  const [rmse, itemMeans, overItemMeans] = found!.map(({ value, replicates }) => interval(value, replicates, level));
  return { rmse: rmse!, rmseItemMeans: itemMeans!, rmseOverItemMeans: overItemMeans! };
}
