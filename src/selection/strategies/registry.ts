/**
 * Every strategy by name. To add one that ships: a file beside this one, a line here, and the conformance suite covers it.
 * Plug-ins add theirs when they are loaded.
 */
import { UlteriorError } from '../../errors/index.ts';
import { createRegistry } from '../../plugins/index.ts';
import { schema } from '../../schema/index.ts';
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
import { openStrategy, type Strategy, type StrategyContext, type StrategyDefinition } from './strategy.ts';
import { targeted } from './targeted.ts';

/** Strategies that need more than a model: a fixed list compiled from it, or the vote of two-type models. */
export const auditStrategies: readonly string[] = ['compiledList', 'oneVersusRest'];

/** Whoever asks is named among strategies, rivals and what the audit makes itself: no name means two of them. */
export const contenderNames = new Map<string, unknown>(auditStrategies.map((name) => [name, 'the audit']));

const { fieldsOf, listOf, oneOf, text } = schema;

export const strategyRegistry = createRegistry<StrategyDefinition>(
  {
    kind: 'strategy',
    values: fieldsOf<Omit<StrategyDefinition, 'create'>>(
      {
        name: text,
        label: text,
        summary: text,
        types: oneOf(['two', 'any']),
        channels: oneOf(['rating', 'any']),
        looksAt: oneOf(['items', 'model', 'belief']),
        service: listOf(oneOf(['audits', 'interviews'])),
      },
      ['name', 'summary', 'types', 'channels'],
    ),
    functions: ['create'],
    names: contenderNames,
  },
  [
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
  ],
);

/** All strategies, with what they can work with. It grows when a plug-in is loaded. */
export const strategies: readonly StrategyDefinition[] = strategyRegistry.all;

/** Those that the service offers for interviews, or for audits. */
export function strategiesInService(use: 'audits' | 'interviews'): string[] {
  return strategies.filter(({ service }) => service?.includes(use) ?? true).map(({ name }) => name);
}

export function strategyNamed(name: string): StrategyDefinition {
  const found = strategyRegistry.find(name);
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
  name: string = exactStrategyFor(context.model.typeLabels.length),
): Strategy {
  return openStrategy(strategyNamed(name), context);
}

export function exactStrategyFor(types: number): string {
  return types === 2 ? separation.name : envelope.name;
}
