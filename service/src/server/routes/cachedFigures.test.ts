import { describe, expect, it } from 'vitest';
import type { StoreFigures } from '../../store/index.ts';
import { cachedFigures } from './cachedFigures.ts';

describe('cached figures', () => {
  /** A store whose count takes so long, and a clock that says so. */
  const counting = (takes: number) => {
    let [now, counts] = [1000, 0];
    const store = {
      figures: async () => {
        counts++;
        const bytes = counts;
        await Promise.resolve();
        now += takes;
        if (takes < 0) throw new Error('gone');
        return { bytes } as StoreFigures;
      },
    };
    const figures = cachedFigures(
      store,
      () => new Date(now),
      () => now,
    );
    return { figures, later: (milliseconds: number) => (now += milliseconds), counts: () => counts };
  };

  it('are counted anew each time while that is quick', async () => {
    const { figures, counts } = counting(249);
    await figures();
    await figures();
    expect(counts()).toBe(2);
  });

  it('are used for twenty times as long as the count took, and say when they were counted', async () => {
    const { figures, later, counts } = counting(250);
    const first = await figures();
    later(4999);
    expect(await figures()).toBe(first);
    expect(first.time).toEqual(new Date(1000));
    later(1);
    expect((await figures()).figures.bytes).toBe(2);
    expect(counts()).toBe(2);
  });

  it('are shared by all who ask while they are counted', async () => {
    const { figures, counts } = counting(1);
    await Promise.all([figures(), figures(), figures()]);
    expect(counts()).toBe(1);
  });

  it('are counted anew after a failure', async () => {
    const { figures, counts } = counting(-1);
    await expect(figures()).rejects.toThrow('gone');
    await expect(figures()).rejects.toThrow('gone');
    expect(counts()).toBe(2);
  });
});
