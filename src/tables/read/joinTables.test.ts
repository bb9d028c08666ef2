import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { createTable } from '../cells/table.ts';
import { rowsInOrder, rowsOfIds } from './joinTables.ts';

const listing = (...ids: string[]) => createTable('people.csv', [['id', { kind: 'texts', values: ids }]]);
const rows = (ids: string[], ...others: string[]) =>
  Array.from(rowsOfIds(ids, { table: listing(...others), column: 'id', kind: 'user', source: 'ratings.csv' }));

describe('rows by id', () => {
  it('are those with the same text', () => {
    expect(rows(['b', 'a', 'z'], 'a', 'b', 'c')).toEqual([1, 0, -1]);
  });

  it('whole numbers written as decimals stand for the whole number, whichever table has them', () => {
    expect(rows(['1', '2'], '2.0', '1.0')).toEqual([1, 0]);
    expect(rows(['1.0', '2.00', '-3.0'], '1', '2', '-3')).toEqual([0, 1, 2]);
  });

  it('the same text counts before the same number', () => {
    expect(rows(['1', '1.0'], '1.0', '1')).toEqual([1, 0]);
  });

  it('"007" is another id than 7, and 7.5 than 7', () => {
    expect(rows(['7', '8'], '007', '8')).toEqual([-1, 1]);
    expect(rows(['7', '8'], '7.5', '8')).toEqual([-1, 1]);
    expect(rows(['7', '8'], '007.0', '8')).toEqual([-1, 1]);
  });

  it('find every number in any order, with or without decimals', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: -50, max: 1e6 }), { minLength: 1 });
    fc.assert(
      fc.property(numbers, fc.boolean(), (list, decimals) => {
        const others = [...list].reverse().map((n) => (decimals ? `${n}.0` : String(n)));
        expect(rows(list.map(String), ...others)).toEqual(list.map((_, at) => list.length - 1 - at));
      }),
    );
  });

  it('no ids in common, or hardly any, are refused with examples of both', () => {
    expect(failure(() => rows(['1', '2', '3', '4'], 'u1', 'u2'))).toBe(
      'IDS_NOT_SHARED: of the 4 users of "ratings.csv", 0 are among the 2 of "people.csv": the first has ids like "1", "2", "3", the second like "u1", "u2" in the column "id" -> use files with the same user ids, or name the columns that hold them (userColumn, usersIdColumn in a data file)',
    );
    const here = Array.from({ length: 40 }, (_, n) => String(n));
    const there = Array.from({ length: 30 }, (_, n) => String(n + 38));
    expect(failure(() => rows(here, ...there))).toMatch(
      /of the 40 users .*, 2 are among the 30 .* ids like "0", "1", "2", the second like "40", "41", "42"/,
    );
    // Few of many, but all of the smaller table: that table is about some of these people.
    expect(rows(here, '39', '38')).toHaveLength(40);
    expect(rows(['39', '38'], ...here)).toEqual([39, 38]);
  });
});

describe('rows by position', () => {
  const table = listing('a', 'b', 'c');
  const open = (count: number) => failure(() => rowsInOrder({ file: 'm.txt', count, unit: 'row' }, table));

  it('are those with the same number', () => {
    expect([...rowsInOrder({ file: 'm.txt', count: 3, unit: 'row' }, table)]).toEqual([0, 1, 2]);
  });

  it('other numbers of rows are refused, and a difference of one is perhaps a header', () => {
    expect(open(4)).toBe(
      'ROWS_NOT_MATCHED: "m.txt" has 4 rows and "people.csv" has 3 rows: they cannot be matched by position -> use files with the same number in the same order; if a first line was taken for a header, or the other way round, say so (header, usersHeader, itemsHeader in a data file); or match by id',
    );
    expect(open(1)).toMatch(
      /"m.txt" has 1 row and "people.csv" has 3 rows: .* -> use files with the same number in the same order; or/,
    );
  });
});
