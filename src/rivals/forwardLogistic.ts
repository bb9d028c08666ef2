/**
 * Logistic regression on a fixed list of questions. An item has two features: seen (0 or 1), and rating less the item's
 * mean (0 if not seen). The list is chosen for the regression, item by item (forwardSelection.ts), and every length of
 * it has a regression of its own: after q questions the one on the first q items speaks.
 *
 * Somebody may have answered the list with gaps, where an item of it could not be asked. Then the regression up to the
 * last item answered speaks, and an item without an answer counts as the average person: seen to the share of those who
 * have seen it, and rated as its mean.
 */
import { requirePositive } from '../errors/index.ts';
import type { Answer, Answered } from '../ratings/index.ts';
import { selectForward } from './forwardSelection.ts';
import { itemColumns, nextListed } from './itemColumns.ts';
import { checkRivalData, checkRivalModel, type RivalDefinition, type RivalModel, rivalFrom } from './rival.ts';

export interface ForwardLogisticModel extends RivalModel {
  readonly list: Uint32Array;
  /** Mean rating of each item of the list. */
  readonly means: Float64Array;
  /** Share of the training users who have seen each item of the list. */
  readonly shares: Float64Array;
  /** lengths 0 .. list x types. */
  readonly intercepts: Float64Array;
  /** Of length q, from 1 on: types x 2q, one after the other. */
  readonly weights: Float64Array;
  /** How many training users have seen each item of the catalogue: what to ask when the list is at its end. */
  readonly popularity: Uint32Array;
}

/** How the list of questions grows. */
interface ForwardLogisticOptions {
  /** Strength of the penalty on the weights. Default 5. */
  readonly ridge?: number;
}

/** Asks everybody the same list, chosen step by step for logistic regression. */
export const forwardLogistic: RivalDefinition<ForwardLogisticModel, ForwardLogisticOptions> = {
  name: 'forwardLogistic',
  label: 'Logistic regression on a list',
  summary: 'logistic regression on a fixed list of questions, chosen one by one for it',
  train: (data, { ridge = 5 } = {}) => {
    requirePositive('ridge', ridge);
    const known = checkRivalData(data);
    const { rows, types, typeCount, questions } = data;
    const columns = itemColumns(rows);
    const { list, fits } = selectForward(columns, types, known, questions, ridge);
    const start = new Float64Array(typeCount).fill(Number.NEGATIVE_INFINITY);
    for (const [position, type] of known.present.entries()) start[type] = Math.log(known.counts[position]! / rows.rows);
    return {
      rival: forwardLogistic.name,
      types: typeCount,
      items: rows.columns,
      list,
      means: Float64Array.from(list, (item) => columns.means[item]!),
      shares: Float64Array.from(list, (item) => columns.counts[item]! / rows.rows),
      intercepts: joined([start, ...fits.map((fit) => fit.intercepts)]),
      weights: joined(fits.map((fit) => fit.weights)),
      popularity: columns.counts,
    };
  },
  open: (model) => {
    checkRivalModel(forwardLogistic.name, model);
    const { types, items, list, popularity } = model;
    return rivalFrom({
      name: forwardLogistic.name,
      types,
      items,
      choose: (candidates) => nextListed(candidates, list, popularity),
      logWeights: (answers) => logWeightsOf(model, answers),
    });
  },
};

function logWeightsOf(model: ForwardLogisticModel, answers: readonly Answered[]): Float64Array {
  const { types, list, means, shares, intercepts, weights } = model;
  const given = new Map<number, Answer>(answers.map(({ item, answer }) => [item, answer]));
  const length = list.findLastIndex((item) => given.has(item)) + 1;
  const logWeights = intercepts.slice(length * types, (length + 1) * types);
  // The regressions on 1 .. length - 1 items have types * (2 + 4 + .. 2 (length - 1)) weights.
  const from = types * length * (length - 1);
  for (let k = 0; k < length; k++) {
    const answer = given.get(list[k]!);
    const seen = answer === undefined ? shares[k]! : answer === 'skip' ? 0 : 1;
    const centred = typeof answer === 'number' ? answer - means[k]! : 0;
    for (let t = 0; t < types; t++) {
      const at = from + t * 2 * length + 2 * k;
      logWeights[t]! += weights[at]! * seen + weights[at + 1]! * centred;
    }
  }
  return logWeights;
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((length, part) => length + part.length, 0));
  let to = 0;
  for (const part of parts) {
    whole.set(part, to);
    to += part.length;
  }
  return whole;
}
