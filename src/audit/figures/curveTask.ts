/**
 * From the outcomes of one contender to its curves: every metric after every question, for both cohorts, with intervals
 * from resampled people. Heavy (people x questions x resamples), so it is a task of its own.
 */
import { defineTask, largestAt } from '../../maths/index.ts';
import { logitsAt, type Outcomes } from '../interviews/outcomes.ts';
import type { Cohort, CurvePoint } from '../records/records.ts';
import type { Ranking } from '../statistics/auc.ts';
import { aucEstimate, certaintyError } from '../statistics/aucInterval.ts';
import { meanAuc, rankingsOf, unitsByType } from '../statistics/aucStatistic.ts';
import { interval, resampleWeights, simultaneousBand } from '../statistics/bootstrap.ts';
import { enoughPeople } from '../statistics/enoughPeople.ts';
import { foldDependence } from '../statistics/foldDependence.ts';
import { shareEstimate } from '../statistics/shareInterval.ts';

export interface CurveUnit {
  /** One for real labels; of shuffled ones as many as there are shuffles, and every figure is the mean over them. */
  readonly runs: readonly CurveRun[];
  readonly typeCount: number;
  readonly maxQuestions: number;
  readonly minGroup: number;
  readonly cohort: Cohort;
  readonly resamples: number;
  readonly level: number;
  readonly seed: number;
  /** Who belongs together is resampled together. */
  readonly clusters?: Uint32Array | undefined;
}

export interface CurveRun {
  readonly outcomes: Pick<Outcomes, 'logits' | 'lengths'>;
  /** Type of each person. */
  readonly types: Uint8Array;
}

export interface CurveOutcome {
  readonly points: readonly CurvePoint[];
  /** AUC of each resample at each point. */
  readonly aucReplicates: readonly Float64Array[];
}

export const curveTask = defineTask<CurveUnit, CurveOutcome>('audit-curve', (unit) => {
  const people = unit.runs[0]!.types.length;
  const prepared: (readonly PreparedPoint[])[] = [];
  for (let question = 0; question <= unit.maxQuestions; question++) {
    const points = unit.runs.map((run) => preparePoint(unit, run, question));
    if (!points.every((point) => point !== undefined)) break;
    prepared.push(points);
  }
  const measureAll = (weights: Float64Array) =>
    prepared.map((points) => meanOf(points.map((point) => measure(point, weights))));
  const values = measureAll(new Float64Array(people).fill(1));
  const replicates = prepared.map(() => metrics.map(() => new Float64Array(unit.resamples)));
  for (let b = 0; b < unit.resamples; b++) {
    for (const [q, measured] of measureAll(resampleWeights(people, unit.seed, b, unit.clusters)).entries()) {
      const factor = foldDependence(values[q]![0]!);
      for (const [m, value] of measured.entries()) {
        replicates[q]![m]![b] = values[q]![m]! + factor * (value - values[q]![m]!);
      }
    }
  }
  const aucReplicates = replicates.map((point) => point[0]!);
  const bands = simultaneousBand(
    values.map(([auc]) => auc!),
    aucReplicates,
    unit.level,
  );
  const points = prepared.map((runs, q): CurvePoint => {
    const loss = (m: number) => notBelowZero(interval(values[q]![m]!, replicates[q]![m]!, unit.level));
    const { question, people } = runs[0]!;
    const counts = unitsByType(people, unit.runs[0]!.types, unit.typeCount, unit.clusters);
    const auc = aucEstimate(values[q]![0]!, aucReplicates[q]!, unit.level, certaintyError(values[q]![0]!, counts));
    const mean = (name: 'calibrationError' | 'confidence') =>
      runs.reduce((sum, point) => sum + point[name], 0) / runs.length;
    const { bandLow, bandHigh } = bands[q]!;
    return {
      questions: question,
      users: people.length,
      // A band around the whole curve is nowhere narrower than the interval of one point.
      auc: {
        ...auc,
        bandLow: Math.max(0, Math.min(auc.low, bandLow)),
        bandHigh: Math.min(1, Math.max(auc.high, bandHigh)),
      },
      accuracy: shareEstimate(values[q]![1]!, replicates[q]![1]!, unit.level, runs.length * people.length),
      logLoss: loss(2),
      brier: loss(3),
      calibrationError: mean('calibrationError'),
      confidence: mean('confidence'),
    };
  });
  return { points, aucReplicates };
});

/** Widening must not carry a loss below 0. */
function notBelowZero<E extends { readonly low: number }>(estimate: E): E {
  return { ...estimate, low: Math.max(0, estimate.low) };
}

function meanOf(rows: readonly (readonly number[])[]): number[] {
  return rows[0]!.map((_, m) => rows.reduce((sum, row) => sum + row[m]!, 0) / rows.length);
}

const metrics = ['auc', 'accuracy', 'logLoss', 'brier'] as const;

interface PreparedPoint {
  readonly question: number;
  readonly people: Uint32Array;
  /** One ranking per type against the rest; a single one for two types. */
  readonly rankings: readonly Ranking[];
  /** Per person of the cohort: right or not, -log p(true), Brier score. */
  readonly right: Float64Array;
  readonly logLoss: Float64Array;
  readonly brier: Float64Array;
  readonly calibrationError: number;
  readonly confidence: number;
}

function preparePoint(unit: CurveUnit, { outcomes, types }: CurveRun, question: number): PreparedPoint | undefined {
  const { typeCount, maxQuestions, minGroup, cohort } = unit;
  const least = cohort === 'fixed' ? maxQuestions : question;
  const people = Uint32Array.from(types.keys()).filter((person) => outcomes.lengths[person]! >= least);
  if (!enoughPeople(people, types, typeCount, minGroup)) return undefined;
  const logitOf = logitsAt(outcomes, question, maxQuestions, typeCount);
  const judged = judge(
    people,
    (person) => Float64Array.from({ length: typeCount }, (_, t) => logitOf(person, t)),
    types,
  );
  return { question, people, rankings: rankingsOf(people, logitOf, types, typeCount), ...judged };
}

/** Scores of single people from their logits; shared with the full-history table. */
export function judge(people: Uint32Array, logitsOf: (person: number) => Float64Array, types: ArrayLike<number>) {
  const right = new Float64Array(people.length);
  const logLoss = new Float64Array(people.length);
  const brier = new Float64Array(people.length);
  const confidences = new Float64Array(people.length);
  for (const [n, person] of people.entries()) {
    const logits = logitsOf(person);
    const truth = types[person]!;
    const best = largestAt(logits);
    right[n] = best === truth ? 1 : 0;
    // -log p = log(1 + exp(-logit)), without overflow.
    const own = logits[truth]!;
    logLoss[n] = Math.log1p(Math.exp(-Math.abs(own))) + Math.max(0, -own);
    for (let t = 0; t < logits.length; t++)
      brier[n] = brier[n]! + (probability(logits[t]!) - (t === truth ? 1 : 0)) ** 2;
    confidences[n] = probability(logits[best]!);
  }
  const confidence = confidences.reduce((sum, value) => sum + value, 0) / people.length;
  return { right, logLoss, brier, confidence, confidences, calibrationError: calibrationError(confidences, right) };
}

export function probability(logit: number): number {
  return logit >= 0 ? 1 / (1 + Math.exp(-logit)) : Math.exp(logit) / (1 + Math.exp(logit));
}

/** Mean distance between stated confidence and share right, over ten bins of equal mass. */
function calibrationError(confidences: Float64Array, right: Float64Array): number {
  return binsOfEqualMass(confidences, 10).reduce((sum, bin) => {
    const mean = (values: Float64Array) => bin.reduce((total, n) => total + values[n]!, 0) / bin.length;
    return sum + (Math.abs(mean(confidences) - mean(right)) * bin.length) / confidences.length;
  }, 0);
}

/** Positions in ascending order of their value, cut into groups of about equal size; empty groups are left out. */
export function binsOfEqualMass(values: Float64Array, bins: number): number[][] {
  const order = Array.from(values.keys()).sort((a, b) => values[a]! - values[b]!);
  return Array.from({ length: bins }, (_, bin) =>
    order.slice(Math.round((bin * order.length) / bins), Math.round(((bin + 1) * order.length) / bins)),
  ).filter((bin) => bin.length > 0);
}

/** AUC (mean over one against the rest), accuracy, log loss, Brier score of weighted people. */
function measure({ people, rankings, right, logLoss, brier }: PreparedPoint, weights: Float64Array): number[] {
  let [total, rightSum, lossSum, brierSum] = [0, 0, 0, 0];
  for (let n = 0; n < people.length; n++) {
    const weight = weights[people[n]!]!;
    total += weight;
    rightSum += weight * right[n]!;
    lossSum += weight * logLoss[n]!;
    brierSum += weight * brier[n]!;
  }
  return [meanAuc(rankings, weights), rightSum / total, lossSum / total, brierSum / total];
}
