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
 * fit; otherwise their scores are added 1:1. No slope is negative: who says nothing points the wrong way by chance half of
 * the time, and is left out where the others predict better alone. Added 1:1, its noise would drown what they say. The
 * slope of a sum is never below LEAST: held-out scores of a weak leak can point the wrong way by chance, and turning them
 * round would hide the leak.
 */
import { fitSlopes, lossesLeftOut, type ScoreTables } from './scoreSlopes.ts';

export interface ScoreWeights {
  readonly types: number;
  /** One per classifier, of scores over their deviation. */
  readonly slopes: readonly number[];
  readonly deviations: readonly number[];
  readonly intercepts: Float64Array;
}

const LEAST = 1e-3;
/** In standard errors of the difference, person by person. */
const CLEARLY = 2;

export function fitScoreWeights(tables: ScoreTables, positions: ArrayLike<number>, types: number): ScoreWeights {
  const deviations = tables.map((table) => deviationOf(table, types));
  const scaled = tables.map((table, w) => centred(table, types).map((score) => score / deviations[w]!));
  const sum = scaled[0]!.map((_, at) => scaled.reduce((all, table) => all + table[at]!, 0));
  const everyone = Uint32Array.from({ length: positions.length }, (_, n) => n);
  const useful = usefulOf(scaled, positions, types, everyone);
  const some = useful.map((w) => scaled[w]!);
  const separate =
    scaled.length > 1 &&
    some.length > 0 &&
    total(lossesLeftOut(some, positions, types)) < total(lossesLeftOut([sum], positions, types));
  if (separate) {
    const { slopes, intercepts } = fitSlopes(some, positions, types, everyone);
    return { types, deviations, intercepts, slopes: tables.map((_, w) => slopes[useful.indexOf(w)] ?? 0) };
  }
  const common = fitSlopes([sum], positions, types, everyone);
  const slope = Math.max(LEAST, common.slopes[0]!);
  return { types, deviations, intercepts: common.intercepts, slopes: tables.map(() => slope) };
}

/** Those with a positive slope, without the others. */
function usefulOf(tables: ScoreTables, positions: ArrayLike<number>, types: number, everyone: Uint32Array): number[] {
  const useful = [...tables.keys()];
  for (;;) {
    const { slopes } = fitSlopes(
      useful.map((w) => tables[w]!),
      positions,
      types,
      everyone,
    );
    const left = useful.filter((_, at) => slopes[at]! > 0);
    if (left.length === useful.length || left.length === 0) return left;
    useful.splice(0, useful.length, ...left);
  }
}

/**
 * The same with the scores of one classifier more, which takes part only where that clearly predicts people better who
 * were left out of the fit; otherwise its slope is 0 and nothing changes. The classifiers before keep their proportions, and
 * give way altogether where their scores would be turned round. `tables` and `extra` are of the same people.
 */
export function withExtraScores(
  weights: ScoreWeights,
  tables: ScoreTables,
  extra: Float64Array,
  positions: ArrayLike<number>,
): ScoreWeights {
  const { types } = weights;
  const without = { ...weights, slopes: [...weights.slopes, 0], deviations: [...weights.deviations, 1] };
  const before = centred(weighScores(weights, tables), types);
  const deviation = deviationOf(extra, types);
  const scaled = centred(extra, types).map((score) => score / deviation);
  const everyone = Uint32Array.from({ length: positions.length }, (_, n) => n);
  const both = fitSlopes([before, scaled], positions, types, everyone);
  const used = both.slopes[0]! > 0 ? [before, scaled] : [scaled];
  const { slopes, intercepts } = used.length === 2 ? both : fitSlopes(used, positions, types, everyone);
  const own = slopes.at(-1)!;
  if (!(own > 0)) return without;
  const losses = lossesLeftOut(used, positions, types);
  const gains = lossesLeftOut([before], positions, types).map((loss, n) => loss - losses[n]!);
  const mean = total(gains) / gains.length;
  const error = Math.sqrt(total(gains.map((gain) => (gain - mean) ** 2)));
  if (!(total(gains) > CLEARLY * error)) return without;
  const factor = used.length === 2 ? slopes[0]! : 0;
  const constants = centred(weights.intercepts, types);
  return {
    types,
    slopes: [...weights.slopes.map((slope) => factor * slope), own],
    deviations: [...weights.deviations, deviation],
    intercepts: intercepts.map((intercept, type) => intercept + factor * constants[type]!),
  };
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

function total(values: Float64Array): number {
  return values.reduce((all, value) => all + value, 0);
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
