/** Encodings, numbers with units, lists in columns and files of other kinds: the command line and the page read them alike. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openDataset } from '../../src/datasets/index.ts';
import { fingerprint } from '../../src/ratings/index.ts';
import { findingText } from '../../src/tables/index.ts';
import { openFiles } from '../../src/web/files/index.ts';
import { asyncFailure } from '../support/failure.ts';
import { savBytes } from '../support/savWriter.ts';
import { xlsxBytes } from '../support/xlsxWriter.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-odd-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, contents: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, contents);
  return path;
}

type Options = Parameters<typeof openDataset>[0] extends infer Source
  ? Omit<Extract<Source, { kind: 'long' }>, 'kind' | 'ratings' | 'users' | 'items'>
  : never;
const there = (path: string, options: Options) => openDataset({ kind: 'long', ratings: { path }, ...options });
const here = (path: string, options: Options) =>
  openFiles({ kind: 'long', ratings: { file: new File([readFileSync(path)], basename(path)) }, ...options });

async function both(path: string, options: Options = {}) {
  const [one, other] = [await there(path, options), await here(path, options)];
  expect(fingerprint(other.dataset)).toBe(fingerprint(one.dataset));
  expect(other.summary.cutNumbers).toEqual(one.summary.cutNumbers);
  return one;
}

async function bothFail(path: string, options: Options = {}): Promise<string> {
  const words = [await asyncFailure(() => there(path, options)), await asyncFailure(() => here(path, options))];
  const [one, other] = words.map((text) => text.replaceAll(`${folder}/`, ''));
  expect(other).toBe(one);
  return one!;
}

const TEXT = 'user,item,rating\nana,caf\u00E9,1\n\u96EA,\u{1F989},2\nana,tea,5\n';
const littleEndian = (text: string) => Buffer.from(text, 'utf16le');
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('text in UTF-16', () => {
  it.each([
    ['le.csv', littleEndian(`\uFEFF${TEXT}`)],
    ['be.csv', bigEndian(`\uFEFF${TEXT}`)],
    ['le-unmarked.csv', littleEndian(TEXT)],
    ['be-unmarked.csv', bigEndian(TEXT)],
    ['le.csv.gz', gzipSync(littleEndian(`\uFEFF${TEXT}`))],
    ['windows.csv', littleEndian(`\uFEFF${TEXT.replaceAll('\n', '\r\n').replaceAll(',', '\t')}`)],
    [
      'le.jsonl',
      littleEndian('{"user":"ana","item":"caf\u00E9","rating":1}\n{"user":"\u96EA","item":"tea","rating":2}\n'),
    ],
  ])('%s is read', async (name, bytes) => {
    const { dataset } = await both(write(name, bytes));
    expect(dataset.users.indexOf('\u96EA')).toBeDefined();
    expect(dataset.items.indexOf('caf\u00E9')).toBeDefined();
    // What was chosen does not matter: the file shows what it is.
    const latin = { kind: 'long', ratings: { path: join(folder, name), encoding: 'latin-1' } } as const;
    expect(fingerprint((await openDataset(latin)).dataset)).toBe(fingerprint(dataset));
  });

  it('errors name the line, and copies are gone', async () => {
    const own = mkdtempSync(join(folder, 'temporary-'));
    vi.stubEnv('TMPDIR', own);
    const path = write('bad.csv', littleEndian(`\uFEFF${TEXT}\n\nbob,tea,good\n`));
    expect(await bothFail(path)).toMatch(
      /^RATING_NOT_FINITE: 1 rating of "bad.csv" is not a number; the first is line 7: "good"/,
    );
    vi.unstubAllEnvs();
    expect(readdirSync(own)).toEqual([]);
  });

  it('half a sign is refused without advice that leads nowhere', async () => {
    const bytes = littleEndian(`\uFEFF${TEXT}\uD800,x,1\n`);
    expect(await bothFail(write('half.csv', bytes))).toBe(
      'FILE_ENCODING: "half.csv" begins like text in UTF-16, but has bytes that mean nothing there -> copy or download the file again, or convert it to utf-8',
    );
  });
});

describe('files of other kinds', () => {
  const zip = (name: string) =>
    Buffer.concat([Buffer.from('PK\x03\x04\x14\0\x06\0\x08\0', 'latin1'), Buffer.from(name), Buffer.alloc(60, 7)]);
  const tar = Buffer.alloc(1024);
  tar.write('ratings.csv');
  tar.write('ustar', 257);
  it.each([
    ['sheet.ods', zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'), 'a spreadsheet of LibreOffice'],
    ['archive.zip', zip('ratings.csv'), 'a zip archive'],
    ['old.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]), 'an old Excel workbook'],
    ['data.pkl', Buffer.from('\x80\x04\x95\x10\0\0\0\0\0\0\0}\x94', 'latin1'), 'a pickle of Python'],
    ['data.sqlite', Buffer.from('SQLite format 3\0 and more'), 'an SQLite database'],
    ['data.tar.gz', gzipSync(tar), 'a tar archive'],
    ['ratings.csv.bz2', Buffer.from('BZh91AY&SY'), 'a file that bzip2 packed'],
    ['login.csv', '<!DOCTYPE html>\n<html><body>Log in</body></html>\n', 'a web page'],
  ])('%s is refused as what it is', async (name, bytes, kind) => {
    const said = await bothFail(write(name, bytes));
    expect(said).toMatch(`FILE_FOREIGN: "${name}" is ${kind}, not a table in text or Parquet -> `);
    expect(said).not.toMatch(/latin/);
  });

  it('workbooks and files of SPSS are the same table in both places', async () => {
    const rows = [
      ['ana', 'caf\u00E9', 1],
      ['bob', 'tea', 5],
      ['ana', 'tea', 2],
    ];
    const { dataset } = await both(write('book.csv', xlsxBytes({ Ratings: [['user', 'item', 'rating'], ...rows] })));
    expect([...dataset.ratings.byUser.values]).toEqual([1, 2, 5]);
    const variables = [{ name: 'user', width: 3 }, { name: 'item', width: 8 }, { name: 'rating' }];
    const sav = await both(write('ratings.sav', savBytes(variables, rows, { packed: true })));
    expect(fingerprint(sav.dataset)).toBe(fingerprint(dataset));
    expect(await bothFail(write('cut.xlsx', xlsxBytes({ Ratings: rows }).subarray(0, -9)))).toMatch(
      /^FILE_TRUNCATED: "cut.xlsx"/,
    );
  });

  it('junk is no text, whatever its length', async () => {
    let state = 1;
    const junk = Uint8Array.from({ length: 5000 }, () => {
      state = (state * 48271) % 2147483647;
      return state % 256;
    });
    for (const length of [300, 5000]) {
      for (const name of ['junk.csv', 'junk.parquet', 'junk.jsonl']) {
        const said = await bothFail(write(name, junk.subarray(0, length)));
        expect(said).toMatch(/^FILE_FOREIGN: "junk\.\w+" is no text: byte \d+ is \d+, which stands in no table -> /);
        expect(said).not.toMatch(/latin/);
      }
    }
  });

  it('a table under the name of another format is read', async () => {
    expect((await both(write('plain.parquet', TEXT))).dataset.ratings.count).toBe(3);
  });

  it('Latin-1 is still told from junk', async () => {
    const path = write('latin.csv', Buffer.from('user,item,rating\nana,caf\u00E9,1\n', 'latin1'));
    expect((await both(path)).dataset.items.id(0 as never)).toBe('caf\u00E9');
  });
});

describe('numbers with units', () => {
  const csv = 'user,item,rating,age\na,x,5 stars,"14"""\na,y,4,"14"""\nb,x,"3,5",12 years\nc,x,NA,20\nc,y,2,20\n';

  it('are read on request, by both readers and in every format', async () => {
    const path = write('units.csv', csv);
    const { dataset, summary } = await both(path, { lenientNumbers: true });
    expect([...dataset.ratings.byUser.values]).toEqual([5, 4, 3.5, 2]);
    expect(findingText(summary.findings![0]!)).toMatch(
      /^Ratings: 2 cells are read leniently\. We read "3,5" as 3.5, "5 stars" as 5\. /,
    );
    const packed = await both(write('units.csv.gz', gzipSync(csv)), { lenientNumbers: true });
    expect(fingerprint(packed.dataset)).toBe(fingerprint(dataset));
    expect(await bothFail(path)).toMatch(/; or set lenientNumbers in a data file, which reads "5 stars" as 5$/);
    expect(await bothFail(write('worse.csv', `${csv}d,x,good,1\n`), { lenientNumbers: true })).toMatch(
      /^RATING_NOT_FINITE: 1 rating of "worse.csv" is not a number; the first is line 7: "good"/,
    );
  });

  it('are read in wide tables and attributes', async () => {
    const path = write('wide.csv', 'age,x,y\n"14""",5 stars,4\n12 years,"3,5",NA\n20,1,\n');
    const options = {
      items: { range: 'x..y' },
      attributes: ['age as years>=13{young; old}'],
      lenientNumbers: true,
    } as const;
    const one = await openDataset({ kind: 'wide', path, ...options });
    const other = await openFiles({ kind: 'wide', file: new File([readFileSync(path)], 'wide.csv'), ...options });
    expect(fingerprint(other.dataset)).toBe(fingerprint(one.dataset));
    expect(other.summary.attributes).toEqual(one.summary.attributes);
    expect(other.summary.cutNumbers).toEqual(one.summary.cutNumbers);
    expect(one.summary.cutNumbers?.map(({ attribute, cells }) => [attribute, cells])).toEqual([
      [undefined, 2],
      ['years', 2],
    ]);
    expect(one.summary.attributes[0]).toMatchObject({ name: 'years', labels: [{ label: 'young' }, { label: 'old' }] });
    expect([...one.dataset.ratings.byUser.values]).toEqual([5, 4, 3.5, 1]);
  });
});

describe('ranges of columns', () => {
  it.each(['4-6', 'E1..E3', 'E3,E1..E2', '1-6'])(
    '%s means the columns of the file, whatever else is read',
    async (range) => {
      const path = write('quiz.csv', 'gender,user,E0,E1,E2,E3\n1,a,9,1,2,3\n2,b,9,4,5,6\n');
      const options = { items: { range }, attributes: ['gender{1=f; 2=m}'] } as const;
      const one = await openDataset({ kind: 'wide', path, ...options });
      const other = await openFiles({ kind: 'wide', file: new File([readFileSync(path)], 'quiz.csv'), ...options });
      expect(fingerprint(other.dataset)).toBe(fingerprint(one.dataset));
      const ids = Array.from({ length: one.dataset.items.size }, (_, item) => one.dataset.items.id(item as never));
      expect(ids.sort()).toEqual(range === '1-6' ? ['E0', 'E1', 'E2', 'E3'] : ['E1', 'E2', 'E3']);
      expect(one.summary.attributes[0]!.labels.map(({ label }) => label)).toEqual(['f', 'm']);
    },
  );

  it('an attribute alone is no item', async () => {
    const path = write('alone.csv', 'gender,user\n1,a\n2,b\n');
    const options = { items: { range: '1-2' }, attributes: ['gender'] } as const;
    expect(await asyncFailure(() => openDataset({ kind: 'wide', path, ...options }))).toMatch(
      /^DATASET_EMPTY: ".*alone.csv" has no item columns besides those of the user and the attributes/,
    );
  });
});

describe('columns of lists and records', () => {
  it('are refused by name and type where they are used, and only there', async () => {
    const path = join(folder, 'nested.parquet');
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(
      `copy (select 'u' || (i % 3) as user, 'i' || i as item, [i, i + 1] as tags, {'a': i, 'b': 'x'} as record,
             map {'k': i} as pairs, 1 + i % 5 as rating from range(12) t(i)) to '${path}' (format parquet)`,
    );
    connection.closeSync();
    instance.closeSync();
    expect((await both(path)).dataset.ratings.count).toBe(12);
    const using = async (item: string) => {
      const columns = { item };
      const file = new File([readFileSync(path)], 'nested.parquet');
      return [
        await asyncFailure(() => openDataset({ kind: 'long', ratings: { path, columns } })),
        await asyncFailure(() => openFiles({ kind: 'long', ratings: { file, columns } })),
      ];
    };
    for (const [column, kind] of [
      ['tags', 'lists'],
      ['record', 'records'],
      ['pairs', 'records'],
    ] as const) {
      for (const said of await using(column)) {
        expect(said).toMatch(
          new RegExp(`^COLUMN_NESTED: the column "${column}" of ".*nested.parquet" holds ${kind} \\(.+\\)`),
        );
      }
    }
    expect((await using('tags'))[0]).toContain(
      'holds lists (BIGINT[]), not single values -> write the table with one row',
    );
  });
});
