/** How well groups are told after each number of questions. */
import { logitsAt, type Outcomes } from '../interviews/outcomes.ts';
import { aucEstimate, certaintyError } from '../statistics/aucInterval.ts';
import { meanAuc, rankingsOf, unitsByType } from '../statistics/aucStatistic.ts';
import { interval } from '../statistics/bootstrap.ts';
import { enoughPeople } from '../statistics/enoughPeople.ts';
import { foldDependence } from '../statistics/foldDependence.ts';
import type { Measure, Resampled } from '../statistics/resampled.ts';
import { shareEstimate } from '../statistics/shareInterval.ts';
import type { CurvePoints, CurveSetting } from './curvePoints.ts';
import { judge } from './judge.ts';

export interface GroupTarget {
  readonly about: 'groups';
  /** One for real labels; of shuffled ones as many as there are shuffles, and every figure is the mean over them. */
  readonly runs: readonly GroupRun[];
  readonly typeCount: number;
  readonly minGroup: number;
}

export interface GroupRun {
  readonly outcomes: Pick<Outcomes, 'logits' | 'lengths'>;
  /** Type of each person. */
  readonly types: Uint8Array;
}

interface Prepared {
  readonly people: Uint32Array;
  readonly measure: Measure;
  readonly calibrationError: number;
  readonly confidence: number;
}

export function groupPoints(target: GroupTarget, setting: CurveSetting): CurvePoints {
  const { runs, typeCount } = target;
  const { level, clusters } = setting;
  return {
    everyone: runs[0]!.types.length,
    dependence: ([auc]) => foldDependence(auc!),
    banded: [0],
    at: (questions) => {
      const prepared = runs.map((run) => prepare(run, questions, target, setting));
      if (!prepared.every((one) => one !== undefined)) return undefined;
      const mean = (name: 'calibrationError' | 'confidence') =>
        prepared.reduce((sum, one) => sum + one[name], 0) / runs.length;
      const { people } = prepared[0]!;
      const counts = unitsByType(people, runs[0]!.types, typeCount, clusters);
      return {
        measure: meanOf(prepared.map(({ measure }) => measure)),
        point: ([auc, accuracy, logLoss, brier], [banded]) => {
          const estimate = aucEstimate(auc!.value, auc!.replicates, level, certaintyError(auc!.value, counts));
          const band = banded!.band!;
          const loss = ({ value, replicates }: Resampled) => notBelowZero(interval(value, replicates, level));
          return {
            length: questions,
            people: people.length,
            // A band around the whole curve is nowhere narrower than the interval of one point.
            auc: {
              ...estimate,
              band: {
                low: Math.max(0, Math.min(estimate.low, band.low)),
                high: Math.min(1, Math.max(estimate.high, band.high)),
              },
            },
            accuracy: shareEstimate(accuracy!.value, accuracy!.replicates, level, runs.length * people.length),
            logLoss: loss(logLoss!),
            brier: loss(brier!),
            calibrationError: mean('calibrationError'),
            confidence: mean('confidence'),
          };
        },
      };
    },
  };
}

/** AUC (mean over one against the rest), accuracy, log loss and Brier score of weighted people. */
function prepare(
  { outcomes, types }: GroupRun,
  questions: number,
  { typeCount, minGroup }: GroupTarget,
  { cohort, maxQuestions }: CurveSetting,
): Prepared | undefined {
  const least = cohort === 'fixed' ? maxQuestions : questions;
  const people = Uint32Array.from(types.keys()).filter((person) => outcomes.lengths[person]! >= least);
  if (!enoughPeople(people, types, typeCount, minGroup)) return undefined;
  const logitOf = logitsAt(outcomes, questions, maxQuestions, typeCount);
  const logitsOf = (person: number) => Float64Array.from({ length: typeCount }, (_, type) => logitOf(person, type));
  const { right, logLoss, brier, calibrationError, confidence } = judge(people, logitsOf, types);
  const rankings = rankingsOf(people, logitOf, types, typeCount);
  const measure = (weights: ArrayLike<number>) => {
    let [total, rightSum, lossSum, brierSum] = [0, 0, 0, 0];
    for (let n = 0; n < people.length; n++) {
      const weight = weights[people[n]!]!;
      total += weight;
      rightSum += weight * right[n]!;
      lossSum += weight * logLoss[n]!;
      brierSum += weight * brier[n]!;
    }
    return [meanAuc(rankings, weights), rightSum / total, lossSum / total, brierSum / total];
  };
  return { people, measure, calibrationError, confidence };
}

function meanOf(measures: readonly Measure[]): Measure {
  return (weights) => {
    const rows = measures.map((measure) => measure(weights));
    return rows[0]!.map((_, m) => rows.reduce((sum, row) => sum + row[m]!, 0) / rows.length);
  };
}

/** Widening must not carry a loss below 0. */
function notBelowZero<E extends { readonly low: number }>(estimate: E): E {
  return { ...estimate, low: Math.max(0, estimate.low) };
}
