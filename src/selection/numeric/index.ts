export { NumericCatalogue } from './numericCatalogue.ts';
export type { NumericStrategy, NumericStrategyContext, NumericStrategyDefinition } from './numericStrategy.ts';
export { createNumericStrategy, numericStrategies, numericStrategyNamed } from './registry.ts';
