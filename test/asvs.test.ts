/** The table of docs/asvs.md: every requirement of levels 1 and 2 once, each with a word on it, and no file that is not there. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const text = readFileSync(new URL('docs/asvs.md', root), 'utf8');
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]*) \| ([^|]*) \|$/gm)].map(([, number, state, why]) => {
  return { number: number!, state: state!, why: why! };
});

/** Sections of version 5.0.0, and in each the requirements of levels 1 and 2. */
const NUMBERS: readonly (readonly [string, ...number[]])[] = [
  ['1.1', 1, 2],
  ['1.2', 1, 2, 3, 4, 5, 6, 7, 8, 9],
  ['1.3', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  ['1.4', 1, 2, 3],
  ['1.5', 1, 2],
  ['2.1', 1, 2, 3],
  ['2.2', 1, 2, 3],
  ['2.3', 1, 2, 3, 4],
  ['2.4', 1],
  ['3.2', 1, 2],
  ['3.3', 1, 2, 3, 4],
  ['3.4', 1, 2, 3, 4, 5, 6],
  ['3.5', 1, 2, 3, 4, 5],
  ['3.7', 1, 2],
  ['4.1', 1, 2, 3],
  ['4.2', 1],
  ['4.3', 1, 2],
  ['4.4', 1, 2, 3, 4],
  ['5.1', 1],
  ['5.2', 1, 2, 3],
  ['5.3', 1, 2],
  ['5.4', 1, 2, 3],
  ['6.1', 1, 2, 3],
  ['6.2', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  ['6.3', 1, 2, 3, 4],
  ['6.4', 1, 2, 3, 4],
  ['6.5', 1, 2, 3, 4, 5],
  ['6.6', 1, 2, 3],
  ['6.8', 1, 2, 3, 4],
  ['7.1', 1, 2, 3],
  ['7.2', 1, 2, 3, 4],
  ['7.3', 1, 2],
  ['7.4', 1, 2, 3, 4, 5],
  ['7.5', 1, 2],
  ['7.6', 1, 2],
  ['8.1', 1, 2],
  ['8.2', 1, 2, 3],
  ['8.3', 1],
  ['8.4', 1],
  ['9.1', 1, 2, 3],
  ['9.2', 1, 2, 3, 4],
  ['10.1', 1, 2],
  ['10.2', 1, 2],
  ['10.3', 1, 2, 3, 4],
  ['10.4', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  ['10.5', 1, 2, 3, 4, 5],
  ['10.6', 1, 2],
  ['10.7', 1, 2, 3],
  ['11.1', 1, 2],
  ['11.2', 1, 2, 3],
  ['11.3', 1, 2, 3],
  ['11.4', 1, 2, 3, 4],
  ['11.5', 1],
  ['11.6', 1],
  ['12.1', 1, 2, 3],
  ['12.2', 1, 2],
  ['12.3', 1, 2, 3, 4],
  ['13.1', 1],
  ['13.2', 1, 2, 3, 4, 5],
  ['13.3', 1, 2],
  ['13.4', 1, 2, 3, 4, 5],
  ['14.1', 1, 2],
  ['14.2', 1, 2, 3, 4],
  ['14.3', 1, 2, 3],
  ['15.1', 1, 2, 3],
  ['15.2', 1, 2, 3],
  ['15.3', 1, 2, 3, 4, 5, 6, 7],
  ['16.1', 1],
  ['16.2', 1, 2, 3, 4, 5],
  ['16.3', 1, 2, 3, 4],
  ['16.4', 1, 2, 3],
  ['16.5', 1, 2, 3],
  ['17.1', 1],
  ['17.2', 1, 2, 3, 4],
  ['17.3', 1, 2],
];

it('has all 253 requirements, each once', () => {
  expect(rows).toHaveLength(253);
  expect(new Set(rows.map(({ number }) => number)).size).toBe(253);
  expect(rows.map(({ number }) => number)).toEqual(
    NUMBERS.flatMap(([section, ...last]) => last.map((n) => `${section}.${n}`)),
  );
});

it('says of each whether it is met, and why', () => {
  expect(rows.filter(({ state }) => !['met', 'not met', 'not applicable'].includes(state))).toEqual([]);
  expect(rows.filter(({ why }) => why.length < 8)).toEqual([]);
});

it('names a place for everything that is met, and the place is there', () => {
  const placesOf = (why: string) => [...why.matchAll(/`([^`]+)`/g)].map(([, path]) => path!);
  expect(rows.filter(({ state, why }) => state === 'met' && placesOf(why).length === 0)).toEqual([]);
  const missing = rows.flatMap(({ number, why }) =>
    placesOf(why).flatMap((path) => (existsSync(new URL(path, root)) ? [] : [`${number}: ${path}`])),
  );
  expect(missing).toEqual([]);
});

it('counts what it says', () => {
  const count = (state: string) => rows.filter((row) => row.state === state).length;
  expect(text).toContain(`${count('met')} of 253.`);
  expect(text).toContain(`kind. ${count('not applicable')}.`);
  expect(text).toContain(`missing. ${count('not met')}.`);
});
