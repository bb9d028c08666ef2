import { describe, expect, it, vi } from 'vitest';
import { UlteriorError } from '../../../../src/errors/index.ts';
import { RefusedStatement } from '../contract/failures.ts';
import { batchCalls, inTurn, type Turns } from './batchCalls.ts';

const atOnce: Turns = (work) => work();

/** Carries out groups when it is told to, and keeps what they were. */
function slowly() {
  const groups: number[][] = [];
  const ends: (() => void)[] = [];
  return {
    groups,
    carryOut: async (calls: readonly number[]) => {
      groups.push([...calls]);
      await new Promise<void>((resolve) => ends.push(resolve));
      return calls.map((call) => 10 * call);
    },
    /** Lets the group that runs end, once there is one. */
    finish: async () => {
      while (ends.length === 0) await new Promise((resolve) => setImmediate(resolve));
      ends.shift()!();
    },
  };
}

describe('calls that come together', () => {
  it('are carried out by one statement, and so are those that come while it runs', async () => {
    const { groups, carryOut, finish } = slowly();
    const call = batchCalls(atOnce, carryOut);
    const first = [1, 2, 3].map(call);
    await new Promise((resolve) => setImmediate(resolve));
    const second = [4, 5].map(call);
    await finish();
    expect(await Promise.all(first)).toEqual([10, 20, 30]);
    await finish();
    expect(await Promise.all(second)).toEqual([40, 50]);
    expect(groups).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
  });

  it('hear nothing before the statement has returned', async () => {
    const { carryOut, finish } = slowly();
    let heard = false;
    const answer = batchCalls(
      atOnce,
      carryOut,
    )(1).then(() => {
      heard = true;
    });
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(heard).toBe(false);
    await finish();
    await answer;
  });

  it('are at most 256', async () => {
    const sizes: number[] = [];
    const call = batchCalls(atOnce, async (calls: readonly number[]) => {
      sizes.push(calls.length);
      return calls;
    });
    const numbers = Array.from({ length: 600 }, (_, n) => n);
    expect(await Promise.all(numbers.map(call))).toEqual(numbers);
    expect(sizes).toEqual([256, 256, 88]);
  });

  it('fail alone where the database refuses one of them', async () => {
    const call = batchCalls(atOnce, async (calls: readonly number[]) => {
      if (calls.includes(2)) throw new RefusedStatement('23514', 'a check');
      return calls.map((each) => 10 * each);
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map(call));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('all fail, and none is repeated, where the database went away: nobody knows what was done', async () => {
    const groups: number[][] = [];
    const call = batchCalls(atOnce, async (calls: readonly number[]): Promise<number[]> => {
      groups.push([...calls]);
      throw new UlteriorError('STORE_UNAVAILABLE', 'it does not answer', 'try again');
    });
    const outcomes = await Promise.allSettled([1, 2].map(call));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(groups).toEqual([[1, 2]]);
    // The next are not kept from anything.
    await expect(call(3)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });

  it('do not wait for ever for a group that gets no answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const groups: number[][] = [];
      const call = batchCalls(atOnce, (calls: readonly number[]) => {
        groups.push([...calls]);
        return calls.includes(1) ? new Promise<number[]>(() => {}) : Promise.resolve([...calls]);
      });
      void call(1);
      await new Promise((resolve) => setImmediate(resolve));
      const second = call(2);
      await new Promise((resolve) => setImmediate(resolve));
      expect(groups).toEqual([[1]]);
      vi.advanceTimersByTime(1000);
      expect(await second).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('take whoever has come until it is their turn', async () => {
    const turns = inTurn();
    let free = () => {};
    const other = turns(() => new Promise<void>((resolve) => (free = resolve)));
    const groups: number[][] = [];
    const call = batchCalls(turns, async (calls: readonly number[]) => {
      groups.push([...calls]);
      return calls;
    });
    const early = call(1);
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    const late = call(2);
    free();
    await Promise.all([other, early, late]);
    expect(groups).toEqual([[1, 2]]);
  });
});
