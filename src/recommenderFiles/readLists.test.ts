import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asyncFailure } from '../../test/support/failure.ts';
import { npyOf, parquetOf, temporaryFolder } from '../../test/support/recommenderFiles.ts';
import { createLists, listOf, type RecommendationLists } from '../ratings/index.ts';
import { type ListOptions, readLists } from './readLists.ts';

const folder = temporaryFolder();
const put = (name: string, contents: string | Uint8Array) => {
  writeFileSync(join(folder, name), contents);
  return join(folder, name);
};
const shown = (lists: RecommendationLists) =>
  Object.fromEntries(lists.users.map((user, n) => [user, Array.from(listOf(lists, n), (item) => lists.items[item])]));
const EXPECTED = { u1: ['a', 'b', 'c'], u2: ['c', 'a'] };
const refused = (path: string, options?: ListOptions) => asyncFailure(() => readLists(path, options));

describe('recommendation lists', () => {
  it.each([
    ['ranks.csv', 'user_id,item_id,rank\nu1,b,2\nu2,a,2\nu1,a,1\nu2,c,1\nu1,c,3\n'],
    ['ranks.tsv', 'user\titem\tranking\nu1\tb\t2\nu2\ta\t2\nu1\ta\t1\nu2\tc\t1\nu1\tc\t3\n'],
    ['scores.csv', 'user,item,score\nu1,b,0.5\nu2,a,-1\nu1,a,0.7\nu2,c,1e-3\nu1,c,0.1\n'],
    // Where there are both, ranks decide.
    ['both.csv', 'userId,movieId,rank,score\nu1,b,2,9\nu2,a,2,9\nu1,a,1,1\nu2,c,1,1\nu1,c,3,99\n'],
  ])('%s', async (name, text) => {
    const { lists, notes } = await readLists(put(name, text));
    expect(shown(lists)).toEqual(EXPECTED);
    expect(notes).toEqual([]);
  });

  it('Parquet, and columns by name', async () => {
    const path = join(folder, 'lists.parquet');
    await parquetOf(
      "select * from (values ('u1','b',2,1), ('u1','a',1,5), ('u1','c',3,0), ('u2','a',2,1), ('u2','c',1,3)) as t(who, what, n, points)",
      path,
    );
    const columns = { user: 'who', item: 'what' };
    expect(shown((await readLists(path, { ...columns, rank: 'n' })).lists)).toEqual(EXPECTED);
    expect(shown((await readLists(path, { ...columns, score: 'points' })).lists)).toEqual(EXPECTED);
    expect(await refused(path, columns)).toBe('no error');
    expect(await refused(path)).toMatch(/^COLUMN_MISSING: .* no column for the user/);
    expect(await refused(path, { ...columns, rank: 'nn' })).toMatch(/^COLUMN_MISSING: .*"nn" for the rank/);
  });

  it('in the order of the rows where there is nothing else, which is told', async () => {
    const { lists, notes } = await readLists(put('bare.csv', 'user,item\nu1,a\nu2,c\nu1,b\nu2,a\nu1,c\n'));
    expect(shown(lists)).toEqual(EXPECTED);
    expect(notes[0]).toMatch(/neither a rank nor a score/);
  });

  it('do not depend on the order of the rows', () => {
    const rows = [
      [0, 0, 1],
      [0, 1, 2],
      [1, 1, 1],
      [1, 0, 2],
      [1, 2, 3],
    ] as const;
    const made = (order: readonly number[]) =>
      createLists({
        file: 'x',
        users: ['u', 'v'],
        items: ['a', 'b', 'c'],
        userOfRow: Uint32Array.from(order, (n) => rows[n]![0]),
        itemOfRow: Uint32Array.from(order, (n) => rows[n]![1]),
        order: Float64Array.from(order, (n) => rows[n]![2]),
        best: 'lowest',
        lineOf: String,
      });
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }), (order) => {
        expect(made(order)).toEqual(made([0, 1, 2, 3, 4]));
      }),
    );
  });

  it('refuse an item that is recommended twice, and say where', async () => {
    const path = put('twice.csv', 'user,item,rank\nu1,a,1\nu1,b,2\nu2,a,1\nu1,a,3\n');
    expect(await refused(path)).toMatch(
      /^LIST_ITEM_REPEATED: .* the item "a" twice to the user "u1": line 2 and line 5 -> keep one row/,
    );
  });

  it('refuse rows without a number, a user or an item, and files that are no table', async () => {
    expect(await refused(put('rank.csv', 'user,item,rank\nu1,a,1\nu1,b,first\n'))).toMatch(
      /^FILE_MALFORMED: line 3 .* no rank that is a finite number/,
    );
    expect(await refused(put('score.csv', 'user,item,score\nu1,a,inf\n'))).toMatch(/line 2 .* no score/);
    expect(await refused(put('user.csv', 'user,item,rank\n,a,1\n'))).toMatch(
      /^ID_MISSING: .* no user; the first is line 2/,
    );
    expect(await refused(put('item.csv', 'user,item,rank\nu,,1\n'))).toMatch(
      /^ID_MISSING: .* no item; the first is line 2/,
    );
    expect(await refused(put('x.npy', npyOf(new Float32Array(2), [2])))).toMatch(/^FILE_FOREIGN: .* no table/);
    expect(await refused(put('x.pkl', Uint8Array.of(0x80, 4, 0)))).toMatch(/^PICKLE_REFUSED/);
  });
});
