export { Candidates } from './candidates.ts';
export { Catalogue } from './catalogue.ts';
export { expectedRiskByEnvelope, expectedRiskOfTwo } from './expectedRisk.ts';
export { directScore } from './fbcSelection.ts';
export { GapScan } from './gapScan.ts';
export { createStrategy, exactStrategyFor, strategies, strategyNamed } from './registry.ts';
export { squaredSeparation } from './squaredSeparation.ts';
export type { Choice, Strategy, StrategyContext, StrategyDefinition } from './strategy.ts';
