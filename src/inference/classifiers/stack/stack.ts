/**
 * The strongest cheap attacker on whole histories: logistic regression on what was rated and how, and kernel ridge
 * regression on label-free coordinates, added. The first weighs single items, the second sees how tastes go together;
 * each finds what the other misses.
 *
 * The two are brought to one scale, and weighed, by scores of training people whom they had not seen: kernel ridge gives
 * them by leaving one out, logistic regression by inner folds at the ridge it chose (some folds are enough: the scale
 * and two weights are all that is learnt from them). Labels of tested people never enter; their ratings may, in the
 * coordinates.
 * Cost: logistic regression with its inner fits, a choice of the kernel, and one factorization of people x people.
 */
import type { DenseTools } from '../../../factorization/index.ts';
import type { TypeClassifier } from '../common/classifier.ts';
import { type InnerFold, innerFolds } from '../common/innerFolds.ts';
import { fitScoreWeights, type ScoreWeights, weighScores } from '../common/scoreWeights.ts';
import { historyAt, type SparseRows, selectRows } from '../common/sparseRows.ts';
import { type TypeLabels, typeLabels } from '../common/typeLabels.ts';
import type { Coordinates } from '../kernelRidge/index.ts';
import { type KernelRidgeOptions, kernelRidge, ofAllTypes } from '../kernelRidge/index.ts';
import { trainFeatureLogistic } from '../logistic/featureLogistic.ts';

export interface StackProblem {
  /** Everybody's ratings, one row per person. */
  readonly histories: SparseRows;
  /** Everybody's coordinates, made from them without labels. */
  readonly coordinates: Coordinates;
  readonly training: ArrayLike<number>;
  readonly tested: ArrayLike<number>;
  /** The type of each training person. */
  readonly labels: ArrayLike<number>;
  readonly types: number;
}

export interface StackOptions extends KernelRidgeOptions {
  /** The penalty of logistic regression; chosen by inner folds if left out. */
  readonly logisticRidge?: number;
}

export interface StackResult {
  /** tested x types. */
  readonly logWeights: Float64Array;
  /** The same by each of the two alone. */
  readonly parts: { readonly logistic: Float64Array; readonly kernelRidge: Float64Array };
  /** How the two are weighed: first logistic regression, then kernel ridge. */
  readonly weights: ScoreWeights;
  readonly logisticRidge: number;
  readonly reach: number;
  readonly ridge: number;
}

const FOLDS = 5;
/** Training people with a score of logistic regression that did not see them; folds beyond are left out. */
const ENOUGH = 2000;
/** Fits that only give scores to weigh need not be exact. */
const INNER_TOLERANCE = 1e-3;

export async function stackAttack(
  problem: StackProblem,
  options: StackOptions,
  tools: DenseTools,
): Promise<StackResult> {
  const { histories, training, tested, types } = problem;
  const rows = selectRows(histories, training);
  const known = typeLabels(problem.labels, rows.rows, types);
  const folds = foldsToJudge(known);
  const judged = Uint32Array.from(folds.flatMap(({ heldOut }) => [...heldOut]));
  const kernel = await kernelRidge({ ...problem, labels: [problem.labels] }, { ...options, judged }, tools);
  const fromKernel = kernel.results[0]!;
  const ridge = options.logisticRidge === undefined ? {} : { ridge: options.logisticRidge };
  const classifier = trainFeatureLogistic(rows, problem.labels, types, ridge);
  const logisticRidge = classifier.model.ridge;
  const weights = fitScoreWeights(
    [heldOutLogistic(rows, known, folds, logisticRidge), fromKernel.heldOut],
    Uint8Array.from(judged, (person) => known.positions[person]!),
    known.present.length,
  );
  const scores = logisticScores(classifier, selectRows(histories, tested), known.present);
  return {
    logWeights: ofAllTypes(weighScores(weights, [scores, fromKernel.scores]), known),
    parts: { logistic: ofAllTypes(scores, known), kernelRidge: fromKernel.logWeights },
    weights,
    logisticRidge,
    reach: kernel.reach,
    ridge: kernel.ridge,
  };
}

/** Enough folds for a fit without the people it judges. With too few people for any, a fit with them. */
function foldsToJudge({ positions, present }: TypeLabels): InnerFold[] {
  const types = present.length;
  const folds = innerFolds(positions, types, FOLDS, Math.ceil((ENOUGH * FOLDS) / positions.length)).filter(
    ({ training }) => new Set(Array.from(training, (row) => positions[row]!)).size === types,
  );
  if (folds.length > 0) return folds;
  const everybody = Uint32Array.from({ length: positions.length }, (_, row) => row);
  return [{ training: everybody, heldOut: everybody }];
}

/** held-out people of all folds x present types. */
function heldOutLogistic(
  rows: SparseRows,
  known: TypeLabels,
  folds: readonly InnerFold[],
  ridge: number,
): Float64Array {
  const types = known.present.length;
  const options = { ridge, tolerance: INNER_TOLERANCE };
  const present = Uint8Array.from({ length: types }, (_, type) => type);
  const scores = folds.map(({ training, heldOut }) => {
    const labels = Array.from(training, (row) => known.positions[row]!);
    const classifier = trainFeatureLogistic(selectRows(rows, training), labels, types, options);
    return [...logisticScores(classifier, selectRows(rows, heldOut), present)];
  });
  return Float64Array.from(scores.flat());
}

/** people x present types. */
function logisticScores(classifier: TypeClassifier, rows: SparseRows, present: Uint8Array): Float64Array {
  const scores = new Float64Array(rows.rows * present.length);
  for (let row = 0; row < rows.rows; row++) {
    const logWeights = classifier.logWeights(historyAt(rows, row));
    for (const [position, type] of present.entries()) scores[row * present.length + position] = logWeights[type]!;
  }
  return scores;
}
