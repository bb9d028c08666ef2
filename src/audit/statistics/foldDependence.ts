/**
 * How much more an AUC pooled over folds varies than resampling people shows. The people of two folds meet twice: when
 * one fold trains and the other is tested, and the other way round. To a resample the scores are given; over new data
 * they move with the training labels.
 *
 * Without a leak, scores are linear in the training labels to first order, and the pooled statistic is a quadratic form
 * in the labels in which each pair of people of different folds appears twice, with the same sign: its variance is twice
 * that of independent people. With a weak leak it is more, because training sets also differ in how much they learn;
 * with a strong one all teach the same ranking, and little is added:
 *
 *     variance = resampled variance x (1 + 5/4 sqrt(2 min(AUC, 1 - AUC)))                            [eq:fold-dependence]
 *
 * The curve is an interpolation, judged by simulated coverage (docs/statistics.md), not derived.
 */
export function foldDependence(auc: number): number {
  return Number.isFinite(auc) ? Math.sqrt(1 + 1.25 * Math.sqrt(2 * Math.min(auc, 1 - auc))) : 1;
}

/** Replicates as far from the value as new data would put them; an AUC stays between 0 and 1. */
export function widened(value: number, replicates: Float64Array): Float64Array {
  const factor = foldDependence(value);
  return replicates.map((replicate) => Math.min(1, Math.max(0, value + factor * (replicate - value))));
}

/** The same for the guess of a number: a correlation of 0 is an AUC of 0.5, one of 1 an AUC of 1. */
export function numberDependence(r2: number): number {
  return foldDependence((1 + Math.sqrt(Math.max(0, r2))) / 2);
}
