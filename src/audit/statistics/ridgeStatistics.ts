/**
 * What a ridge regression finds in many label vectors at once (permutationTest.ts says how and why). Folds, groups and
 * ridges share the same few matrices; a label vector more costs a few columns of them.
 */
import { choleskyFactor, choleskySolve } from '../../maths/index.ts';
import { aucOfScores } from './aucOfScores.ts';
import type { HistoryFactors } from './historyFactors.ts';

export interface Dealing {
  readonly typeCount: number;
  readonly folds: Uint16Array;
  readonly foldCount: number;
}

/** An entry for each label vector; AUCs are those of the ridge that serves it best. */
export interface RidgeStatistics {
  /** AUC of people who were not learned from; over several groups the mean of each against the rest. */
  readonly mean: Float64Array;
  /** The largest AUC of a single group, in errors above chance. */
  readonly group: Float64Array;
  /** Share of the labels that is explained of everybody, who were all learned from; with the ridge in the middle. */
  readonly fit: Float64Array;
}

/** Ridges, for each training person and standardised column. */
const RIDGES = [0.03, 0.3, 3];
const MIDDLE = 0.3;

export function ridgeStatistics(
  { values, width, people }: HistoryFactors,
  labels: readonly Uint8Array[],
  { typeCount, folds, foldCount }: Dealing,
): RidgeStatistics {
  const groups = typeCount === 2 ? [1] : Array.from({ length: typeCount }, (_, type) => type);
  const columns = labels.length * groups.length;
  const inFold = Array.from({ length: foldCount }, () => [] as number[]);
  for (let person = 0; person < people; person++) inFold[folds[person]!]!.push(person);
  const parts = inFold.map((members) => momentsOf(values, width, members, labels, groups));
  const gram = sumOf(parts.map((part) => part.gram));
  const moment = sumOf(parts.map((part) => part.moment));
  const mean = new Float64Array(labels.length);
  const group = new Float64Array(labels.length).fill(Number.NEGATIVE_INFINITY);
  const scores = new Float64Array(people * columns);
  const sizes = groups.map((type) => labels[0]!.reduce((sum, label) => sum + (label === type ? 1 : 0), 0));
  for (const ridge of RIDGES) {
    for (const [fold, members] of inFold.entries()) {
      const system = gram.map((value, at) => value - parts[fold]!.gram[at]!);
      const rest = moment.map((value, at) => value - parts[fold]!.moment[at]!);
      const weights = ridgeWeights(system, rest, width, columns, ridge * (people - members.length));
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
      for (const [g, type] of groups.entries()) {
        const at = n * groups.length + g;
        const auc = aucOfScores(
          people,
          (person) => scores[person * columns + at]!,
          (person) => own[person] === type,
        );
        sum += auc;
        group[n] = Math.max(group[n]!, (auc - 0.5) / chanceDeviation(sizes[g]!, people));
      }
      mean[n] = Math.max(mean[n]!, sum / groups.length);
    }
  }
  return { mean, group, fit: explained(gram, moment, width, sizes, people) };
}

/** Of an AUC without a leak (Mann and Whitney). */
function chanceDeviation(size: number, people: number): number {
  return Math.sqrt((people + 1) / (12 * size * (people - size)));
}

/**
 * y'F (F'F + lambda I)^-1 F'y over the variance of y, summed over the groups. Nobody is held out, so that the size means
 * nothing by itself; against shuffles it tells weak leaks that an AUC of unseen people loses in its noise.
 */
function explained(
  gram: Float64Array,
  moment: Float64Array,
  width: number,
  sizes: readonly number[],
  people: number,
): Float64Array {
  const columns = moment.length / width;
  const weights = ridgeWeights(gram.slice(), moment, width, columns, MIDDLE * people);
  const found = new Float64Array(columns / sizes.length);
  for (let k = 0; k < width; k++) {
    for (let c = 0; c < columns; c++) {
      const size = sizes[c % sizes.length]!;
      const share = (moment[k * columns + c]! * weights[k * columns + c]! * people) / (size * (people - size));
      found[Math.floor(c / sizes.length)]! += share;
    }
  }
  return found;
}

/** (system + lambda I)^-1 moment; `system` is overwritten. */
function ridgeWeights(
  system: Float64Array,
  moment: Float64Array,
  width: number,
  columns: number,
  ridge: number,
): Float64Array {
  for (let k = 0; k < width; k++) system[k * width + k]! += ridge;
  // A positive ridge plus a sum of squares: always positive definite.
  choleskyFactor(system, width);
  const weights = new Float64Array(width * columns);
  const column = new Float64Array(width);
  for (let c = 0; c < columns; c++) {
    for (let k = 0; k < width; k++) column[k] = moment[k * columns + c]!;
    choleskySolve(system, width, column);
    for (let k = 0; k < width; k++) weights[k * columns + c] = column[k]!;
  }
  return weights;
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
