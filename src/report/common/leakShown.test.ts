import { expect, it } from 'vitest';
import { easiestGroupText, largerLeak, type ShownLeak } from './leakShown.ts';

it('of two leaks the larger counts, and a possible one before none', () => {
  const ascending: readonly ShownLeak[] = ['none', 'possible', 'slight', 'weak', 'clear', 'strong', 'veryStrong'];
  for (const [at, larger] of ascending.entries()) {
    for (const smaller of ascending.slice(0, at + 1)) {
      expect([largerLeak(smaller, larger), largerLeak(larger, smaller)]).toEqual([larger, larger]);
    }
  }
});

it('a group that is told beyond chance is named, however little; others are not', () => {
  const told = (group: string, low: number) => {
    const bounds = { low, high: low + 0.1 };
    return { group, auc: { value: low + 0.05, ...bounds, bounds } };
  };
  const found = (low: number) => [told('Rome', 0.45), told('Oslo', low)];
  expect(easiestGroupText(found(0.51), 0.95)).toMatch(/easiest to recognise is “Oslo”: an AUC of 0.56 .*0.51 to 0.61/);
  expect(easiestGroupText(found(0.5), 0.95)).toBe('');
});
