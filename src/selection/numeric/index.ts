export { NumericCatalogue } from './numericCatalogue.ts';
export type { NumericStrategy } from './numericStrategy.ts';
export { createNumericStrategy, numericStrategies, numericStrategyNamed } from './registry.ts';
