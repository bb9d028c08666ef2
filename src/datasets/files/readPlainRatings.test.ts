import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { asyncFailure } from '../../../test/support/failure.ts';
import type { LongColumns, Table } from '../../tables/index.ts';
import { openDataset } from '../openDataset.ts';
import { withDatabase } from './duckdb.ts';
import type { FileOptions } from './fileOptions.ts';
import { readPlainRatings } from './readPlainRatings.ts';
import { readRatings } from './readRatings.ts';
import { openTableFile } from './tableFile.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-plain-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'ratings.txt');

const NAMES = { user: 'user', item: 'item', rating: 'rating' };
const told = ({ rows, columns }: Table) => ({ rows, columns: [...columns] });

/** What both paths make of a file. Nothing where the plain one declines; a message where only the database does. */
async function readBoth(contents: string, options: FileOptions = {}, names: LongColumns = NAMES) {
  writeFileSync(path, contents);
  return withDatabase(async (connection) => {
    const file = await openTableFile(connection, path, options);
    const plain = await readPlainRatings(file, names);
    if (plain === undefined) return undefined;
    return { plain: told(plain), database: await readRatings(connection, file, names).then(told, String) };
  });
}

const digits = (most: number) => fc.nat(10 ** most - 1).map(String);
const plainId = fc.oneof(digits(1), digits(4), fc.nat(2 ** 22 - 1).map(String));
const plainRating = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(
      digits(1),
      digits(7),
      fc.tuple(digits(3), digits(4)).map((parts) => parts.join('.')),
    ),
  )
  .map(([sign, value]) => sign + value);
const plainOther = fc.string({ unit: fc.constantFrom(...'a0 -./_(~'), maxLength: 5 });

type Cells = Readonly<Record<'id' | 'rating' | 'other', fc.Arbitrary<string>>>;

/** Lines of such cells, with the three roles among up to five columns in any order. */
const files = ({ id, rating, other }: Cells) =>
  fc
    .record({
      columnNames: fc.shuffledSubarray(['user', 'item', 'rating', 'a', 'b'], { minLength: 3 }),
      delimiter: fc.constantFrom(',', '::', '\t', ';', '|', ':', '; ', '<=>'),
      lineEnd: fc.constantFrom('\n', '\r\n'),
      header: fc.boolean(),
    })
    .filter(({ columnNames }) => Object.keys(NAMES).every((name) => columnNames.includes(name)))
    .chain(({ columnNames, delimiter, lineEnd, header }) => {
      const row = fc.tuple(...columnNames.map((name) => (name === 'rating' ? rating : name in NAMES ? id : other)));
      return fc.array(row, { minLength: 1, maxLength: 12 }).map((rows) => ({
        contents: [...(header ? [columnNames] : []), ...rows].map((cells) => cells.join(delimiter) + lineEnd).join(''),
        options: { delimiter, header, columnNames },
      }));
    });

describe('plain ratings', () => {
  it('are taken, and give the table that the database gives', async () => {
    await fc.assert(
      fc.asyncProperty(
        files({ id: plainId, rating: plainRating, other: plainOther }),
        async ({ contents, options }) => {
          const both = await readBoth(contents, options);
          expect(both).toBeDefined();
          expect(both!.plain).toEqual(both!.database);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('with odd cells here and there are left to the database, or give the table that it gives', async () => {
    const odd = (cell: fc.Arbitrary<string>, ...others: string[]) =>
      fc.oneof({ weight: 40, arbitrary: cell }, { weight: 1, arbitrary: fc.constantFrom('', '\r', ...others) });
    const cells = {
      id: odd(plainId, '07', '+1', ' 1', '1 ', '-1', '-0', '1.0', 'x', '4194304', '1e2', '1_0', '"1"', '\u0661'),
      rating: odd(
        plainRating,
        '.5',
        '5.',
        '+3',
        '1e1',
        'nan',
        '12345678',
        '0.1234567',
        ' 4',
        '--1',
        '-',
        '1.2.3',
        '"4"',
      ),
      other: odd(plainOther, '"', '"a,b"', 'a,b', ':', '::', ';', '\t', '\u0000', 'é', '\n'),
    };
    await fc.assert(
      fc.asyncProperty(files(cells), async ({ contents, options }) => {
        const both = await readBoth(contents, options);
        if (both !== undefined) expect(both.plain).toEqual(both.database);
      }),
      { numRuns: 60 },
    );
  });

  it('ids are in the order of their values', async () => {
    const both = await readBoth('user,item,rating\n10,0,1\n9,4194303,2\n10,3,0.1\n');
    expect(both?.plain).toEqual({
      rows: 3,
      columns: [
        ['user', { kind: 'codes', codes: Uint32Array.of(1, 0, 1), ids: ['9', '10'] }],
        ['item', { kind: 'codes', codes: Uint32Array.of(0, 2, 1), ids: ['0', '3', '4194303'] }],
        ['rating', { kind: 'numbers', values: Float32Array.of(1, 2, 0.1) }],
      ],
    });
  });
});

describe('what is not plain is left to the database', () => {
  const head = 'user,item,rating\n';
  it.each([
    ['an id with a zero in front', `${head}1,2,3\n01,2,3\n`],
    ['an id with a sign', `${head}1,2,3\n-1,2,3\n`],
    ['a large id', `${head}1,2,3\n4194304,2,3\n`],
    ['no id', `${head}1,2,3\n,2,3\n`],
    ['a text', `${head}1,2,3\n1,b,3\n`],
    ['a rating in another spelling', `${head}1,2,3e0\n`],
    ['a rating with too many digits', `${head}1,2,3.0000000\n`],
    ['no rating', `${head}1,2,\n`],
    ['a quote', `${head}1,2,"3"\n`],
    ['a quote in the header', '"user",item,rating\n1,2,3\n'],
    ['a short line', `${head}1,2,3\n1,2\n`],
    ['a long line', `${head}1,2,3\n1,2,3,4\n`],
    ['a blank line', `${head}1,2,3\n\n1,3,3\n`],
    ['line ends of two kinds', `${head}1,2,3\r\n`],
    ['a last line without its end', `${head}1,2,3`],
    ['no rows', head],
    ['letters beyond ASCII', 'user,item,rating,note\n1,2,3,caf\u00E9\n'],
  ])('%s', async (_, contents) => {
    expect(await readBoth(contents)).toBeUndefined();
  });

  it('times, a column in two roles, a delimiter that may be part of a number', async () => {
    const timed = 'user,item,rating,time\n1,2,3,4\n';
    expect(await readBoth(timed)).toBeDefined();
    expect(await readBoth(timed, {}, { ...NAMES, time: 'time' })).toBeUndefined();
    expect(await readBoth(timed, {}, { ...NAMES, item: 'user' })).toBeUndefined();
    const columnNames = Object.keys(NAMES);
    expect(await readBoth('1-2-3\n', { delimiter: '-', header: false, columnNames })).toBeUndefined();
  });
});

describe('a file of many blocks', () => {
  const rows = Array.from({ length: 60_000 }, (_, n) => `${n % 301},${n},${1 + (n % 9) / 2}\n`);
  const contents = `user,item,rating\n${rows.join('')}`;
  const open = (text: string) => {
    writeFileSync(path, text);
    return openDataset({ kind: 'long', ratings: { path } });
  };

  it('is read across their borders', async () => {
    expect(contents.length).toBeGreaterThan(2 * 2 ** 18);
    const both = await readBoth(contents);
    expect(both?.plain.rows).toBe(60_000);
    expect(both?.plain).toEqual(both?.database);
  });

  it('is read from the start by the database where its last row departs', async () => {
    const { dataset } = await open(`${contents}x,1,1\n`);
    expect(dataset.ratings.count).toBe(60_001);
    // Not all are whole numbers, so they are ordered as texts.
    expect([1, 2, 301].map((user) => dataset.users.id(user as never))).toEqual(['1', '10', 'x']);
    expect(await asyncFailure(() => open(`${contents}1,1,good\n`))).toMatch(
      `RATING_NOT_FINITE: 1 rating of "${path}" is not a number; the first is line 60002: "good"`,
    );
    expect(await asyncFailure(() => open(`${contents}1,1,2,3\n`))).toMatch('ROW_RAGGED: line 60002 of');
  });

  it('names the lines of repeated ratings', async () => {
    expect(await asyncFailure(() => open(`${contents}5,5,1\n`))).toMatch(
      'the first is line 60002: user "5" rates item "5" again after line 7',
    );
  });
});
