export { trainEase } from './ease.ts';
export { implicitRecommender } from './implicitRecommender.ts';
export { trainItemNeighbours } from './itemNeighbours.ts';
export { trainPopularity } from './popularity.ts';
export { catalogueCoverage, ndcgOfList, recallOfList } from './rankingMeasures.ts';
export { type ItemRecommender, topN } from './recommender.ts';
export {
  type OpenRecommender,
  openRecommender,
  type RatedHistory,
  type RatedRows,
  type RecommenderDefinition,
} from './recommenderDefinition.ts';
export { recommenderNamed, recommenderRegistry, recommenders } from './recommenderRegistry.ts';
