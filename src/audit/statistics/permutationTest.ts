/**
 * Is there any leak at all? A ridge regression of the labels on what people rated, against the same regression of
 * labels dealt out anew. The regression predicts the people of fold k by an operator that contains no labels,
 *
 *     scores_k = F_k (F'F - F_k'F_k + lambda I)^-1 (F'y - F_k'y_k),                                  [eq:permutation]
 *
 * so that hundreds of label vectors are columns of one matrix product, and the test costs about as much as one more
 * attacker. Labels are dealt out within each fold: a shuffle keeps the folds and each group's share of them. The ridge
 * is not chosen on the real labels: within every shuffle, as for the real labels, the best of a grid counts. So the
 * p-value is valid whatever the data; it is that of this attacker, not of any.
 *
 *   F   people x r: what was rated and the ratings less their item's mean, as they are or as leading singular
 *       directions where there are many items; columns standardised, made without labels from everybody's ratings
 *   y   people x (K x shuffles): 1 for a person of the group, 0 otherwise; one column for two groups
 */
import type { SparseRows } from '../../inference/index.ts';
import { choleskyFactor, choleskySolve, defineTask, derive } from '../../maths/index.ts';
import type { PermutationTest } from '../records/records.ts';
import { aucOfScores } from './aucOfScores.ts';
import { type HistoryFactors, historyFactors } from './historyFactors.ts';

export interface PermutationUnit {
  readonly histories: SparseRows;
  readonly types: Uint8Array;
  readonly typeCount: number;
  readonly folds: Uint16Array;
  readonly foldCount: number;
  readonly shuffles: number;
  readonly seed: number;
}

/** Ridges, for each training person and standardised column. */
const RIDGES = [0.03, 0.3, 3];

/** Label vectors that are solved for at once. */
const CHUNK = 64;

export const permutationTask = defineTask<PermutationUnit, PermutationTest>('audit-permutation', (unit) => {
  const factors = historyFactors(unit.histories, unit.seed);
  const found = new Float64Array(unit.shuffles + 1);
  for (let from = 0; from <= unit.shuffles; from += CHUNK) {
    const labels = [];
    for (let n = from; n < Math.min(from + CHUNK, unit.shuffles + 1); n++) labels.push(dealt(unit, n));
    found.set(bestAucs(factors, labels, unit), from);
  }
  const [auc, ...nulls] = found;
  const atLeast = nulls.filter((value) => value >= auc!).length;
  return {
    attacker: 'ridge',
    features: factors.kind,
    dimensions: factors.width,
    shuffles: unit.shuffles,
    auc: auc!,
    shuffledMean: nulls.reduce((sum, value) => sum + value, 0) / nulls.length,
    pValue: (1 + atLeast) / (1 + unit.shuffles),
  };
});

/** The labels themselves (number 0), or a shuffle of them within each fold. */
export function dealt(
  { types, folds, foldCount, seed }: Pick<PermutationUnit, 'types' | 'folds' | 'foldCount' | 'seed'>,
  number: number,
): Uint8Array {
  const labels = types.slice();
  if (number === 0) return labels;
  const stream = derive(seed, 'permutation', number);
  for (let fold = 0; fold < foldCount; fold++) {
    const people = [...folds.keys()].filter((person) => folds[person] === fold);
    const values = stream.shuffle(people.map((person) => types[person]!));
    for (const [n, person] of people.entries()) labels[person] = values[n]!;
  }
  return labels;
}

/** Of each label vector, the AUC of the ridge that serves it best. */
export function bestAucs(
  { values, width, people }: HistoryFactors,
  labels: readonly Uint8Array[],
  { typeCount, folds, foldCount }: Pick<PermutationUnit, 'typeCount' | 'folds' | 'foldCount'>,
): Float64Array {
  const groups = typeCount === 2 ? [1] : Array.from({ length: typeCount }, (_, type) => type);
  const columns = labels.length * groups.length;
  const inFold = Array.from({ length: foldCount }, () => [] as number[]);
  for (let person = 0; person < people; person++) inFold[folds[person]!]!.push(person);
  const parts = inFold.map((members) => momentsOf(values, width, members, labels, groups));
  const gram = sumOf(parts.map((part) => part.gram));
  const moment = sumOf(parts.map((part) => part.moment));
  const best = new Float64Array(labels.length);
  const scores = new Float64Array(people * columns);
  for (const ridge of RIDGES) {
    for (const [fold, members] of inFold.entries()) {
      const system = gram.map((value, at) => value - parts[fold]!.gram[at]!);
      for (let k = 0; k < width; k++) system[k * width + k]! += ridge * (people - members.length);
      // A positive ridge plus a sum of squares: always positive definite.
      choleskyFactor(system, width);
      const weights = new Float64Array(width * columns);
      const column = new Float64Array(width);
      for (let c = 0; c < columns; c++) {
        for (let k = 0; k < width; k++) column[k] = moment[k * columns + c]! - parts[fold]!.moment[k * columns + c]!;
        choleskySolve(system, width, column);
        for (let k = 0; k < width; k++) weights[k * columns + c] = column[k]!;
      }
      for (const person of members) {
        const row = scores.subarray(person * columns, (person + 1) * columns).fill(0);
        for (let k = 0; k < width; k++) {
          const value = values[person * width + k]!;
          const from = k * columns;
          for (let c = 0; c < columns; c++) row[c]! += value * weights[from + c]!;
        }
      }
    }
    for (const [n, own] of labels.entries()) {
      let sum = 0;
      for (const [g, group] of groups.entries()) {
        const at = n * groups.length + g;
        sum += aucOfScores(
          people,
          (person) => scores[person * columns + at]!,
          (person) => own[person] === group,
        );
      }
      best[n] = Math.max(best[n]!, sum / groups.length);
    }
  }
  return best;
}

/** F'F (width x width) and F'y (width x columns) of some people. */
function momentsOf(
  values: Float64Array,
  width: number,
  members: readonly number[],
  labels: readonly Uint8Array[],
  groups: readonly number[],
) {
  const columns = labels.length * groups.length;
  const gram = new Float64Array(width * width);
  const moment = new Float64Array(width * columns);
  const label = new Float64Array(columns);
  for (const person of members) {
    const row = values.subarray(person * width, (person + 1) * width);
    for (const [n, own] of labels.entries()) {
      for (const [g, group] of groups.entries()) label[n * groups.length + g] = own[person] === group ? 1 : 0;
    }
    for (let k = 0; k < width; k++) {
      const value = row[k]!;
      for (let m = 0; m < width; m++) gram[k * width + m]! += value * row[m]!;
      for (let c = 0; c < columns; c++) moment[k * columns + c]! += value * label[c]!;
    }
  }
  return { gram, moment };
}

function sumOf(parts: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(parts[0]!.length);
  for (const part of parts) for (let at = 0; at < sum.length; at++) sum[at]! += part[at]!;
  return sum;
}
