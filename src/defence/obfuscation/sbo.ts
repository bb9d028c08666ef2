/**
 * SBO: items typical of the own group are removed, or items untypical of it are added, by chance.
 *
 *     s_j = (f1_j - f0_j) / max(f1_j, f0_j)        f  share of a public group that has item j
 *
 * A person is treated if the mean of |s_j| over the own items is above a threshold, 0.30 in the paper for MovieLens 1M.
 * Candidates are the floor(p n) own items most typical of the own group, 50 at most (remove), as many unseen items that are least typical of it
 * (add), or half of each. Each is taken with probability |s_j|. One own item is always kept. The paper knows no ratings:
 * what is added carries the mean of its item. The median in place of the mean, and taking all candidates, are not here.
 */
import type { RandomStream } from '../../maths/index.ts';
import { decoyRatings, merged } from './decoys.ts';
import type { DefenceDefinition } from './defence.ts';
import { countsIn, type PublicLists, requireLists } from './publicLists.ts';
import { without } from './withhold.ts';

const MOST = 50;
export const SBO_THRESHOLD = 0.3;

type Way = 'Remove' | 'Add' | 'Both';

const SUMMARIES: Readonly<Record<Way, string>> = {
  Remove: 'by chance, items that are typical of the own group are withheld, of people whose items are typical',
  Add: 'by chance, unseen items that are untypical of the own group are added, for the same people',
  Both: 'half of each',
};

function sboBy(way: Way): DefenceDefinition {
  const name = `sbo${way}`;
  return {
    name,
    label: `SBO (${way.toLowerCase()})`,
    family: 'sbo',
    summary: SUMMARIES[way],
    needsType: true,
    changesItems: true,
    types: 'two',
    strength: { means: 'items that may be changed, as a share of the ratings', max: 1, tried: [0.05, 0.1] },
    lists: true,
    reference:
      'Escobedo and others: Making Alice Appear Like Bob: A Probabilistic Preference Obfuscation Method, 2024 (SBO)',
    create: ({ model, strength: share, lists, sboThreshold = SBO_THRESHOLD }) => {
      const typical = typicality(requireLists(name, lists, model.items.size));
      const ratings = decoyRatings(model);
      const ascending = Array.from(typical.keys()).sort((a, b) => typical[a]! - typical[b]! || a - b);
      const orders = [ascending, ascending.toReversed()];
      return ({ ratings: own, type, known = [] }, chance) => {
        const { length } = own.indices;
        const count = Math.min(MOST, Math.floor(share * length));
        const mean = Array.from(own.indices).reduce((sum, item) => sum + Math.abs(typical[item]!) / length, 0);
        if (count === 0 || mean <= sboThreshold) return own;
        const each = way === 'Both' ? Math.floor(count / 2) : count;
        const placeOf = new Map(Array.from(own.indices, (item, place) => [item, place]));
        const elsewhere = new Set(Array.from(known));
        // Most typical of the own group first.
        const mostOwn = orders[type!]!;
        const leaving = way === 'Add' ? [] : mostOwn.filter((item) => placeOf.has(item)).slice(0, each);
        const coming =
          way === 'Remove'
            ? []
            : mostOwn
                .toReversed()
                .filter((item) => !placeOf.has(item) && !elsewhere.has(item))
                .slice(0, each);
        const gone = taken(leaving, typical, chance).slice(0, length - 1);
        const added = taken(coming, typical, chance);
        const rest = without(
          own,
          gone.map((item) => placeOf.get(item)!),
        );
        return merged(rest, added, ratings);
      };
    },
  };
}

const taken = (items: readonly number[], typical: Float64Array, chance: RandomStream) =>
  items.filter((item) => chance.uniform() < Math.abs(typical[item]!));

/** Of the second group above 0, of the first below; 0 where nobody has the item. */
export function typicality(lists: PublicLists): Float64Array {
  const [first, second] = [0, 1].map((group) => {
    const people = lists.groupOf.filter((one) => one === group).length;
    return countsIn(lists, group).map((count) => count / Math.max(1, people));
  });
  return second!.map((share, item) => {
    const most = Math.max(share, first![item]!);
    return most === 0 ? 0 : (share - first![item]!) / most;
  });
}

export const sboRemove = sboBy('Remove');
export const sboAdd = sboBy('Add');
export const sboBoth = sboBy('Both');
