/**
 * What defences of the literature know besides a person's own ratings: histories of some people of known group, and for
 * each item how far it points to a group, by logistic regression on ratings, 0 where there is none.
 *
 *     w_j  weight of item j for the second group          ranks_j  mean over ten folds of the rank of w_j, smallest first
 *
 * All of it is public. Whoever learns from the people behind it would see its noise, so attackers learn from others.
 */
import { UlteriorError } from '../../errors/index.ts';
import { historyAt, type SparseRows, selectRows, trainLogistic } from '../../inference/index.ts';

export interface PublicLists {
  /** People of two groups, and which. */
  readonly histories: SparseRows;
  readonly groupOf: Uint8Array;
  /** By item. */
  readonly weights: Float64Array;
  readonly ranks: Float64Array;
}

/** Of the folds over which ranks are averaged. */
const FOLDS = 10;

export function publicListsOf(histories: SparseRows, groupOf: Uint8Array): PublicLists {
  const everybody = Uint32Array.from(groupOf.keys());
  const weightsOf = (people: Uint32Array) => {
    const labels = Array.from(people, (person) => groupOf[person]!);
    const { weights, columns } = trainLogistic(selectRows(histories, people), labels, 2).model;
    return Float64Array.from({ length: columns }, (_, item) => weights[columns + item]! - weights[item]!);
  };
  const ranks = new Float64Array(histories.columns);
  for (let fold = 0; fold < FOLDS; fold++) {
    const weights = weightsOf(everybody.filter((person) => person % FOLDS !== fold));
    const order = Array.from(weights.keys()).sort((a, b) => weights[a]! - weights[b]! || a - b);
    for (const [rank, item] of order.entries()) ranks[item] = ranks[item]! + rank / FOLDS;
  }
  return { histories, groupOf, weights: weightsOf(everybody), ranks };
}

/** How far items point away from a group, above 0 for those that do: by weight, or in the order of mean ranks. */
export function pointingAway({ weights, ranks }: PublicLists, type: number, by: 'weights' | 'ranks'): Float64Array {
  const sign = type === 0 ? 1 : -1;
  return weights.map((weight, item) => {
    if (by === 'weights') return sign * weight;
    if (sign * weight <= 0) return 0;
    return 1 + (sign > 0 ? ranks[item]! : weights.length - 1 - ranks[item]!);
  });
}

/** In how many of the histories of a group each item is. */
export function countsIn({ histories, groupOf }: PublicLists, group: number): Float64Array {
  const counts = new Float64Array(histories.columns);
  for (let person = 0; person < histories.rows; person++) {
    if (groupOf[person] !== group) continue;
    const { indices } = historyAt(histories, person);
    for (let n = 0; n < indices.length; n++) counts[indices[n]!]!++;
  }
  return counts;
}

export function requireLists(name: string, lists: PublicLists | undefined, items: number): PublicLists {
  if (lists === undefined) {
    throw new UlteriorError(
      'PARAMETER_OUT_OF_RANGE',
      `${name} has no public lists: it does not know which items point to which group`,
      'pass lists: publicListsOf(histories, groupOf) of people whose group is known',
      { parameter: 'lists' },
    );
  }
  if (lists.weights.length !== items) {
    throw new UlteriorError(
      'MODEL_INVALID',
      `the public lists have ${lists.weights.length} items, the model of ratings ${items}`,
      'make both from the same items',
    );
  }
  return lists;
}
