export { type EaseOptions, trainEase } from './ease.ts';
export { implicitRecommender, trainImplicitRecommender } from './implicitRecommender.ts';
export { type NeighbourOptions, trainItemNeighbours } from './itemNeighbours.ts';
export { trainPopularity } from './popularity.ts';
export { coverage, ndcg, recall } from './rankingMeasures.ts';
export { type Recommender, topN } from './recommender.ts';
