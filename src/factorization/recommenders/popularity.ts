/** Everybody gets what most people have rated: the recommender to beat. */
import { checkSeen, type SeenRows } from '../implicit/index.ts';
import { type ItemRecommender, itemRecommender } from './recommender.ts';

export function trainPopularity(seen: SeenRows): ItemRecommender {
  checkSeen(seen);
  const { columns, indices } = seen;
  const counts = new Float64Array(columns);
  for (const item of indices) counts[item]!++;
  return itemRecommender({ name: 'popularity', items: columns, scores: () => Float64Array.from(counts) });
}
