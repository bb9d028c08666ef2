/**
 * From the outcomes of one strategy to its curve: every figure after every question, with intervals from resampled
 * people. Heavy (people x questions x resamples), so it is a task of its own.
 */
import { defineTask, normalQuantile } from '../../maths/index.ts';
import type { NumericOutcomes } from '../interviews/outcomes.ts';
import type { Cohort } from '../records/records.ts';
import { interval, resampleWeights, simultaneousBand } from '../statistics/bootstrap.ts';
import { numberDependence } from '../statistics/foldDependence.ts';
import { blindHalfWithin, byError, type Guesses, halfWithin, measureGuesses, weightedMean } from './numericFigures.ts';
import type { NumericPoint } from './numericRecords.ts';
import type { NumericAuditSpec } from './numericSpec.ts';

export interface NumericCurveUnit extends Omit<Guesses, 'people' | 'guess'> {
  readonly outcomes: NumericOutcomes;
  readonly cohort: Cohort;
  readonly spec: Pick<NumericAuditSpec, 'maxQuestions' | 'coverage' | 'resamples' | 'level' | 'seed'>;
}

export interface NumericCurveOutcome {
  readonly points: readonly NumericPoint[];
  /** Mean absolute error of each resample at each point: what paired tests subtract. */
  readonly maeReplicates: readonly Float64Array[];
}

/** Fewer people than this give no figure worth drawing. */
export const FEWEST_PEOPLE = 20;

const METRICS = ['mae', 'rmse', 'r2', 'coverage', 'halfWithin'] as const;

interface PreparedPoint extends Guesses {
  readonly questions: number;
  /** 1 where the stated interval holds the number. */
  readonly inside: (person: number) => number;
  readonly width: (person: number) => number;
  readonly ordered: Uint32Array;
}

export const numericCurveTask = defineTask<NumericCurveUnit, NumericCurveOutcome>('numeric-curve', (unit) => {
  const { resamples, level, seed, maxQuestions } = unit.spec;
  const everyone = unit.truth.length;
  const prepared: PreparedPoint[] = [];
  for (let question = 0; question <= maxQuestions; question++) {
    const point = prepare(unit, question);
    if (point.people.length < FEWEST_PEOPLE) break;
    prepared.push(point);
  }
  const replicates = prepared.map(() => METRICS.map(() => new Float64Array(resamples)));
  const figuresOf = (point: PreparedPoint, weights: ArrayLike<number>) => {
    const { mae, rmse, r2 } = measureGuesses(point, weights);
    const inside = weightedMean(point.people, point.inside, weights);
    return [mae, rmse, r2, inside, halfWithin(point.ordered, point, point.guess, weights)];
  };
  for (let b = 0; b < resamples; b++) {
    const weights = resampleWeights(everyone, seed, b, unit.clusters);
    for (const [q, point] of prepared.entries()) {
      for (const [m, value] of figuresOf(point, weights).entries()) replicates[q]![m]![b] = value;
    }
  }
  const ones = new Float64Array(everyone).fill(1);
  const values = prepared.map((point) => figuresOf(point, ones));
  for (const [q, metrics] of replicates.entries()) {
    for (const [m, list] of metrics.entries()) {
      const value = values[q]![m]!;
      const factor = numberDependence(values[q]![2]!);
      for (let b = 0; b < list.length; b++) list[b] = value + factor * (list[b]! - value);
    }
  }
  const banded = (m: number) =>
    simultaneousBand(
      values.map((figures) => figures[m]!),
      replicates.map((metrics) => metrics[m]!),
      level,
    );
  const [mae, r2] = [banded(0), banded(2)];
  const points = prepared.map((point, q): NumericPoint => {
    const { blindMean, blindMedian } = measureGuesses(point, ones);
    const estimate = (m: number) => interval(values[q]![m]!, replicates[q]![m]!, level);
    return {
      questions: point.questions,
      users: point.people.length,
      mae: mae[q]!,
      rmse: estimate(1),
      r2: r2[q]!,
      coverage: estimate(3),
      width: weightedMean(point.people, point.width, ones),
      blind: { mean: blindMean, median: blindMedian, halfWithin: blindHalfWithin(point, ones) },
      halfWithin: estimate(4),
    };
  });
  return { points, maeReplicates: replicates.map((metrics) => metrics[0]!) };
});

function prepare(unit: NumericCurveUnit, questions: number): PreparedPoint {
  const { outcomes, cohort, spec, truth, bounded, blindMeans, blindMedians } = unit;
  const least = cohort === 'fixed' ? spec.maxQuestions : questions;
  const people = Uint32Array.from(truth.keys()).filter((person) => outcomes.lengths[person]! >= least);
  const z = normalQuantile((1 + spec.coverage) / 2);
  const at = (person: number) => person * (spec.maxQuestions + 1) + questions;
  const guess = (person: number) => outcomes.means[at(person)]!;
  const reach = (person: number) => z * outcomes.deviations[at(person)]!;
  return {
    questions,
    people,
    ordered: byError({ people, truth }, guess),
    truth,
    bounded,
    blindMeans,
    blindMedians,
    guess,
    inside: (person) => Number(Math.abs(truth[person]! - guess(person)) <= reach(person)),
    width: (person) => 2 * reach(person),
  };
}
