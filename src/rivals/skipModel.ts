/**
 * Asks and judges by what was seen alone; how it was rated is ignored. Type t and activity a of the person are unknown
 * together, and each answer multiplies their joint probability:
 *
 *     w_ta *= p_jta if seen, 1 - p_jta if not,     p_jta = sigmoid(b_j + a + g_jt)                          [eq:skip]
 *
 * The next question leaves the smallest expected entropy of the type, summed exactly over the two answers; the activity
 * is summed out. O(types * activities) per item and question.
 */
import { requirePositive, requireWithin } from '../errors/index.ts';
import { logSums } from '../inference/index.ts';
import { softmax } from '../maths/index.ts';
import type { Answered } from '../ratings/index.ts';
import { fitSkipModel, type SkipFit } from './fitSkipModel.ts';
import { checkRivalData, checkRivalModel, type RivalDefinition, type RivalModel, rivalFrom } from './rival.ts';
import { sigmoid, softplus } from './skipItem.ts';

export interface SkipModel extends RivalModel, SkipFit {
  /** The types that occurred in training, in whose order the fit speaks of them. */
  readonly present: Uint8Array;
}

/** How the model of skips is fitted. */
interface SkipModelOptions {
  /** Pull of the leanings g_jt to 0: one over their variance. Default 20. */
  readonly ridge?: number;
  /** Rounds of the fit. Default 6. */
  readonly rounds?: number;
}

/** Looks at what was seen and ignores how it was rated. */
export const skipModel: RivalDefinition<SkipModel, SkipModelOptions> = {
  name: 'skipModel',
  label: 'Skip model',
  summary: 'only what was seen: groups lean towards items, people are more or less active',
  train: (data, { ridge = 20, rounds = 6 } = {}) => {
    requirePositive('ridge', ridge);
    requireWithin('rounds', rounds, { min: 1, max: 1000, whole: true });
    const known = checkRivalData(data);
    return {
      rival: skipModel.name,
      types: data.typeCount,
      items: data.rows.columns,
      present: known.present,
      ...fitSkipModel(data.rows, known, ridge, rounds),
    };
  },
  open: (model) => {
    checkRivalModel(skipModel.name, model);
    const { types, items, present } = model;
    const chances = seenChances(model);
    const typeOfCell = model.priors.map((_, cell) => present[Math.floor(cell / model.activities.length)]!);
    return rivalFrom({
      name: skipModel.name,
      types,
      items,
      choose: (candidates, answers) => {
        const weights = softmax(jointLogWeights(model, answers));
        return candidates.itemAt(
          candidates.argmax((at) => -expectedEntropy(weights, chances, candidates.items[at]!, present.length)),
        );
      },
      // The activity is summed out.
      logWeights: (answers) => logSums(jointLogWeights(model, answers), typeOfCell, types),
    });
  },
};

/** log w_ta up to a constant, after the answers (types that occurred x activities). */
function jointLogWeights(model: SkipModel, answers: readonly Answered[]): Float64Array {
  const { activities, priors, visibilities, leanings, present } = model;
  const logWeights = priors.map(Math.log);
  for (const { item, answer } of answers) {
    for (let cell = 0; cell < logWeights.length; cell++) {
      const t = Math.floor(cell / activities.length);
      const logit = visibilities[item]! + leanings[item * present.length + t]! + activities[cell % activities.length]!;
      logWeights[cell]! -= softplus(answer === 'skip' ? logit : -logit);
    }
  }
  return logWeights;
}

/** p_jta of every item (items x types that occurred x activities). */
function seenChances({ activities, visibilities, leanings, present, items }: SkipModel): Float64Array {
  const chances = new Float64Array(items * present.length * activities.length);
  let to = 0;
  for (let item = 0; item < items; item++) {
    for (let t = 0; t < present.length; t++) {
      const level = visibilities[item]! + leanings[item * present.length + t]!;
      for (const activity of activities) chances[to++] = sigmoid(level + activity);
    }
  }
  return chances;
}

/** Entropy of the type, in nats, expected after an item: sum over seen and not seen of P(answer) H(type | answer). */
function expectedEntropy(weights: Float64Array, chances: Float64Array, item: number, types: number): number {
  const activities = weights.length / types;
  const from = item * weights.length;
  let anySeen = 0;
  let anyMissed = 0;
  let entropy = 0;
  for (let t = 0, cell = 0; t < types; t++) {
    let seen = 0;
    let missed = 0;
    for (let a = 0; a < activities; a++, cell++) {
      const both = weights[cell]! * chances[from + cell]!;
      seen += both;
      missed += weights[cell]! - both;
    }
    anySeen += seen;
    anyMissed += missed;
    entropy -= timesLog(seen) + timesLog(missed);
  }
  return entropy + timesLog(anySeen) + timesLog(anyMissed);
}

function timesLog(x: number): number {
  return x > 0 ? x * Math.log(x) : 0;
}
