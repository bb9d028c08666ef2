export { type AskedLists, askRecommender } from './askRecommender.ts';
export { type RecommenderCall, recommenderDefaults } from './call.ts';
export { type Recommended, type RecommenderRequest, recommenderContractDocument } from './contract.ts';
