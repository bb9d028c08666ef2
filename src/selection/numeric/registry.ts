/** Every strategy for a number by name. */
import { UlteriorError } from '../../errors/index.ts';
import type { NumericStrategy, NumericStrategyContext, NumericStrategyDefinition } from './numericStrategy.ts';
import { numericEntropy, numericRandom, steepest } from './passive.ts';
import { varianceReduction } from './varianceReduction.ts';

/** All strategies for a number. */
export const numericStrategies: readonly NumericStrategyDefinition[] = Object.freeze([
  varianceReduction,
  steepest,
  numericEntropy,
  numericRandom,
]);

export function numericStrategyNamed(name: string): NumericStrategyDefinition {
  const found = numericStrategies.find((strategy) => strategy.name === name);
  if (found !== undefined) return found;
  const known = numericStrategies.map((strategy) => strategy.name);
  throw new UlteriorError(
    'STRATEGY_UNKNOWN',
    `there is no strategy "${name}" for a number`,
    `use one of ${known.join(', ')}`,
    { name, known },
  );
}

/** The strategy of that name, ready for one interview; the exact one if none is named. */
export function createNumericStrategy(
  context: NumericStrategyContext,
  name: string = varianceReduction.name,
): NumericStrategy {
  return numericStrategyNamed(name).create(context);
}
