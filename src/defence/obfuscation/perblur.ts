/**
 * PerBlur: BlurMe's lists by mean ranks, but only items that the person would probably have rated: those most frequent with
 * the nearest neighbours among the public people.
 *
 *     near   50 people with the largest  |A and B| / sqrt(|A| |B|)         (who rated what, not how)
 *     may    200 unseen items that most of them have
 *     added  of those in `may` that point to the other group the 50 most indicative, in order, up to the share of the profile
 *
 * `perblurRemove` also withholds as many of the own items, those that point most to the own group. The order of the two cuts
 * (200 candidates, 50 indicative items) is ours: in the code that we know it from they stand side by side. Values are item means.
 */
import { historyAt, type SparseRows, type SparseVector } from '../../inference/index.ts';
import { dithered } from '../../ratings/index.ts';
import { orderFor } from './blurmore.ts';
import { decoyRatings, merged, shareAdded } from './decoys.ts';
import type { DefenceDefinition } from './defence.ts';
import { requireLists } from './publicLists.ts';
import { without } from './withhold.ts';

const [NEIGHBOURS, CANDIDATES, INDICATIVE] = [50, 200, 50];

function perblurBy(removes: boolean): DefenceDefinition {
  const name = removes ? 'perblurRemove' : 'perblur';
  return {
    name,
    label: removes ? 'PerBlur (add and remove)' : 'PerBlur (add)',
    family: 'perblur',
    summary: removes
      ? 'the same, and as many items withheld that point most to the own group'
      : 'as BlurMe, but only items that people with a similar profile have',
    needsType: true,
    changesItems: true,
    types: 'two',
    strength: { ...shareAdded, tried: [0.05, 0.1] },
    lists: true,
    reference: 'Slokom, Hanjalic, Larson, Information Processing & Management 2021 (PerBlur)',
    create: ({ model, strength: share, lists }) => {
      const known = requireLists(name, lists, model.items.size);
      const ratings = decoyRatings(model);
      const neighbours = openNeighbours(known.histories);
      const orders = [0, 1].map((type) => orderFor(known, type));
      return ({ ratings: own, type, known: elsewhere = [] }, chance) => {
        const count = dithered(share * own.indices.length, chance);
        if (count === 0) return own;
        const seen = new Set([...Array.from(own.indices), ...Array.from(elsewhere)]);
        const may = new Set(likelyItems(neighbours(own), known.histories, seen));
        const indicative = orders[type!]!.filter((item) => may.has(item)).slice(0, INDICATIVE);
        const added = indicative.slice(0, count);
        const kept = removes ? without(own, mostOwn(own, orders[1 - type!]!, count)) : own;
        return merged(kept, added, ratings);
      };
    },
  };
}

/** Places of the items that stand first in the order; one item stays. */
function mostOwn({ indices }: SparseVector, order: readonly number[], count: number): number[] {
  const placeOf = new Map(Array.from(indices, (item, place) => [item, place]));
  return order.flatMap((item) => placeOf.get(item) ?? []).slice(0, Math.min(count, indices.length - 1));
}

/** The rows nearest to a history, the nearest first. */
export function openNeighbours(histories: SparseRows): (own: SparseVector) => number[] {
  const having: number[][] = Array.from({ length: histories.columns }, () => []);
  const sizes = Array.from({ length: histories.rows }, (_, row) => {
    const { indices } = historyAt(histories, row);
    for (let n = 0; n < indices.length; n++) having[indices[n]!]!.push(row);
    return indices.length;
  });
  return ({ indices }) => {
    const common = new Float64Array(histories.rows);
    for (let n = 0; n < indices.length; n++) for (const row of having[indices[n]!]!) common[row]!++;
    // The own size is the same for all.
    const near = common.map((count, row) => (count === 0 ? 0 : count / Math.sqrt(sizes[row]!)));
    const rows = Array.from(near.keys()).filter((row) => near[row]! > 0);
    return rows.sort((a, b) => near[b]! - near[a]! || a - b).slice(0, NEIGHBOURS);
  };
}

function likelyItems(rows: readonly number[], histories: SparseRows, seen: ReadonlySet<number>): number[] {
  const counts = new Map<number, number>();
  for (const row of rows) {
    const { indices } = historyAt(histories, row);
    for (let n = 0; n < indices.length; n++) {
      const item = indices[n]!;
      if (!seen.has(item)) counts.set(item, (counts.get(item) ?? 0) + 1);
    }
  }
  const items = [...counts.keys()].sort((a, b) => counts.get(b)! - counts.get(a)! || a - b);
  return items.slice(0, CANDIDATES);
}

export const perblur = perblurBy(false);
export const perblurRemove = perblurBy(true);
