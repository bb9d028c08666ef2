/**
 * The classical adaptive questionnaire: a decision tree over answers (growTree.ts). Each node asks an item, and the
 * answer (skip, below the item's mean, or not below) says which node comes next.
 *
 * Where the tree ends, or asks an item that may not be asked, the interview goes on with the most popular open items,
 * and the probabilities stay as they are. An item that was answered before its node is reached is not asked again: its
 * answer is used there.
 */
import { requirePositive, requireWithin } from '../errors/index.ts';
import { type Answer, type Answered, itemIndex } from '../ratings/index.ts';
import { BRANCHES, growTree, type Tree } from './growTree.ts';
import { branchOf } from './informationGain.ts';
import { itemColumns, mostPopular } from './itemColumns.ts';
import { checkRivalData, checkRivalModel, type RivalDefinition, type RivalModel, rivalFrom } from './rival.ts';

export interface DecisionTreeModel extends RivalModel, Tree {
  /** Mean rating of each item: where low ends and high begins. */
  readonly means: Float64Array;
  /** How many training users have seen each item. */
  readonly popularity: Uint32Array;
}

/** How large the tree may grow. */
interface DecisionTreeOptions {
  /** A node with fewer training users is not split. Default 50. */
  readonly minimumUsers?: number;
  /** Default 20,000. */
  readonly maximumNodes?: number;
  /** How many people the probabilities of the node above count for. Default 20. */
  readonly smoothing?: number;
}

/** The classical adaptive questionnaire: a tree whose nodes ask the item of largest information gain. */
export const decisionTree: RivalDefinition<DecisionTreeModel, DecisionTreeOptions> = {
  name: 'decisionTree',
  label: 'Decision tree',
  summary: 'a decision tree over answers: each answer (skip, low, high) leads to the next question',
  train: (data, { minimumUsers = 50, maximumNodes = 20_000, smoothing = 20 } = {}) => {
    requireWithin('minimumUsers', minimumUsers, { min: 1, max: Number.MAX_SAFE_INTEGER, whole: true });
    requireWithin('maximumNodes', maximumNodes, { min: 1, max: 10_000_000, whole: true });
    requirePositive('smoothing', smoothing);
    const known = checkRivalData(data);
    const columns = itemColumns(data.rows);
    const limits = { depth: data.questions, minimumUsers, maximumNodes, smoothing };
    return {
      rival: decisionTree.name,
      types: data.typeCount,
      items: data.rows.columns,
      ...growTree(data.rows, columns, known, limits),
      means: columns.means,
      popularity: columns.counts,
    };
  },
  open: (model) => {
    checkRivalModel(decisionTree.name, model);
    const { types, items, questions, popularity, logProbabilities } = model;
    return rivalFrom({
      name: decisionTree.name,
      types,
      items,
      choose: (candidates, answers) => {
        const item = itemIndex(questions[nodeAfter(model, answers)]!);
        return candidates.isOpen(item) ? item : mostPopular(candidates, popularity);
      },
      logWeights: (answers) => {
        const node = nodeAfter(model, answers);
        return logProbabilities.slice(node * types, (node + 1) * types);
      },
    });
  },
};

/** Where the answers lead: a node whose question is not answered, or a leaf. */
function nodeAfter({ questions, children, means }: DecisionTreeModel, answers: readonly Answered[]): number {
  const given = new Map<number, Answer>(answers.map(({ item, answer }) => [item, answer]));
  let node = 0;
  for (;;) {
    const item = questions[node]!;
    const answer = given.get(item);
    if (answer === undefined) return node;
    node = children[node * BRANCHES + branchOf(answer, means[item]!)]!;
  }
}
