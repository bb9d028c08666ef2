import { expect, it } from 'vitest';
import { Shares } from './shares.ts';

it('nobody has more than half of the places, nor all of them more than there are', () => {
  let places = 5;
  const shares = new Shares(() => places);
  const anna = [1, 2, 3, 4].map(() => shares.take('anna'));
  expect(anna.map((place) => place !== undefined)).toEqual([true, true, true, false]);
  const bert = [1, 2, 3].map(() => shares.take('bert'));
  expect(bert.map((place) => place !== undefined)).toEqual([true, true, false]);
  expect([shares.taken, shares.take('carl')]).toEqual([5, undefined]);
  anna[0]!();
  expect(shares.take('carl')).toBeDefined();
  for (const place of [...anna.slice(1, 3), ...bert.slice(0, 2)]) place!();
  expect(shares.taken).toBe(1);
  places = 1;
  expect(shares.take('anna')).toBeUndefined();
  places = 2;
  expect(shares.take('anna')).toBeDefined();
});
