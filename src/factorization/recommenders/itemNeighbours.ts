/**
 * Neighbours of items: an item is recommended for being rated by the people who rated the items of the history.
 *
 *   similarity of i and j = people with both / sqrt(people with i x people with j)
 *   score of j            = sum of its similarities to those items of the history that are among its nearest
 */
import { requireWithin } from '../../errors/index.ts';
import type { SeenRows } from '../implicit/index.ts';
import { addCooccurrence, checkItems } from './cooccurrence.ts';
import { type ItemRecommender, itemRecommender } from './recommender.ts';

interface NeighbourOptions {
  /** How many others an item is compared with. Default 100. */
  readonly neighbours?: number;
}

export function trainItemNeighbours(seen: SeenRows, { neighbours = 100 }: NeighbourOptions = {}): ItemRecommender {
  requireWithin('neighbours', neighbours, { min: 1, max: 1_000_000, whole: true });
  const items = seen.columns;
  checkItems(seen);
  const both = new Float32Array(items * items);
  addCooccurrence(seen, both, items);
  /** Kept similarities by item of the history: what each of them adds to. */
  const adds = Array.from({ length: items }, () => ({ to: [] as number[], similarity: [] as number[] }));
  for (let item = 0; item < items; item++) {
    const own = both[item * items + item]!;
    const similarityTo = (other: number) => both[item * items + other]! / Math.sqrt(own * both[other * items + other]!);
    const near = Array.from({ length: items }, (_, other) => other)
      .filter((other) => other !== item && both[item * items + other]! > 0)
      .map((other) => ({ other, similarity: similarityTo(other) }))
      .sort((a, b) => b.similarity - a.similarity || a.other - b.other)
      .slice(0, neighbours);
    for (const { other, similarity } of near) {
      adds[other]!.to.push(item);
      adds[other]!.similarity.push(similarity);
    }
  }
  return itemRecommender({
    name: 'itemNeighbours',
    items,
    scores: (history) => {
      const scores = new Float64Array(items);
      for (let n = 0; n < history.length; n++) {
        const { to, similarity } = adds[history[n]!]!;
        for (let k = 0; k < to.length; k++) scores[to[k]!]! += similarity[k]!;
      }
      return scores;
    },
  });
}
