import { describe, expect, it } from 'vitest';
import { itemIndex } from '../../ratings/index.ts';
import { Candidates } from './candidates.ts';
import { keptOverList } from './keptOverList.ts';

describe('what is kept over a list of candidates', () => {
  it('is made once a list, also when candidates are marked, and anew for another list', () => {
    const made: number[] = [];
    const keptOver = keptOverList((items) => made.push(items.length));
    const all = Candidates.all(5);
    expect([keptOver(all), keptOver(all.without(itemIndex(0))), keptOver(all)]).toEqual([1, 1, 1]);
    expect(keptOver(Candidates.all(3))).toBe(2);
    expect(keptOver(all)).toBe(3);
    expect(made).toEqual([5, 3, 5]);
  });
});
