/** What contenders are called. */
import { describe, expect, it } from 'vitest';
import { contender, contenderNamed, strategyNames } from './contender.ts';

describe('the name of a contender, for people', () => {
  it('is that of its strategy and what sets it apart', () => {
    expect(contender('separation').label).toBe('Exact selection');
    expect(contenderNamed('channels:separation').label).toBe('Exact selection, seen and rated');
    expect(contender('pointEstimate', { classifier: 'plainLogistic', ridge: 100 }).label).toBe(
      'Point estimate, judged by logistic regression, ridge 100',
    );
    expect(contender('random', { known: 5, batch: 3, calibrated: true, shrunken: true }).label).toBe(
      'Random, shrunken, calibrated, 5 known, 3 at once',
    );
    expect(contender('random', { id: 'mine' }).label).toBe('mine');
    expect(contender('random', { label: 'By chance' }).label).toBe('By chance');
  });

  it('is never the bare name of a strategy that ships, and no two share one', () => {
    const labels = strategyNames().map((name) => contender(name).label);
    expect(labels.filter((label) => strategyNames().includes(label))).toEqual([]);
    expect(new Set(labels).size).toBe(labels.length);
  });
});
