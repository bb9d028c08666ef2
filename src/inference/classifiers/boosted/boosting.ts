/**
 * Gradient boosting: round by round one tree per output, each a Newton step on what the trees before left over, taken
 * at a fraction `rate`. The number of rounds is where people held out inside the training rows are predicted best; then
 * everybody is trained on for that many.
 *
 * Large data hold out one fifth once; small data all five fifths in turn, until ENOUGH people have judged. The folds
 * advance together, so that one sum of losses says when to stop.
 */

import { requirePositive, requireWithin } from '../../../errors/index.ts';
import { derive } from '../../../maths/index.ts';
import { type InnerFold, innerFolds } from '../common/innerFolds.ts';
import type { BoostedForest } from './boostedForest.ts';
import type { BoostingLoss } from './boostingLoss.ts';
import { addTree, type BoostedTree, growBoostedTree, type Slopes } from './growBoostedTree.ts';
import type { BinnedRows } from './ratingBins.ts';

/** How trees are boosted. */
export interface BoostedOptions {
  /** Seed of the choice of columns. Default 1. */
  readonly seed?: number;
  /** Number of rounds; chosen by inner folds if left out. */
  readonly rounds?: number;
  /** Most rounds that the inner folds may choose. Default 500. */
  readonly maxRounds?: number;
  /** Rounds without improvement that end the search. Default 20. */
  readonly patience?: number;
  /** Share of each tree's step that is taken. Default 0.1. */
  readonly rate?: number;
  /** Splits from the root to a leaf. Default 3. */
  readonly depth?: number;
  /** Minimum number of people on each side of a split. Default 10. */
  readonly minPeople?: number;
  /** Penalty on the worth of a leaf. Default 10. */
  readonly leafRidge?: number;
  /** Share of the items that each tree may split on, and never fewer than 16 items. Default 0.2. */
  readonly columnShare?: number;
}

export type BoostingOptions = Required<Omit<BoostedOptions, 'rounds'>> & { readonly rounds: number | undefined };

const FOLDS = 5;
const ENOUGH = 1000;
/** With a weak leak the loss may be best with hardly any tree; a few trees cost little and still rank people. */
const FEWEST_ROUNDS = 10;
/** Items that tell only together must meet in one tree. */
const FEWEST_COLUMNS = 16;

export function boostingOptions(given: BoostedOptions): BoostingOptions {
  const options = {
    seed: given.seed ?? 1,
    rounds: given.rounds,
    maxRounds: given.maxRounds ?? 500,
    patience: given.patience ?? 20,
    rate: given.rate ?? 0.1,
    depth: given.depth ?? 3,
    minPeople: given.minPeople ?? 10,
    leafRidge: given.leafRidge ?? 10,
    columnShare: given.columnShare ?? 0.2,
  };
  const counted = { min: 1, max: 100_000, whole: true };
  for (const name of ['maxRounds', 'patience', 'minPeople'] as const) requireWithin(name, options[name], counted);
  if (options.rounds !== undefined) requireWithin('rounds', options.rounds, counted);
  requireWithin('depth', options.depth, { min: 1, max: 16, whole: true });
  requirePositive('rate', options.rate);
  requirePositive('leafRidge', options.leafRidge);
  requirePositive('columnShare', options.columnShare);
  requireWithin('columnShare', options.columnShare, { min: 0, max: 1 });
  return options;
}

/** `positions` (of `types` types) stratify the inner folds. */
export function boost(
  binned: BinnedRows,
  loss: BoostingLoss,
  positions: ArrayLike<number>,
  types: number,
  options: BoostingOptions,
): BoostedForest {
  const rounds = options.rounds ?? chooseRounds(binned, loss, positions, types, options);
  const everybody = Uint32Array.from({ length: binned.people }, (_, person) => person);
  const ensemble = startEnsemble(binned, loss, everybody, options);
  const trees: BoostedTree[] = [];
  for (let round = 0; round < rounds; round++) trees.push(...ensemble.advance());
  return forestOf(binned, ensemble.start, rounds, trees, options.rate);
}

function chooseRounds(
  binned: BinnedRows,
  loss: BoostingLoss,
  positions: ArrayLike<number>,
  types: number,
  options: BoostingOptions,
): number {
  const needed = Math.min(FOLDS, Math.ceil((ENOUGH * FOLDS) / binned.people));
  const folds = innerFolds(positions, types, FOLDS, needed).map((fold: InnerFold) => ({
    ...fold,
    ensemble: startEnsemble(binned, loss, fold.training, options),
  }));
  const heldOutLoss = () => folds.reduce((sum, fold) => sum + loss.loss(fold.ensemble.scores, fold.heldOut), 0);
  let best = 0;
  let least = heldOutLoss();
  for (let round = 1; round <= options.maxRounds && round - best <= options.patience; round++) {
    for (const fold of folds) fold.ensemble.advance();
    const now = heldOutLoss();
    if (now < least) [best, least] = [round, now];
  }
  return Math.max(best, FEWEST_ROUNDS);
}

/** Trees for the people of `training`; `scores` are kept for everybody. */
function startEnsemble(binned: BinnedRows, loss: BoostingLoss, training: Uint32Array, options: BoostingOptions) {
  const start = loss.start(training);
  const scores = Array.from(start, (score) => new Float64Array(binned.people).fill(score));
  const slopes = scores.map((): Slopes => {
    return { gradients: new Float64Array(binned.people), curvatures: new Float64Array(binned.people) };
  });
  let round = 0;
  const advance = (): BoostedTree[] => {
    const candidates = columnsOf(round++, binned.items, options);
    loss.slopes(scores, training, slopes);
    return slopes.map((slope, output) => {
      const tree = growBoostedTree(binned, training, slope, candidates, options);
      addTree(tree, binned, options.rate, scores[output]!);
      return tree;
    });
  };
  return { start, scores, advance };
}

/** The items that the trees of a round may split on, ascending. */
function columnsOf(round: number, items: number, { seed, columnShare }: BoostingOptions): Uint32Array {
  const all = Uint32Array.from({ length: items }, (_, item) => item);
  const count = Math.max(FEWEST_COLUMNS, Math.ceil(columnShare * items));
  if (count >= items) return all;
  return derive(seed, 'columns of boosted trees', round).shuffle(all).slice(0, count).sort();
}

function forestOf(
  binned: BinnedRows,
  start: Float64Array,
  rounds: number,
  trees: readonly BoostedTree[],
  rate: number,
): BoostedForest {
  const roots = new Uint32Array(trees.length);
  for (let t = 1; t < trees.length; t++) roots[t] = roots[t - 1]! + trees[t - 1]!.items.length;
  const nodes = <T>(of: (tree: BoostedTree, node: number, root: number) => T): T[] =>
    trees.flatMap((tree, t) => tree.items.map((_, node) => of(tree, node, roots[t]!)));
  return {
    columns: binned.items,
    rounds,
    start,
    roots,
    items: Int32Array.from(nodes((tree, node) => tree.items[node]!)),
    limits: Float64Array.from(nodes((tree, node) => (tree.items[node]! < 0 ? 0 : binned.limits[tree.bins[node]!]!))),
    unratedLeft: Uint8Array.from(nodes((tree, node) => (tree.unratedLeft[node] ? 1 : 0))),
    rights: Uint32Array.from(nodes((tree, node, root) => (tree.items[node]! < 0 ? 0 : root + tree.rights[node]!))),
    values: Float64Array.from(nodes((tree, node) => rate * tree.values[node]!)),
  };
}
