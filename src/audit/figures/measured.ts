/**
 * From an attacker's scores to figures, the same way for every kind of measurement: the AUC over everybody (with more
 * than two groups the mean over each against the rest), the AUC of each group, that of single folds, and how often the
 * most likely group is the true one: over people, and as the mean over groups. Intervals of AUCs are those of aucInterval.ts, widened by the folds' dependence;
 * those of shares are those of shareInterval.ts. Bounds over several attackers are a matter of family.ts.
 */
import { largestAt } from '../../maths/index.ts';
import type { Estimate } from '../records/records.ts';
import { weightedAuc } from '../statistics/auc.ts';
import { aucEstimate, certaintyError } from '../statistics/aucInterval.ts';
import { meanAuc, rankingsOf, unitsByType } from '../statistics/aucStatistic.ts';
import { everyoneOnce, standardDeviation } from '../statistics/bootstrap.ts';
import { widened } from '../statistics/foldDependence.ts';
import { shareEstimate } from '../statistics/shareInterval.ts';

/** A figure that bounds can be made for, with others. */
export interface Figure {
  readonly value: number;
  readonly error: number;
  /** In each resample of the people, as far from the value as new data would put it. */
  readonly replicates: Float64Array;
}

/** The scores of one attacker, and the labels they are held against: the true ones, or a shuffle. */
export interface LabelledScores {
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
  const found = runs.map((run) => statisticsOf(run, setting));
  const counts = unitsByType(people, runs[0]!.types, labels.length, clusters);
  const units = counts.reduce((sum, count) => sum + count, 0);
  const figure = (of: (one: Statistics) => Resampled, sizes: ArrayLike<number>) => {
    const value = meanOf(found.map((one) => of(one).value));
    const drawn = found.map((one) => widened(of(one).value, of(one).replicates));
    const replicates = meanReplicates(drawn, resamples.length);
    const error = Math.max(standardDeviation(replicates), certaintyError(value, sizes));
    return { auc: aucEstimate(value, replicates, level, error), figure: { value, error, replicates } };
  };
  const { auc, figure: mean } = figure((one) => one.mean, counts);
  const groups =
    labels.length === 2
      ? []
      : labels.map((label, type) => ({
          label,
          ...figure((one) => one.groups[type]!, [counts[type]!, units - counts[type]!]),
        }));
  const share = (of: (one: Statistics) => Resampled, size: number) =>
    shareEstimate(
      meanOf(found.map((one) => of(one).value)),
      meanReplicates(
        found.map((one) => of(one).replicates),
        resamples.length,
      ),
      level,
      runs.length * size,
    );
  // As many people of equal groups as would have the same error.
  const sizes = labels.map((_, type) => people.filter((person) => runs[0]!.types[person] === type).length);
  const equal = labels.length ** 2 / sizes.reduce((sum, size) => sum + 1 / size, 0);
  return {
    auc,
    mean,
    groups,
    aucByFold: meanOf(found.map(({ aucByFold }) => aucByFold)),
    accuracy: share((one) => one.accuracy, people.length),
    balancedAccuracy: share((one) => one.balancedAccuracy, equal),
  };
}

interface Resampled {
  readonly value: number;
  readonly replicates: Float64Array;
}

interface Statistics {
  readonly mean: Resampled;
  /** One for each ranking. */
  readonly groups: readonly Resampled[];
  readonly aucByFold: number;
  readonly accuracy: Resampled;
  readonly balancedAccuracy: Resampled;
}

function statisticsOf({ types, logitOf }: LabelledScores, { labels, people, folds, resamples }: Setting): Statistics {
  const ones = everyoneOnce(types.length);
  const rankings = rankingsOf(people, logitOf, types, labels.length);
  const resampled = (statistic: (weights: ArrayLike<number>) => number): Resampled => ({
    value: statistic(ones),
    replicates: Float64Array.from(resamples, statistic),
  });
  const groups = rankings.map((ranking) => resampled((weights) => weightedAuc(ranking, weights)));
  const mean = {
    value: meanOf(groups.map(({ value }) => value)),
    replicates: meanReplicates(
      groups.map(({ replicates }) => replicates),
      resamples.length,
    ),
  };
  const right = rightOnes({ types, logitOf }, people, labels.length);
  const sharesIn = (weights: ArrayLike<number>, groupOf: (person: number) => number, count: number) => {
    const [named, all] = [new Float64Array(count), new Float64Array(count)];
    for (const [n, person] of people.entries()) {
      const group = groupOf(person);
      all[group]! += weights[person]!;
      named[group]! += weights[person]! * right[n]!;
    }
    return Array.from(all, (total, group) => named[group]! / total).filter(Number.isFinite);
  };
  const accuracy = resampled((weights) => sharesIn(weights, () => 0, 1)[0]!);
  const balancedAccuracy = resampled((weights) => meanOf(sharesIn(weights, (person) => types[person]!, labels.length)));
  const byFold = [...new Set(Array.from(folds ?? []))].map((fold) => {
    const members = people.filter((person) => folds![person] === fold);
    return meanAuc(rankingsOf(members, logitOf, types, labels.length), ones);
  });
  return { mean, groups, aucByFold: meanOf(byFold.filter(Number.isFinite)), accuracy, balancedAccuracy };
}

/** 1 for each of the people whose most likely group is the true one. */
function rightOnes({ types, logitOf }: LabelledScores, people: Uint32Array, groups: number): Uint8Array {
  return Uint8Array.from(people, (person) => {
    const own = Float64Array.from({ length: groups }, (_, type) => logitOf(person, type));
    return largestAt(own) === types[person] ? 1 : 0;
  });
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const meanReplicates = (drawn: readonly Float64Array[], count: number) =>
  Float64Array.from({ length: count }, (_, b) => meanOf(drawn.map((replicates) => replicates[b]!)));
