/**
 * Gradient boosting: round by round one tree per output, each taken at a fraction `rate`, for everybody and as many rounds
 * as were chosen (chooseSettings.ts).
 */
import type { BoostedForest } from './boostedForest.ts';
import type { BoostingOptions } from './boostedOptions.ts';
import type { BoostingLoss } from './boostingLoss.ts';
import { type BoostedTable, startEnsemble } from './ensemble.ts';
import type { BoostedTree } from './growBoostedTree.ts';
import type { BinnedRows } from './ratingBins.ts';

const NOBODY = new Uint32Array(0);

export function boost(
  table: BoostedTable,
  loss: BoostingLoss,
  training: Uint32Array,
  options: BoostingOptions & { readonly rounds: number },
): BoostedForest {
  const ensemble = startEnsemble(table, loss, training, NOBODY, options);
  const trees: BoostedTree[] = [];
  for (let round = 0; round < options.rounds; round++) trees.push(...ensemble.advance());
  return forestOf(table.binned, ensemble.start, options.rounds, trees, options.rate);
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
  const limitOf = ({ items, bins }: BoostedTree, node: number) =>
    items[node]! < 0 ? 0 : binned.columns[items[node]!]!.limits[bins[node]!]!;
  return {
    columns: binned.columns.length,
    rounds,
    start,
    roots,
    items: Int32Array.from(nodes((tree, node) => tree.items[node]!)),
    limits: Float64Array.from(nodes(limitOf)),
    unratedLeft: Uint8Array.from(nodes((tree, node) => (tree.unratedLeft[node] ? 1 : 0))),
    rights: Uint32Array.from(nodes((tree, node, root) => (tree.items[node]! < 0 ? 0 : root + tree.rights[node]!))),
    values: Float64Array.from(nodes((tree, node) => rate * tree.values[node]!)),
  };
}
