export * from './belief/index.ts';
export * from './classifiers/index.ts';
export type {
  ClassifierData,
  ClassifierDefinition,
  HistoryAttacker,
  HistoryClassifier,
  TransductiveData,
  TransductiveDefinition,
  TransductiveLimits,
  WorkedOut,
} from './registry/classifierDefinition.ts';
export { classifierNamed, classifierRegistry, classifiers } from './registry/classifierRegistry.ts';
