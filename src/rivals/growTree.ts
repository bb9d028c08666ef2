/**
 * Grows a decision tree over answers. A node asks one item; its branches are skip, low (below the item's mean), high.
 * At each node the item of largest information gain about the type is asked, counted over the training users who arrive
 * there (informationGain.ts). The probabilities of a node are its counts smoothed towards those of the node above:
 * (n_t + smoothing * above_t) / (n + smoothing). They are kept as logarithms, because on a long way a type that nobody
 * has loses a factor at every node. Nodes are split level by level, so that a bound on their number cuts
 * the deepest ones. An item is not asked twice on a way: all who arrive below have answered it alike, so it gains
 * nothing there. All counts are sparse: a level costs O(ratings), a node O(items * types).
 */
import type { SparseRows, TypeLabels } from '../inference/index.ts';
import { branchOf, GainCounter } from './informationGain.ts';
import type { ItemColumns } from './itemColumns.ts';

export const BRANCHES = 3;

interface TreeLimits {
  /** Longest way from the root. */
  readonly depth: number;
  /** A node with fewer training users is not split. */
  readonly minimumUsers: number;
  readonly maximumNodes: number;
  readonly smoothing: number;
}

export interface Tree {
  /** The item that each node asks; -1 for a leaf. */
  readonly questions: Int32Array;
  /** nodes x branches; 0 for a leaf (nothing leads to the root). */
  readonly children: Uint32Array;
  /** nodes x types; -Infinity for a type that did not occur in training. */
  readonly logProbabilities: Float64Array;
}

interface Place {
  readonly node: number;
  readonly users: Uint32Array;
}

export function growTree(rows: SparseRows, columns: ItemColumns, known: TypeLabels, limits: TreeLimits): Tree {
  const { types } = known;
  const gains = new GainCounter(rows, columns, known);
  const questions: number[] = [];
  const children: number[] = [];
  const logProbabilities: number[] = [];
  const add = (users: Uint32Array, above: ArrayLike<number>, smoothing: number): number => {
    const counts = new Float64Array(types);
    for (const user of users) counts[known.present[known.positions[user]!]!]!++;
    for (let t = 0; t < types; t++) {
      const count = counts[t]!;
      // log(count + smoothing * above), where above may be too small for a number.
      const weight = count > 0 ? Math.log(count + smoothing * Math.exp(above[t]!)) : Math.log(smoothing) + above[t]!;
      logProbabilities.push(weight - Math.log(users.length + smoothing));
    }
    children.push(0, 0, 0);
    return questions.push(-1) - 1;
  };

  const everyone = Uint32Array.from({ length: rows.rows }, (_, user) => user);
  // Nothing stands above the root: its probabilities are the shares of the training users.
  let level: Place[] = [
    { node: add(everyone, new Float64Array(types).fill(Number.NEGATIVE_INFINITY), 0), users: everyone },
  ];
  const branches = new Uint8Array(rows.rows);
  for (let depth = 0; depth < limits.depth && level.length > 0; depth++) {
    const below: Place[] = [];
    for (const { node, users } of level) {
      if (users.length < limits.minimumUsers || questions.length + BRANCHES > limits.maximumNodes) continue;
      const item = gains.best(users);
      if (item < 0) continue;
      questions[node] = item;
      for (let at = columns.starts[item]!; at < columns.starts[item + 1]!; at++) {
        branches[columns.users[at]!] = branchOf(columns.ratings[at]!, columns.means[item]!);
      }
      for (let branch = 0; branch < BRANCHES; branch++) {
        const members = users.filter((user) => branches[user] === branch);
        const child = add(members, logProbabilities.slice(node * types, (node + 1) * types), limits.smoothing);
        children[node * BRANCHES + branch] = child;
        below.push({ node: child, users: members });
      }
      for (let at = columns.starts[item]!; at < columns.starts[item + 1]!; at++) branches[columns.users[at]!] = 0;
    }
    level = below;
  }
  return {
    questions: Int32Array.from(questions),
    children: Uint32Array.from(children),
    logProbabilities: Float64Array.from(logProbabilities),
  };
}
