/**
 * A fixed list of questions for everybody, and whoever makes most of it: logistic regression (forwardLogistic.ts) or boosted trees.
 * Logistic regression adds up single answers. Where only answers together tell, or how somebody answers, it takes ten questions
 * for nothing; trees read that. Which of them asks is decided among training people who are held out: trees do where they guess
 * better than regression by two standard errors of the difference in log loss.
 *
 * Trees have a list of their own and learn from all answers to it: halfway, what was not asked yet counts as not seen.
 */
import {
  type BoostedOptions,
  boostedClassifier,
  historyAt,
  packRows,
  type SparseVector,
  selectRows,
  tellingList,
  trainBoosted,
  typeLabels,
} from '../inference/index.ts';
import { largestAt, softmax } from '../maths/index.ts';
import { type ForwardLogisticModel, forwardLogistic } from './forwardLogistic.ts';
import { nextListed } from './itemColumns.ts';
import { checkRivalModel, type RivalData, type RivalDefinition, type RivalModel, rivalFrom } from './rival.ts';

type Trees = Parameters<typeof boostedClassifier>[0];

interface BestListModel extends RivalModel {
  readonly regression: ForwardLogisticModel;
  /** Where trees ask. */
  readonly trees?: { readonly list: Uint32Array; readonly model: Trees };
}

/** What trees may read: how somebody answers, or what answers say together. Fixed, so that asking costs little where they have nothing to say. */
const SETTINGS = [
  { reads: 'summaries', columnShare: 1, rounds: 40, depth: 2 },
  { reads: 'interactions', columnShare: 1, rounds: 60 },
] as const satisfies readonly BoostedOptions[];
/** Parts of the training people, one held out at a time. */
const PARTS = 3;
/** With fewer held out, no difference is sure. */
const FEWEST = 20;
/** A certain error is no infinite loss. */
const LEAST = 1e-6;

/** Asks everybody the same list, for whoever makes most of it. */
export const bestList: RivalDefinition<BestListModel> = {
  name: 'bestList',
  label: 'The best attack on a list',
  summary:
    'a fixed list of questions, judged by logistic regression or boosted trees, whichever training people favour',
  train: (data) => {
    const regression = forwardLogistic.train(data);
    const { typeCount, rows } = data;
    const shape = { rival: bestList.name, types: typeCount, items: rows.columns, regression };
    const settings = settingsThatTellMore(data);
    if (settings === undefined) return shape;
    const list = tellingList(rows, data.types, typeCount, data.questions);
    return { ...shape, trees: { list, model: treesOn(data, list, settings) } };
  },
  open: (model) => {
    checkRivalModel(bestList.name, model);
    const { regression, trees, types, items } = model;
    const byRegression = forwardLogistic.open(regression);
    if (trees === undefined) {
      const { strategy, classifier } = byRegression;
      return { strategy: { ...strategy, name: bestList.name }, classifier: { ...classifier, name: bestList.name } };
    }
    const { list } = trees;
    const judge = boostedClassifier(trees.model);
    return rivalFrom({
      name: bestList.name,
      types,
      items,
      choose: (candidates) => nextListed(candidates, list, regression.popularity),
      logWeights: (answers) => {
        if (!answers.some(({ item }) => list.includes(item))) return byRegression.classifier.begin().logWeights();
        const given = answers.filter(({ answer }) => answer !== 'skip');
        const rated = { indices: given.map(({ item }) => item), values: given.map(({ answer }) => answer as number) };
        return judge.logWeights(onList(rated, list));
      },
    });
  },
};

/** The answers to the items of a list, by their place on it. */
function onList({ indices, values }: SparseVector, list: Uint32Array): SparseVector {
  const cells = Array.from(list, (item, place) => ({ place, at: (indices as Uint32Array).indexOf(item) }));
  const given = cells.filter(({ at }) => at >= 0);
  return { indices: given.map(({ place }) => place), values: given.map(({ at }) => values[at]!) };
}

function treesOn({ rows, types, typeCount }: RivalData, list: Uint32Array, settings: BoostedOptions): Trees {
  const answers = Array.from({ length: rows.rows }, (_, row) => onList(historyAt(rows, row), list));
  return trainBoosted(packRows(list.length, answers), types, typeCount, settings).model;
}

/** With which settings trees guess the groups of people held out better than the regression, beyond chance; with none, usually. */
function settingsThatTellMore(data: RivalData): BoostedOptions | undefined {
  const { rows, types, typeCount } = data;
  const { positions, counts } = typeLabels(types, rows.rows, typeCount);
  // Dealt in turn within each type.
  const dealt = new Uint32Array(counts.length);
  const part = Uint8Array.from(positions, (position) => dealt[position]!++ % PARTS);
  const gains: number[][] = SETTINGS.map(() => []);
  for (let held = 0; held < PARTS; held++) {
    const people = Array.from(part.keys());
    const [learners, tested] = [people.filter((n) => part[n] !== held), people.filter((n) => part[n] === held)];
    if (Math.min(...counts) < PARTS || tested.length < FEWEST) return undefined;
    const own = { ...data, rows: selectRows(rows, learners), types: Uint8Array.from(learners, (n) => types[n]!) };
    const list = tellingList(own.rows, own.types, typeCount, data.questions);
    const judges = SETTINGS.map((settings) => boostedClassifier(treesOn(own, list, settings)));
    const regression = forwardLogistic.train(own);
    for (const n of tested) {
      const history = historyAt(rows, n);
      const logLoss = (weights: Float64Array) => -Math.log(softmax(weights)[types[n]!]! + LEAST);
      const byRegression = logLoss(asked(regression, history));
      for (const [at, judge] of judges.entries()) {
        gains[at]!.push(byRegression - logLoss(judge.logWeights(onList(history, list))));
      }
    }
    // Where trees are no better in the first part, as nearly everywhere, the others are spared.
    if (gains.every((own) => mean(own) <= 0)) return undefined;
  }
  const best = largestAt(Float64Array.from(gains, mean));
  const found = gains[best]!;
  const error = Math.sqrt(mean(found.map((gain) => (gain - mean(found)) ** 2)) / found.length);
  return mean(found) > 2 * error ? SETTINGS[best] : undefined;
}

/** What the regression says of somebody who answers its list. */
function asked(model: ForwardLogisticModel, { indices, values }: SparseVector): Float64Array {
  let state = forwardLogistic.open(model).classifier.begin();
  for (const item of model.list) {
    const at = (indices as Uint32Array).indexOf(item);
    state = state.after(item, at < 0 ? 'skip' : values[at]!);
  }
  return state.logWeights();
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
