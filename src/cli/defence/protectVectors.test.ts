/** `ulterior protect --vectors`, in process. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { asyncFailure } from '../../../test/support/failure.ts';
import { derive } from '../../maths/index.ts';
import { readVectors } from '../../recommenderFiles/index.ts';
import { createProgram } from '../program.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-vectors-'));
afterAll(() => rmSync(folder, { recursive: true }));
const place = (name: string) => join(folder, name);
const put = (name: string, lines: readonly string[]) => {
  writeFileSync(place(name), `${lines.join('\n')}\n`);
  return place(name);
};
const stream = derive(5, 'vectors of people');
const everybody = Array.from({ length: 60 }, (_, person) => person);
const groupOf = (person: number) => person % 2;
const vectors = put('v.csv', [
  'user,a,b,c',
  ...everybody.map((n) => `ü${n},${stream.normal() + 2 * groupOf(n)},${stream.normal()},${stream.normal()}`),
]);
// Of the last two people nobody knows the group.
const people = put('people.csv', [
  'user,club',
  ...everybody.slice(0, 58).map((n) => `ü${n},${['red', 'blue'][groupOf(n)]}`),
]);
const asked = ['--vectors', vectors, '--users-table', people, '--attribute', 'club', '--quiet'];
const called = (...words: string[]) => createProgram().parseAsync(['protect', ...words], { from: 'user' });
const meansOf = async (file: string) => {
  const { vectors: found } = await readVectors(file, { side: 'users' });
  const mean = (group: number) => {
    const own = found.ids.flatMap((id, row) =>
      Number(id.slice(1)) < 58 && groupOf(Number(id.slice(1))) === group ? [row] : [],
    );
    return own.reduce((sum, row) => sum + found.values[row * found.dimension]!, 0) / own.length;
  };
  return { found, gap: Math.abs(mean(1) - mean(0)) };
};

it('writes vectors in which no straight line tells the group; whoever has none known is changed alike by one map', async () => {
  await called(...asked, '--defence', 'erase:leace', '--output', place('leace.npz'));
  const [before, after] = [await meansOf(vectors), await meansOf(place('leace.npz'))];
  expect([before.gap > 1.5, after.gap < 1e-9]).toEqual([true, true]);
  expect(after.found.ids).toEqual(before.found.ids);
  expect(after.found.dimension).toBe(3);
});

it('leaves out people whose group a map needs and nobody knows', async () => {
  await called(...asked, '--defence', 'erase:means', '--output', place('means.npz'));
  const { found, gap } = await meansOf(place('means.npz'));
  expect(gap).toBeLessThan(1e-9);
  expect(found.ids).toHaveLength(58);
  // The same again gives the same bytes.
  await called(...asked, '--defence', 'erase:means', '--output', place('again.npz'));
  const { vectors: again } = await readVectors(place('again.npz'), { side: 'users' });
  expect(again.values).toEqual(found.values);
  expect(readFileSync(place('again.npz')).subarray(0, 2).toString()).toBe('PK');
});

it.each([
  [
    ['--defence', 'erase:hope', '--output', 'x.npz'],
    /^PARAMETER_OUT_OF_RANGE: defence of vectors is "erase:hope"; it must be one of erase:leace/,
  ],
  [['--output', 'x.npz'], /^PARAMETER_OUT_OF_RANGE: --defence is missing/],
  [['--defence', 'erase:leace', '--output', 'x.csv'], /--output is x.csv; it must be a file that ends in .npz/],
  [
    ['--defence', 'erase:leace', '--output', 'x.npz', '--thinning', '0.5'],
    /--thinning has no effect where vectors are changed/,
  ],
])('%j is refused', async (words, expected) => {
  expect(await asyncFailure(() => called(...asked, ...words))).toMatch(expected);
});
