/** What the questions are worth to the recommender: how well held-out ratings are predicted from the answers so far. */
import { interval, resampleWeights } from './bootstrap.ts';
import { type Outcomes, pointsOf } from './outcomes.ts';
import type { RatingErrorCurve } from './records.ts';
import type { AuditSpec } from './spec.ts';

export function ratingErrorCurve(
  contender: string,
  outcomes: Outcomes,
  spec: AuditSpec,
  typeCount: number,
): RatingErrorCurve {
  const count = pointsOf({ ...spec, types: typeCount });
  const points = [];
  for (let point = 0; point < count; point++) {
    const questions = point * spec.ratingErrorEvery;
    const people = Array.from(outcomes.lengths.keys()).filter(
      (person) => outcomes.lengths[person]! >= questions && outcomes.heldOut[person * count + point]! > 0,
    );
    if (people.length < 20) break;
    const rmse = (weights: ArrayLike<number>) => {
      let [squares, ratings] = [0, 0];
      for (const person of people) {
        squares += weights[person]! * outcomes.squaredErrors[person * count + point]!;
        ratings += weights[person]! * outcomes.heldOut[person * count + point]!;
      }
      return Math.sqrt(squares / ratings);
    };
    const everyone = outcomes.lengths.length;
    const replicates = Float64Array.from({ length: spec.resamples }, (_, b) =>
      rmse(resampleWeights(everyone, spec.seed, b)),
    );
    points.push({
      questions,
      users: people.length,
      rmse: interval(rmse(new Float64Array(everyone).fill(1)), replicates, spec.level),
    });
  }
  return { contender, points };
}
