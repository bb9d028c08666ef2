/**
 * Scores of people for each type, by one classifier or several, as log weights:
 *
 *   log weight of type k  =  intercept_k  +  sum over classifiers w of slope_w x score_wk / deviation_w
 *
 * Scores are taken less their mean over the types of a person; the deviation is that over all people and types. Slopes
 * and intercepts maximise the likelihood of the types of people whom the classifiers had not seen, with a penalty of
 * slope^2 / 2 that keeps them finite where the scores separate the types.
 *
 * Of several classifiers each has a slope of its own only where that predicts people better who were left out of the
 * fit, and no slope is negative; otherwise their scores are added 1:1. A slope is never below LEAST: held-out scores of a
 * weak leak can point the wrong way by chance, and turning them round would hide the leak.
 */
import { minimise } from '../logistic/lbfgs.ts';
import { softmaxLoss } from '../logistic/logisticLoss.ts';
import { stratifiedFolds } from './stratifiedFolds.ts';

export interface ScoreWeights {
  readonly types: number;
  /** One per classifier, of scores over their deviation. */
  readonly slopes: readonly number[];
  readonly deviations: readonly number[];
  readonly intercepts: Float64Array;
}

/** One table of scores per classifier: people x types. */
export type ScoreTables = readonly Float64Array[];

const LEAST = 1e-3;
const FOLDS = 5;

export function fitScoreWeights(tables: ScoreTables, positions: ArrayLike<number>, types: number): ScoreWeights {
  const deviations = tables.map((table) => deviationOf(table, types));
  const scaled = tables.map((table, w) => centred(table, types).map((score) => score / deviations[w]!));
  const sum = scaled[0]!.map((_, at) => scaled.reduce((total, table) => total + table[at]!, 0));
  const everyone = Uint32Array.from({ length: positions.length }, (_, n) => n);
  const own = fitSlopes(scaled, positions, types, everyone);
  const separate =
    scaled.length > 1 &&
    own.slopes.every((slope) => slope > 0) &&
    lossLeftOut(scaled, positions, types) < lossLeftOut([sum], positions, types);
  if (separate) return { types, deviations, ...own };
  const common = fitSlopes([sum], positions, types, everyone);
  const slope = Math.max(LEAST, common.slopes[0]!);
  return { types, deviations, intercepts: common.intercepts, slopes: tables.map(() => slope) };
}

/** Log weights (people x types) of other people from their scores. */
export function weighScores(
  { types, slopes, deviations, intercepts }: ScoreWeights,
  tables: ScoreTables,
): Float64Array {
  const logWeights = new Float64Array(tables[0]!.length);
  for (const [w, table] of tables.entries()) {
    const scores = centred(table, types);
    for (let at = 0; at < scores.length; at++) logWeights[at]! += (slopes[w]! * scores[at]!) / deviations[w]!;
  }
  for (let at = 0; at < logWeights.length; at++) logWeights[at]! += intercepts[at % types]!;
  return logWeights;
}

function centred(table: Float64Array, types: number): Float64Array {
  const result = Float64Array.from(table);
  for (let at = 0; at < table.length; at += types) {
    let mean = 0;
    for (let k = 0; k < types; k++) mean += table[at + k]! / types;
    for (let k = 0; k < types; k++) result[at + k]! -= mean;
  }
  return result;
}

/** About the mean of each type; 1 where all scores are alike. */
function deviationOf(table: Float64Array, types: number): number {
  const scores = centred(table, types);
  const people = scores.length / types;
  const means = new Float64Array(types);
  for (let at = 0; at < scores.length; at++) means[at % types]! += scores[at]! / people;
  let square = 0;
  for (let at = 0; at < scores.length; at++) square += (scores[at]! - means[at % types]!) ** 2 / scores.length;
  return square > 0 ? Math.sqrt(square) : 1;
}

interface Slopes {
  readonly slopes: number[];
  readonly intercepts: Float64Array;
}

function fitSlopes(tables: ScoreTables, positions: ArrayLike<number>, types: number, some: Uint32Array): Slopes {
  const count = tables.length;
  const logits = new Float64Array(types);
  const spread = (1 - 1 / types) / types;
  const { point } = minimise(
    (at, gradient) => {
      gradient.fill(0);
      let loss = 0;
      for (let w = 0; w < count; w++) {
        loss += at[w]! ** 2 / 2;
        gradient[w] = at[w]!;
      }
      // The intercepts are determined up to a common shift: a small penalty fixes it.
      for (let k = 0; k < types; k++) {
        loss += (1e-6 * at[count + k]! ** 2) / 2;
        gradient[count + k] = 1e-6 * at[count + k]!;
      }
      for (const person of some) {
        logitsOf(tables, person, types, at, at.subarray(count), logits);
        loss += softmaxLoss(logits, positions[person]!);
        for (let k = 0; k < types; k++) {
          gradient[count + k]! += logits[k]!;
          for (let w = 0; w < count; w++) gradient[w]! += logits[k]! * tables[w]![person * types + k]!;
        }
      }
      return loss;
    },
    new Float64Array(count + types),
    { tolerance: 1e-6, maxIterations: 200, curvature: new Float64Array(count + types).fill(1 + spread * some.length) },
  );
  return { slopes: [...point.subarray(0, count)], intercepts: point.slice(count) };
}

function logitsOf(
  tables: ScoreTables,
  person: number,
  types: number,
  slopes: ArrayLike<number>,
  intercepts: ArrayLike<number>,
  logits: Float64Array,
): void {
  for (let k = 0; k < types; k++) {
    logits[k] = intercepts[k]!;
    for (let w = 0; w < tables.length; w++) logits[k]! += slopes[w]! * tables[w]![person * types + k]!;
  }
}

/** The log loss of people left out of the fit, fold by fold. */
function lossLeftOut(tables: ScoreTables, positions: ArrayLike<number>, types: number): number {
  const foldOf = stratifiedFolds(positions, types, FOLDS);
  const logits = new Float64Array(types);
  let loss = 0;
  for (let fold = 0; fold < FOLDS; fold++) {
    const everyone = foldOf.map((_, person) => person);
    const fit = fitSlopes(
      tables,
      positions,
      types,
      everyone.filter((person) => foldOf[person] !== fold),
    );
    for (const person of everyone.filter((other) => foldOf[other] === fold)) {
      logitsOf(tables, person, types, fit.slopes, fit.intercepts, logits);
      loss += softmaxLoss(logits, positions[person]!);
    }
  }
  return loss;
}
