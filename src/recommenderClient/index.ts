export { type AskedLists, askRecommender } from './askRecommender.ts';
export { type RecommenderCall, recommenderDefaults } from './call.ts';
export { recommenderContractDocument } from './contract.ts';
