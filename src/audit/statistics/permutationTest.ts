/**
 * Is there any leak at all? Cheap statistics of the labels, each against the same statistic of labels dealt out anew, in
 * one test of the smallest p-value (minP.ts):
 *
 *   mean    AUC of a ridge regression on what people rated; over several groups the mean of each against the rest
 *   group   with more than two groups, the group that is told best, in errors above chance: a mean hides it
 *   named   right names above chance (naming.ts): a leak that gives away a few people and nobody else
 *   fit     how much of the labels the regression explains of those it learned from; weak leaks show here first
 *   seen    the item whose raters differ most from chance in their group (itemTests.ts)
 *   rating  the item that groups rate most differently
 *
 * The regression predicts the people of fold k by an operator that contains no labels,
 *
 *     scores_k = F_k (F'F - F_k'F_k + lambda I)^-1 (F'y - F_k'y_k),                                  [eq:permutation]
 *
 * so that hundreds of label vectors are columns of one matrix product, and the test costs about as much as one more
 * attacker. Labels are dealt out within each fold: a shuffle keeps the folds and each group's share of them. The ridge
 * is not chosen on the real labels: within every shuffle, as for the real labels, the best of a grid counts. So the
 * p-value is valid whatever the data; it is that of these statistics, not of any attacker.
 *
 *   F   people x r: what was rated and the ratings less their item's mean, as they are or as leading singular
 *       directions where there are many items; columns standardised, made without labels from everybody's ratings
 *   y   people x (K x shuffles): 1 for a person of the group, 0 otherwise; one column for two groups
 */
import type { SparseRows } from '../../inference/index.ts';
import { defineTask } from '../../maths/index.ts';
import { type Dealing, labelsWithinFolds } from '../folds/index.ts';
import type { PermutationStatistic, StatisticName } from '../records/records.ts';
import { heldOutRidge } from './heldOutRidge.ts';
import { historyFactors } from './historyFactors.ts';
import { type ItemFindings, itemTests } from './itemTests.ts';
import { minP } from './minP.ts';
import { ridgeStatistics } from './ridgeStatistics.ts';

export interface PermutationUnit extends Dealing {
  readonly histories: SparseRows;
  readonly types: Uint8Array;
  readonly typeCount: number;
  readonly shuffles: number;
}

/** What the test found; items and groups by their number. */
export interface PermutationOutcome {
  /** What the regression read: every item, or leading directions of many. */
  readonly features: 'ratings' | 'factors';
  readonly dimensions: number;
  readonly shuffles: number;
  readonly pValue: number;
  readonly statistics: readonly PermutationStatistic[];
  /** The items that stand out most, whether or not by more than chance. */
  readonly items: ItemFindings;
}

const STATISTICS: readonly StatisticName[] = ['mean', 'group', 'named', 'fit', 'seen', 'rating'];

/** Label vectors that are solved for at once. */
const CHUNK = 64;

export const permutationTask = defineTask<PermutationUnit, PermutationOutcome>('audit-permutation', (unit) => {
  const factors = historyFactors(unit.histories, unit.seed);
  const regression = heldOutRidge(factors, unit.folds, unit.foldCount);
  const ofItems = itemTests(unit.histories, unit.types, unit.typeCount);
  const chunks: Record<StatisticName, Float64Array>[] = [];
  for (let from = 0; from <= unit.shuffles; from += CHUNK) {
    const count = Math.min(CHUNK, unit.shuffles + 1 - from);
    const labels = Array.from({ length: count }, (_, n) => labelsWithinFolds(unit.types, unit, from + n));
    const items = labels.map(ofItems);
    chunks.push({
      ...ridgeStatistics(regression, labels, unit.typeCount),
      seen: Float64Array.from(items, ({ seen }) => seen.value),
      rating: Float64Array.from(items, ({ rating }) => rating.value),
    });
  }
  // Of two groups each is told as well as the other.
  const names = STATISTICS.filter((name) => name !== 'group' || unit.typeCount > 2);
  const values = names.map((name) => Float64Array.from(chunks.flatMap((chunk) => [...chunk[name]])));
  const { pValue, single } = minP(values);
  return {
    features: factors.kind,
    dimensions: factors.width,
    shuffles: unit.shuffles,
    pValue,
    statistics: names.map((name, n) => ({
      name,
      value: values[n]![0]!,
      shuffledMean: values[n]!.subarray(1).reduce((sum, value) => sum + value, 0) / unit.shuffles,
      pValue: single[n]!,
    })),
    items: ofItems(unit.types),
  };
});
