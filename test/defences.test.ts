import { describe, expect, it } from 'vitest';
import { defenceNamed, defences } from '../src/defence/index.ts';
import { defenceConformance } from '../src/testing/index.ts';
import { failure } from './support/failure.ts';
import { framework } from './support/framework.ts';

describe.each(defences.map((definition) => [definition.name, definition] as const))('defence %s', (_, definition) => {
  defenceConformance(definition, framework);
});

describe('registry of defences', () => {
  it('has unique names, and a summary and what strength means for each', () => {
    expect(new Set(defences.map(({ name }) => name)).size).toBe(defences.length);
    for (const { summary, strength } of defences) {
      expect(summary.length * strength.means.length).toBeGreaterThan(100);
      expect(strength.tried.toSorted((a, b) => a - b)).toEqual([...strength.tried]);
    }
  });

  it('finds defences by name and lists them when the name is wrong', () => {
    expect(defenceNamed('blinding').name).toBe('blinding');
    expect(failure(() => defenceNamed('prayer'))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: defence is "prayer"; it must be one of leastChange, .*randomisedResponse/,
    );
  });
});
