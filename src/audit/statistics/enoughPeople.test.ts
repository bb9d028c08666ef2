import { expect, it } from 'vitest';
import { enoughPeople } from './enoughPeople.ts';

const enough = (first: number, second: number, minGroup: number) => {
  const types = [...Array(first).fill(0), ...Array(second).fill(1)];
  return enoughPeople(Uint32Array.from(types.keys()), types, 2, minGroup);
};

it('twenty people, ten of each group', () => {
  expect([enough(10, 10, 20), enough(10, 9, 20), enough(11, 9, 20), enough(30, 9, 20)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

it('or as few of each group as the audit takes', () => {
  expect([enough(15, 5, 5), enough(16, 4, 5), enough(15, 4, 5)]).toEqual([true, false, false]);
});
