import { describe, expect, it } from 'vitest';
import { itemIndex } from '../src/ratings/index.ts';
import {
  createStrategy,
  exactStrategyFor,
  fixedList,
  type StrategyDefinition,
  strategies,
  strategyNamed,
} from '../src/selection/index.ts';
import { strategyConformance } from '../src/testing/index.ts';
import { failure } from './support/failure.ts';
import { framework } from './support/framework.ts';
import { randomModel } from './support/models.ts';

describe.each(strategies.map((definition) => [definition.name, definition] as const))(
  'strategy %s',
  (_, definition) => {
    // Looking ahead takes a hundred times as long as anything else.
    const runs = definition.name === 'lookAhead' ? 15 : 50;
    strategyConformance(definition, framework, { runs, draws: definition.name === 'random' });
  },
);

describe('a fixed list of all items', () => {
  const list: StrategyDefinition = {
    name: 'fixedList',
    summary: 'the items of a list',
    types: 'any',
    channels: 'any',
    create: ({ model }) => fixedList(Array.from({ length: model.items.size }, (_, item) => itemIndex(item))),
  };
  strategyConformance(list, framework);
});

describe('registry of strategies', () => {
  it('has unique names and a summary for each', () => {
    expect(new Set(strategies.map(({ name }) => name)).size).toBe(strategies.length);
    for (const { summary } of strategies) expect(summary.length).toBeGreaterThan(10);
  });

  it('finds strategies by name and lists them when the name is wrong', () => {
    expect(strategyNamed('maxGap').name).toBe('maxGap');
    expect(failure(() => strategyNamed('guess'))).toMatch(
      /^STRATEGY_UNKNOWN: .*"guess" -> use one of separation, .*incFbc/,
    );
  });

  it('picks the exact strategy for the number of types', () => {
    expect(exactStrategyFor(2)).toBe('separation');
    const three = randomModel({ items: 2, dimension: 1, types: 3, seed: 1 });
    expect(createStrategy({ model: three, seed: 1 }).name).toBe('envelope');
  });
});
