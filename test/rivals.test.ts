import { describe, expect, it } from 'vitest';
import { rivalNamed, rivals } from '../src/rivals/index.ts';
import { strategies } from '../src/selection/index.ts';
import { rivalConformance } from '../src/testing/index.ts';
import { failure } from './support/failure.ts';
import { framework } from './support/framework.ts';

describe.each(rivals.map((definition) => [definition.name, definition] as const))('rival %s', (_, definition) => {
  rivalConformance(definition, framework);
});

describe('registry of rivals', () => {
  it('has names of its own and a summary for each', () => {
    const names = [...rivals, ...strategies].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { summary } of rivals) expect(summary.length).toBeGreaterThan(10);
  });

  it('finds rivals by name and lists them when the name is wrong', () => {
    expect(rivalNamed('decisionTree').name).toBe('decisionTree');
    expect(failure(() => rivalNamed('guess'))).toMatch(/^STRATEGY_UNKNOWN: .*"guess" -> use one of skipModel, /);
  });
});
