/** Everybody gets what most people have rated: the recommender to beat. */
import type { SeenRows } from '../implicit/index.ts';
import type { ItemRecommender } from './recommender.ts';

export function trainPopularity({ columns, indices }: SeenRows): ItemRecommender {
  const counts = new Float64Array(columns);
  for (const item of indices) counts[item]!++;
  return { name: 'popularity', items: columns, scores: () => Float64Array.from(counts) };
}
