/**
 * From an attacker's scores to figures, the same way for every kind of measurement: the AUC over everybody (with more
 * than two groups the mean over each against the rest), the AUC of each group, that of single folds, and how often the
 * most likely group is the true one: over people, and as the mean over groups. Intervals of AUCs are those of
 * aucInterval.ts, widened by the folds' dependence; those of shares are those of shareInterval.ts. Bounds over several attackers are a matter of family.ts.
 */
import { largestAt } from '../../maths/index.ts';
import type { Estimate } from '../records/finding.ts';
import { weightedAuc } from '../statistics/auc.ts';
import { aucEstimate, certaintyError } from '../statistics/aucInterval.ts';
import { meanAuc, rankingsOf, unitsByType } from '../statistics/aucStatistic.ts';
import { everyoneOnce, standardDeviation } from '../statistics/bootstrap.ts';
import { widened } from '../statistics/foldDependence.ts';
import { type Measure, meanResampled, type Resampled, resampled } from '../statistics/resampled.ts';
import { shareEstimate } from '../statistics/shareInterval.ts';

/** A figure that bounds can be made for, with others. */
export interface Figure extends Resampled {
  readonly error: number;
}

/** The scores of one attacker, and the labels they are held against: the true ones, or a shuffle. */
interface LabelledScores {
  readonly types: ArrayLike<number>;
  /** Log odds. */
  readonly logitOf: (person: number, type: number) => number;
}

/** LabelledScores that are stored as people x K. */
export function scoresFrom(logits: ArrayLike<number>, types: ArrayLike<number>, groups: number): LabelledScores {
  return { types, logitOf: (person, type) => logits[person * groups + type]! };
}

export interface Setting {
  /** Of the groups. */
  readonly labels: readonly string[];
  /** Who is measured. */
  readonly people: Uint32Array;
  /** Of everybody; left out where single folds are of no interest. */
  readonly folds?: ArrayLike<number>;
  readonly resamples: readonly ArrayLike<number>[];
  readonly level: number;
  /** Who belongs together counts as one. */
  readonly clusters?: ArrayLike<number> | undefined;
}

export interface Measured {
  readonly auc: Estimate;
  readonly mean: Figure;
  /** With more than two groups: each against the rest. The mean over them can hide one that is told with certainty. */
  readonly groups: readonly { readonly label: string; readonly auc: Estimate; readonly figure: Figure }[];
  /** Mean of the AUC of the single folds. */
  readonly aucByFold: number;
  readonly accuracy: Estimate;
  /** Mean over the groups of the share that is recognised. */
  readonly balancedAccuracy: Estimate;
}

/** Of several shuffles every figure is the mean over them. */
export function measured(runs: readonly LabelledScores[], setting: Setting): Measured {
  const { labels, people, resamples, level, clusters } = setting;
  const { types } = runs[0]!;
  const ranked = runs.map(({ types: own, logitOf }) => rankingsOf(people, logitOf, own, labels.length));
  const measures = runs.map((run, n): Measure => {
    const right = rightOnes(run, people, labels.length);
    const share = sharesOf(people, right, () => 0, 1);
    const shares = sharesOf(people, right, (person) => run.types[person]!, labels.length);
    return (weights) => [
      ...ranked[n]!.map((ranking) => weightedAuc(ranking, weights)),
      meanOf(share(weights)),
      meanOf(shares(weights)),
    ];
  });
  const found = resampled(measures, types.length, resamples);
  const counts = unitsByType(people, types, labels.length, clusters);
  const units = counts.reduce((sum, count) => sum + count, 0);
  const figure = (ofRuns: readonly Resampled[], sizes: ArrayLike<number>) => {
    const drawn = ofRuns.map(({ value, replicates }) => ({ value, replicates: widened(value, replicates) }));
    const { value, replicates } = meanResampled(drawn);
    const error = Math.max(standardDeviation(replicates), certaintyError(value, sizes));
    return { auc: aucEstimate(value, replicates, level, error), figure: { value, error, replicates } };
  };
  const { auc, figure: mean } = figure(
    found.map((figures) => meanResampled(figures.slice(0, -2))),
    counts,
  );
  const groups = (labels.length === 2 ? [] : labels).map((label, type) => {
    const sizes = [counts[type]!, units - counts[type]!];
    return {
      label,
      ...figure(
        found.map((figures) => figures[type]!),
        sizes,
      ),
    };
  });
  // As many people of equal groups as would have the same error.
  const sizes = labels.map((_, type) => people.filter((person) => types[person] === type).length);
  const equal = labels.length ** 2 / sizes.reduce((sum, size) => sum + 1 / size, 0);
  const [accuracy, balancedAccuracy] = [people.length, equal].map((size, n) => {
    const { value, replicates } = meanResampled(found.map((figures) => figures.at(n - 2)!));
    return shareEstimate(value, replicates, level, runs.length * size);
  }) as [Estimate, Estimate];
  const byFold = meanOf(runs.map((run) => aucByFold(run, setting)));
  return { auc, mean, groups, aucByFold: byFold, accuracy, balancedAccuracy };
}

/** Mean over the single folds. */
function aucByFold({ types, logitOf }: LabelledScores, { labels, people, folds }: Setting): number {
  const ones = everyoneOnce(types.length);
  const byFold = [...new Set(Array.from(folds ?? []))].map((fold) => {
    const members = people.filter((person) => folds![person] === fold);
    return meanAuc(rankingsOf(members, logitOf, types, labels.length), ones);
  });
  return meanOf(byFold.filter(Number.isFinite));
}

/** By group, the share of its weighted people who are marked; groups without people are left out. */
function sharesOf(people: Uint32Array, marked: ArrayLike<number>, groupOf: (person: number) => number, groups: number) {
  return (weights: ArrayLike<number>): number[] => {
    const [found, all] = [new Float64Array(groups), new Float64Array(groups)];
    for (let n = 0; n < people.length; n++) {
      const person = people[n]!;
      const group = groupOf(person);
      all[group]! += weights[person]!;
      found[group]! += weights[person]! * marked[n]!;
    }
    return Array.from(all, (total, group) => found[group]! / total).filter(Number.isFinite);
  };
}

/** 1 for each of the people whose most likely group is the true one. */
function rightOnes({ types, logitOf }: LabelledScores, people: Uint32Array, groups: number): Uint8Array {
  return Uint8Array.from(people, (person) => {
    const own = Float64Array.from({ length: groups }, (_, type) => logitOf(person, type));
    return largestAt(own) === types[person] ? 1 : 0;
  });
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
