/**
 * From the outcomes of one contender to its curves: every metric after every question, for both cohorts, with intervals
 * from resampled people. Heavy (people x questions x resamples), so it is a task of its own.
 */
import { defineTask, largestAt } from '../numeric/index.ts';
import { type Ranking, rank, weightedAuc } from './auc.ts';
import { interval, resampleWeights, simultaneousBand } from './bootstrap.ts';
import type { Outcomes } from './outcomes.ts';
import type { Cohort, CurvePoint, Variant } from './records.ts';

export interface CurveUnit {
  readonly outcomes: Outcomes;
  /** Type of each person. */
  readonly types: Uint8Array;
  readonly typeCount: number;
  readonly maxQuestions: number;
  readonly cohort: Cohort;
  readonly resamples: number;
  readonly level: number;
  readonly seed: number;
  /** How many times wider than resampled people alone would have it; see `foldDependence`. */
  readonly widening: number;
}

/**
 * Where the labels say nothing, an AUC pooled over folds varies more than resampling people shows. What chance makes of
 * two folds shows twice: when one trains and the other is tested, and the other way round, with the same sign. So each
 * of the k (k - 1) / 2 independent terms enters twice, and the variance is up to twice that of independent people.
 */
export const foldDependence: Readonly<Record<Variant, number>> = { real: 1, shuffled: Math.SQRT2 };

export interface CurveOutcome {
  readonly points: readonly CurvePoint[];
  /** AUC of each resample at each point: what paired tests subtract. */
  readonly aucReplicates: readonly Float64Array[];
}

/** Fewer people than this give no figure worth drawing. */
const FEWEST = 20;

export const curveTask = defineTask<CurveUnit, CurveOutcome>('audit-curve', (unit) => {
  const prepared: PreparedPoint[] = [];
  for (let question = 0; question <= unit.maxQuestions; question++) {
    const point = preparePoint(unit, question);
    if (point === undefined) break;
    prepared.push(point);
  }
  const replicates = prepared.map(() => metrics.map(() => new Float64Array(unit.resamples)));
  for (let b = 0; b < unit.resamples; b++) {
    const weights = resampleWeights(unit.types.length, unit.seed, b);
    for (const [q, point] of prepared.entries()) {
      for (const [m, value] of measure(point, weights).entries()) replicates[q]![m]![b] = value;
    }
  }
  const ones = new Float64Array(unit.types.length).fill(1);
  const values = prepared.map((point) => measure(point, ones));
  for (const [q, point] of replicates.entries()) {
    for (const [m, list] of point.entries()) {
      const value = values[q]![m]!;
      for (let b = 0; b < list.length; b++) list[b] = value + unit.widening * (list[b]! - value);
    }
  }
  const aucReplicates = replicates.map((point) => point[0]!);
  const bands = simultaneousBand(
    values.map(([auc]) => auc!),
    aucReplicates,
    unit.level,
  );
  const points = prepared.map((point, q) => {
    const estimate = (m: number) => interval(values[q]![m]!, replicates[q]![m]!, unit.level);
    const { question, people, calibrationError, confidence } = point;
    const [accuracy, logLoss, brier] = [estimate(1), estimate(2), estimate(3)];
    return {
      questions: question,
      users: people.length,
      auc: bands[q]!,
      accuracy,
      logLoss,
      brier,
      calibrationError,
      confidence,
    };
  });
  return { points, aucReplicates };
});

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

function preparePoint(unit: CurveUnit, question: number): PreparedPoint | undefined {
  const { outcomes, types, typeCount, maxQuestions, cohort } = unit;
  const least = cohort === 'fixed' ? maxQuestions : question;
  const people = Uint32Array.from(types.keys()).filter((person) => outcomes.lengths[person]! >= least);
  if (people.length < FEWEST) return undefined;
  const logit = (person: number, type: number) =>
    outcomes.logits[(person * (maxQuestions + 1) + question) * typeCount + type]!;
  const ranked = typeCount === 2 ? [1] : Array.from({ length: typeCount }, (_, t) => t);
  const judged = judge(people, (person) => Float64Array.from({ length: typeCount }, (_, t) => logit(person, t)), types);
  return {
    question,
    people,
    rankings: ranked.map((type) =>
      rank(
        people,
        (person) => logit(person, type),
        (person) => types[person] === type,
      ),
    ),
    ...judged,
  };
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
  const auc = rankings.reduce((sum, ranking) => sum + weightedAuc(ranking, weights), 0) / rankings.length;
  return [auc, rightSum / total, lossSum / total, brierSum / total];
}
