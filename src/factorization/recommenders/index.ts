export { type EaseOptions, trainEase } from './ease.ts';
export { implicitRecommender, trainImplicitRecommender } from './implicitRecommender.ts';
export { type NeighbourOptions, trainItemNeighbours } from './itemNeighbours.ts';
export { trainPopularity } from './popularity.ts';
export { catalogueCoverage, ndcgOfList, recallOfList } from './rankingMeasures.ts';
export { type ItemRecommender, topN } from './recommender.ts';
