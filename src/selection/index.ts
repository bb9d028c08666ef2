export * from './numeric/index.ts';
export { expectedRiskByEnvelope } from './risk/expectedRisk.ts';
export { type GaussRule, normalRule } from './risk/gaussRule.ts';
export { expectedRiskInPlane, type PlanePrediction } from './risk/planeRisk.ts';
export { expectedRisks } from './risk/riskRanking.ts';
export { separationFrom } from './risk/separationBetween.ts';
export { Candidates } from './scan/candidates.ts';
export { Catalogue } from './scan/catalogue.ts';
export { GapScan } from './scan/gapScan.ts';
export { squaredSeparation, squaredSeparationOfTwo } from './scan/squaredSeparation.ts';
export { chooseBatch } from './strategies/batch.ts';
export { directScore } from './strategies/fbcSelection.ts';
export { fixedList } from './strategies/fixedList.ts';
export { type FixedOrder, fixedOrder } from './strategies/fixedOrder.ts';
export { lookAheadOver } from './strategies/lookAhead.ts';
export type { LookAheadOptions } from './strategies/lookAheadOfMany.ts';
export {
  auditStrategies,
  contenderNames,
  createStrategy,
  exactStrategyFor,
  strategies,
  strategiesInService,
  strategyNamed,
  strategyRegistry,
} from './strategies/registry.ts';
export {
  type Choice,
  openStrategy,
  type Strategy,
  type StrategyContext,
  type StrategyDefinition,
} from './strategies/strategy.ts';
