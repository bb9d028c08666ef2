/**
 * Gradient-boosted trees on histories: an attacker that finds what no sum over items shows, such as two items that tell
 * only together. The types of people (`trainBoosted`) or a number such as an age (`trainBoostedNumber`).
 */

import { UlteriorError } from '../../../errors/index.ts';
import type { TypeClassifier } from '../common/classifier.ts';
import { ofPresentTypes } from '../common/ofPresentTypes.ts';
import { checkRows, type SparseRows, type SparseVector } from '../common/sparseRows.ts';
import { typeLabels } from '../common/typeLabels.ts';
import { type BoostedForest, forestScores } from './boostedForest.ts';
import { type BoostedOptions, boost, boostingOptions } from './boosting.ts';
import { numberLoss, typeLoss } from './boostingLoss.ts';
import { binRows } from './ratingBins.ts';

/** Plain data: can be stored, or sent to a worker. */
export interface BoostedModel extends BoostedForest {
  readonly types: number;
  /** The types that occurred in training. */
  readonly present: Uint8Array;
}

/** A classifier made of boosted trees. */
export interface BoostedClassifier extends TypeClassifier {
  readonly model: BoostedModel;
}

/** Trains boosted trees on histories. */
export function trainBoosted(
  rows: SparseRows,
  labels: ArrayLike<number>,
  typeCount: number,
  given: BoostedOptions = {},
): BoostedClassifier {
  const options = boostingOptions(given);
  checkRows(rows);
  const known = typeLabels(labels, rows.rows, typeCount);
  const forest = boost(binRows(rows), typeLoss(known), known.positions, known.present.length, options);
  return boostedClassifier({ ...forest, types: typeCount, present: known.present });
}

/** A classifier from its trees. */
export function boostedClassifier(model: BoostedModel): BoostedClassifier {
  const scores = forestScores(model);
  // For two types there is one score, the log odds of the second.
  const logits = (history: SparseVector) =>
    model.present.length === 2 ? Float64Array.of(0, scores(history)[0]!) : scores(history);
  return { ...ofPresentTypes('boosted', model.types, model.present, logits), model };
}

/** Plain data: can be stored, or sent to a worker. */
export interface BoostedNumberModel extends BoostedForest {
  readonly centre: number;
  readonly unit: number;
}

export interface BoostedNumber {
  readonly name: string;
  readonly model: BoostedNumberModel;
  prediction(history: SparseVector): number;
}

export function trainBoostedNumber(
  rows: SparseRows,
  targets: ArrayLike<number>,
  given: BoostedOptions = {},
): BoostedNumber {
  const options = boostingOptions(given);
  checkRows(rows);
  const { centre, unit } = rangeOf(targets, rows.rows);
  const scaled = Float64Array.from(targets, (target) => (target - centre) / unit);
  const forest = boost(binRows(rows), numberLoss(scaled), new Uint8Array(rows.rows), 1, options);
  return boostedNumber({ ...forest, centre, unit });
}

export function boostedNumber(model: BoostedNumberModel): BoostedNumber {
  const scores = forestScores(model);
  return {
    name: 'boosted',
    model,
    prediction: (history) => model.centre + model.unit * scores(history)[0]!,
  };
}

/** The middle of the range and half its width: targets become numbers from -1 to 1. */
function rangeOf(targets: ArrayLike<number>, rows: number): { centre: number; unit: number } {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < targets.length; row++) {
    // Both are NaN from then on if a target is.
    lowest = Math.min(lowest, targets[row]!);
    highest = Math.max(highest, targets[row]!);
  }
  const centre = (lowest + highest) / 2;
  const unit = (highest - lowest) / 2;
  if (targets.length !== rows || !Number.isFinite(centre) || !Number.isFinite(unit)) {
    throw new UlteriorError(
      'ATTRIBUTE_INVALID',
      `there are ${targets.length} numbers from ${lowest} to ${highest} for ${rows} people`,
      'pass one finite number for each of at least one person',
      { rows, targets: targets.length, lowest, highest },
    );
  }
  return { centre, unit: unit > 0 ? unit : 1 };
}
