/** Every strategy by name. To add one: a file beside this one, a line here, and the conformance suite covers it. */
import { UlteriorError } from '../errors/index.ts';
import { entropy } from './entropy.ts';
import { envelope } from './envelope.ts';
import { fbcSelection } from './fbcSelection.ts';
import { incFbc } from './incFbc.ts';
import { lookAhead } from './lookAhead.ts';
import { maxGap } from './maxGap.ts';
import { pairwise } from './pairwise.ts';
import { pointEstimate } from './pointEstimate.ts';
import { popularity } from './popularity.ts';
import { random } from './random.ts';
import { separation } from './separation.ts';
import type { Strategy, StrategyContext, StrategyDefinition } from './strategy.ts';
import { targeted } from './targeted.ts';

/** All strategies, with what they can work with. */
export const strategies: readonly StrategyDefinition[] = Object.freeze([
  separation,
  envelope,
  pairwise,
  lookAhead,
  targeted,
  maxGap,
  entropy,
  popularity,
  random,
  pointEstimate,
  fbcSelection,
  incFbc,
]);

export function strategyNamed(name: string): StrategyDefinition {
  const found = strategies.find((strategy) => strategy.name === name);
  if (found !== undefined) return found;
  const known = strategies.map((strategy) => strategy.name);
  throw new UlteriorError('STRATEGY_UNKNOWN', `there is no strategy "${name}"`, `use one of ${known.join(', ')}`, {
    name,
    known,
  });
}

/** The strategy of that name, ready for one interview; by default the exact one for the model's number of types. */
export function createStrategy(
  context: StrategyContext,
  name = exactStrategyFor(context.model.typeLabels.length),
): Strategy {
  return strategyNamed(name).create(context);
}

export function exactStrategyFor(types: number): string {
  return types === 2 ? separation.name : envelope.name;
}
