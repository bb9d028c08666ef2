export { chooseBatch } from './batch.ts';
export { Candidates } from './candidates.ts';
export { Catalogue } from './catalogue.ts';
export { expectedRiskByEnvelope } from './expectedRisk.ts';
export { directScore } from './fbcSelection.ts';
export { fixedList } from './fixedList.ts';
export { type FixedOrder, fixedOrder } from './fixedOrder.ts';
export { GapScan } from './gapScan.ts';
export { type GaussRule, normalRule } from './gaussRule.ts';
export { lookAheadOver } from './lookAhead.ts';
export type { LookAheadOptions } from './lookAheadOfMany.ts';
export * from './numeric/index.ts';
export { expectedRiskInPlane, type PlanePrediction } from './planeRisk.ts';
export {
  contenderNames,
  createStrategy,
  exactStrategyFor,
  OF_THE_AUDIT,
  strategies,
  strategiesInService,
  strategyNamed,
  strategyRegistry,
} from './registry.ts';
export { expectedRisks } from './riskRanking.ts';
export { separationFrom } from './separationBetween.ts';
export { squaredSeparation, squaredSeparationOfTwo } from './squaredSeparation.ts';
export { type Choice, openStrategy, type Strategy, type StrategyContext, type StrategyDefinition } from './strategy.ts';
