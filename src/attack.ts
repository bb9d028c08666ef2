/**
 * What a finished recommender gives away, and parts of attackers: beliefs that are as sure as they are right, whole histories.
 * Classifiers, rivals and recommenders are found by name: `definitions('classifiers')` of `ulterior`.
 */
export {
  calibrate,
  type ModelAuditRecords,
  type ModelAuditSpec,
  peopleWithRatings,
  runModelAudit,
} from './audit/index.ts';
// Whole histories
export { channelClassifier, historyAt } from './inference/index.ts';
// What a recommender keeps and shows, from a program
export { createLists, createVectors } from './ratings/index.ts';
