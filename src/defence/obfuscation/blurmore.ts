/**
 * BlurM(or)e: BlurMe by mean ranks, greedily, but an item takes no more additions once it has more than twice its first
 * count; then as many ratings as were added are removed at random, in equal numbers, from people with more than 200.
 *
 * The authors change a whole matrix, person after person. Here everybody sends alone. So the public people stand for all:
 * they go through it once, in a random order, which gives for each item when it is full,
 *
 *     full_j = k / n     for the k-th of the n people after whom     count_j + added_j > 2 count_j
 *
 * and a person who sends comes at a moment drawn uniformly from 0 to 1. Items that are full by then are not added. Whoever
 * has more than 200 ratings withholds  sum_j added_j / (public people with more than 200)  of them.
 */
import { historyAt } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import { dithered } from '../../ratings/index.ts';
import { decoyRatings, merged, shareAdded } from './decoys.ts';
import type { DefenceDefinition } from './defence.ts';
import { countsIn, type PublicLists, pointingAway, requireLists } from './publicLists.ts';
import { without } from './withhold.ts';

/** Who has more ratings than this gives some away. */
const MANY = 200;

export const blurmore: DefenceDefinition = {
  name: 'blurmore',
  label: 'BlurM(or)e',
  family: 'blurme',
  summary:
    'as BlurMe, but no item is added so often that it stands out; as many ratings are removed from people with more than 200',
  needsType: true,
  changesItems: true,
  types: 'two',
  strength: { ...shareAdded, tried: [0.01, 0.05, 0.1] },
  lists: true,
  reference:
    'Strucks, Slokom, Larson: BlurM(or)e: Revisiting Gender Obfuscation in the User-Item Matrix, RMSE workshop at RecSys 2019 (CEUR 2440)',
  create: ({ model, strength: share, lists, seed }) => {
    const known = requireLists('blurmore', lists, model.items.size);
    const ratings = decoyRatings(model);
    const orders = [0, 1].map((type) => orderFor(known, type));
    const { full, removed } = goneThrough(known, orders, share, seed);
    return ({ ratings: own, type, known: elsewhere = [] }, chance) => {
      const moment = chance.uniform();
      const size = own.indices.length;
      const seen = new Set([...Array.from(own.indices), ...Array.from(elsewhere)]);
      const count = dithered(share * size, chance);
      const added = orders[type!]!.filter((item) => full[item]! > moment && !seen.has(item)).slice(0, count);
      const gone = size > MANY ? Math.min(size - 1, dithered(removed, chance)) : 0;
      const places = chance.shuffle(Array.from({ length: size }, (_, n) => n)).slice(0, gone);
      return merged(without(own, places), added, ratings);
    };
  },
};

/** Items that point away from the group, in the order of their mean ranks. */
export function orderFor(lists: PublicLists, type: number): number[] {
  const scores = pointingAway(lists, type, 'ranks');
  const serving = Array.from(scores.keys()).filter((item) => scores[item]! > 0);
  return serving.sort((a, b) => scores[b]! - scores[a]! || a - b);
}

/** When each item is full, of the way from 0 to 1; Infinity for never. And how many ratings each of those with many removes. */
export function goneThrough(lists: PublicLists, orders: readonly (readonly number[])[], share: number, seed: number) {
  const { histories, groupOf } = lists;
  const [first, second] = [0, 1].map((group) => countsIn(lists, group));
  const added = new Float64Array(histories.columns);
  const full = new Float64Array(histories.columns).fill(Number.POSITIVE_INFINITY);
  const order = derive(seed, 'blurmore-order').shuffle(Uint32Array.from(groupOf.keys()));
  let [total, many] = [0, 0];
  for (const [at, person] of order.entries()) {
    const { indices } = historyAt(histories, person);
    if (indices.length > MANY) many++;
    const seen = new Set(Array.from(indices));
    const open = orders[groupOf[person]!]!.filter((item) => full[item] === Number.POSITIVE_INFINITY && !seen.has(item));
    for (const item of open.slice(0, Math.round(share * indices.length))) {
      added[item]!++;
      total++;
      if (added[item]! > first![item]! + second![item]!) full[item] = (at + 1) / order.length;
    }
  }
  return { full, removed: many === 0 ? 0 : total / many };
}
