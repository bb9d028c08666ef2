/**
 * The strongest cheap attacker on whole histories: logistic regression on what was rated and how, kernel ridge regression
 * on label-free coordinates, and boosted trees, added. The first weighs single items, the second sees how tastes go
 * together, the third how somebody answers and what two or three answers say together; each finds what the others miss.
 *
 * The parts are brought to one scale, and weighed, by scores of training people whom they had not seen: kernel ridge gives
 * them by leaving one out, logistic regression by inner folds at the ridge it chose, trees by the inner folds that chose
 * their settings (some folds are enough: the scale and the weights are all that is learnt from them). Trees are grown only
 * where a trial says that they see something else, and take part where they clearly add to the others. Labels of tested people never enter; their ratings may, in the coordinates.
 * Cost: logistic regression with its inner fits, a choice of the kernel, one factorization of people x people, and a
 * hundred rounds of trees at most.
 */
import type { DenseTools } from '../../../factorization/index.ts';
import { type JudgedBoosted, type TreesForStack, trainJudgedBoosted } from '../boosted/boosted.ts';
import { type AffineModel, affineClassifier } from '../common/affineClassifier.ts';
import type { TypeClassifier } from '../common/classifier.ts';
import { type InnerFold, innerFolds } from '../common/innerFolds.ts';
import { historyAt, type SparseRows, selectRows } from '../common/sparseRows.ts';
import { type TypeLabels, typeLabels } from '../common/typeLabels.ts';
import { type Coordinates, type KernelRidgeOptions, kernelRidge, ofAllTypes } from '../kernelRidge/index.ts';
import { trainFeatureLogistic } from '../logistic/featureLogistic.ts';
import { fitScoreWeights, type ScoreWeights, weighScores, withExtraScores } from '../logistic/scoreWeights.ts';

interface StackProblem {
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

interface StackOptions extends KernelRidgeOptions {
  /** Logistic regression as it was trained on the same people; trained if left out. */
  readonly logistic?: AffineModel;
  /** The penalty to train it with; chosen by inner folds if left out. */
  readonly logisticRidge?: number;
  /** What trees have found out that were grown on the same people; found out again if left out. */
  readonly trees?: TreesForStack;
}

interface StackResult {
  /** tested x types. */
  readonly logWeights: Float64Array;
  /** The same by each part alone. */
  readonly parts: {
    readonly logistic: Float64Array;
    readonly kernelRidge: Float64Array;
    /** Where trees were grown. */
    readonly boosted: Float64Array | undefined;
  };
  /** How they are weighed: logistic regression, kernel ridge, and trees where they were grown. */
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
  const classifier = options.logistic
    ? affineClassifier(options.logistic)
    : trainFeatureLogistic(rows, problem.labels, types, { ridge: options.logisticRidge });
  const logisticRidge = classifier.model.ridge;
  const trees = trainJudgedBoosted(rows, problem.labels, types, options.trees);
  const heldOut = [heldOutLogistic(rows, known, folds, logisticRidge), fromKernel.heldOut];
  const weights = stackWeights(heldOut, judged, trees, known);
  const others = selectRows(histories, tested);
  const fromLogistic = typeScores(classifier, others, known.present);
  const fromTrees = trees && typeScores(trees.classifier, others, known.present);
  const all = [fromLogistic, fromKernel.scores, ...(fromTrees ? [fromTrees] : [])];
  return {
    logWeights: ofAllTypes(weighScores(weights, all), known),
    parts: {
      logistic: ofAllTypes(fromLogistic, known),
      kernelRidge: fromKernel.logWeights,
      boosted: fromTrees && ofAllTypes(fromTrees, known),
    },
    weights,
    logisticRidge,
    reach: kernel.reach,
    ridge: kernel.ridge,
  };
}

/** `heldOut` are scores of the people of `judged`; trees may have held out fewer of them. */
function stackWeights(
  heldOut: readonly Float64Array[],
  judged: Uint32Array,
  trees: JudgedBoosted | undefined,
  { positions, present }: TypeLabels,
): ScoreWeights {
  const types = present.length;
  const weights = fitScoreWeights(
    heldOut,
    Uint8Array.from(judged, (person) => positions[person]!),
    types,
  );
  if (trees === undefined) return weights;
  const { heldOut: byTrees } = trees;
  const placeOf = new Map(Array.from(byTrees.people, (person, place) => [person, place]));
  const both = [...judged.keys()].filter((n) => placeOf.has(judged[n]!));
  const some = (table: Float64Array, places: readonly number[]) =>
    Float64Array.from(places.flatMap((place) => [...table.subarray(place * types, (place + 1) * types)]));
  return withExtraScores(
    weights,
    heldOut.map((table) => some(table, both)),
    some(
      byTrees.scores,
      both.map((n) => placeOf.get(judged[n]!)!),
    ),
    both.map((n) => positions[judged[n]!]!),
  );
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
    return [...typeScores(classifier, selectRows(rows, heldOut), present)];
  });
  return Float64Array.from(scores.flat());
}

/** people x present types. */
function typeScores(classifier: TypeClassifier, rows: SparseRows, present: Uint8Array): Float64Array {
  const scores = new Float64Array(rows.rows * present.length);
  for (let row = 0; row < rows.rows; row++) {
    const logWeights = classifier.logWeights(historyAt(rows, row));
    for (const [position, type] of present.entries()) scores[row * present.length + position] = logWeights[type]!;
  }
  return scores;
}
