import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { asyncFailure } from '../../test/support/failure.ts';
import { fingerprint } from '../ratings/index.ts';
import type { DatasetSource, LongSource } from './datasetSource.ts';
import { sqlText, withDatabase } from './duckdb.ts';
import { openDataset } from './openDataset.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-datasets-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, contents: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, contents);
  return path;
}
const long = (path: string, more: Partial<LongSource> = {}): DatasetSource => ({
  kind: 'long',
  ratings: { path },
  ...more,
});

type Row = readonly [string, string, number];
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const delimited = (rows: readonly Row[], sign: string, quote = quoted) =>
  [['user', 'item', 'rating'], ...rows.map(([user, item, rating]) => [quote(user), quote(item), rating])]
    .map((cells) => `${cells.join(sign)}\n`)
    .join('');
const jsonLines = (rows: readonly Row[]) =>
  rows.map(([user, item, rating]) => `${JSON.stringify({ user, item, rating })}\n`).join('');

async function writeParquet(jsonPath: string, path: string): Promise<string> {
  await withDatabase((connection) =>
    connection.run(
      `copy (select * from read_json(${sqlText(jsonPath)}, format='newline_delimited', columns={'user': 'VARCHAR', 'item': 'VARCHAR', 'rating': 'DOUBLE'})) to ${sqlText(path)} (format parquet)`,
    ),
  );
  return path;
}

describe('the same ratings in every format', () => {
  const id = fc.string({ unit: fc.constantFrom(...'aZ07é,"; |雪🦉'), minLength: 1, maxLength: 4 });
  const rows = fc.uniqueArray(
    fc.tuple(
      id,
      id,
      fc.integer({ min: 1, max: 10 }).map((half) => half / 2),
    ),
    {
      minLength: 1,
      maxLength: 20,
      selector: ([user, item]) => JSON.stringify([user, item]),
    },
  );

  it('give the same dataset', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (list) => {
        const csv = delimited(list, ',');
        const files = [
          write('r.csv', csv),
          write('r.tsv', delimited(list, '\t')),
          write('r.csv.gz', gzipSync(csv)),
          write('r.jsonl', jsonLines(list)),
          write('r.ndjson.gz', gzipSync(jsonLines(list))),
          write(
            'r.dat',
            delimited(list, '::', (text) => text),
          ),
        ];
        files.push(await writeParquet(join(folder, 'r.jsonl'), join(folder, 'r.parquet')));
        const datasets = [];
        for (const path of files) datasets.push((await openDataset(long(path))).dataset);
        expect(datasets[0]!.ratings.count).toBe(list.length);
        for (const [user, item, rating] of list) {
          const { users, items, ratings } = datasets[0]!;
          const row = users.indexOf(user)!;
          const from = ratings.byUser.starts[row]!;
          const at = ratings.byUser.indices.indexOf(items.indexOf(item)!, from);
          expect(ratings.byUser.values[at]).toBe(rating);
        }
        expect(new Set(datasets.map((dataset) => fingerprint(dataset))).size).toBe(1);
      }),
      { numRuns: 15 },
    );
  });

  it('more rows than one chunk keep their order and their numbers', async () => {
    const list = Array.from({ length: 5000 }, (_, n): Row => [String(n % 97), String(n), 1 + (n % 5)]);
    const path = write('many.csv', delimited(list, ','));
    const { dataset } = await openDataset(long(path));
    expect(dataset.ratings.count).toBe(5000);
    const { starts, indices, values } = dataset.ratings.byUser;
    for (const user of [0, 1, 96]) {
      const items = [...indices.subarray(starts[user], starts[user + 1])];
      expect(items.every((item) => item % 97 === user)).toBe(true);
      expect([...values.subarray(starts[user], starts[user + 1])]).toEqual(items.map((item) => 1 + (item % 5)));
    }
  });

  it('the last of repeated ratings is found by number or date', async () => {
    const dated = write('dated.csv', 'user,item,rating,date\na,x,1,2024-03-01\na,x,5,2024-02-01\nb,x,2,2024-01-01\n');
    const { dataset, summary } = await openDataset(long(dated, { duplicates: 'last' }));
    expect([...dataset.ratings.byUser.values]).toEqual([1, 2]);
    expect(summary.guessedColumns.at(-1)).toEqual({ file: dated, role: 'time', column: 'date' });
  });

  it('files without a header, with other columns, in Latin-1', async () => {
    const path = write('latin.txt', Buffer.from('4;caf\u00E9;ana\n2;th\u00E9;ana\n', 'latin1'));
    const ratings = { path, encoding: 'latin-1', columnNames: ['rating', 'item', 'user'] } as const;
    const { dataset } = await openDataset({ kind: 'long', ratings });
    expect([0, 1].map((item) => dataset.items.id(item as never))).toEqual(['caf\u00E9', 'th\u00E9']);
  });
});

describe('users and items beside the ratings', () => {
  it('are joined by id', async () => {
    const path = write('r2.csv', 'user,item,rating\n1,10,3\n2,10,4\n3,20,5\n');
    const users = { path: write('u2.tsv', 'user\tAge\n2\t50\n1\t20\n3\t\n') };
    const items = { path: write('i2.jsonl', '{"item": 10, "title": "Ten"}\n{"item": 20, "title": "Twenty"}\n') };
    const { dataset, summary } = await openDataset(long(path, { users, items, attributes: ['age>=35'] }));
    expect(dataset.attributes.get('age')).toMatchObject({ labels: ['below 35', 'from 35'] });
    expect([...dataset.attributes.get('age')!.values]).toEqual([0, 1]);
    expect(dataset.items.title(0 as never)).toBe('Ten');
    expect(summary.dropped).toEqual([{ reason: 'no "age"', users: 1, items: 1, ratings: 1 }]);
  });
});

describe('a wide file', () => {
  it('is read from Latin-1 with stray bytes in headers and values', async () => {
    const text = [
      'RespondentID,"Rate, please, the cuisine of\u00CAChad.","Rate, please, the cuisine of Peru.",Mood',
      '1,5,N/A,Not much\u00CA',
      '2,,4,A lot',
      '3,,,A lot\n',
    ].join('\n');
    const path = write('wide.csv', Buffer.from(text, 'latin1'));
    const source = { kind: 'wide', path, encoding: 'latin-1', items: { pattern: 'cuisine of' } } as const;
    const { dataset, summary } = await openDataset({ ...source, attributes: ['mood'] });
    expect([0, 1].map((item) => dataset.items.title(item as never))).toEqual(['Chad', 'Peru']);
    expect(dataset.attributes.get('mood')).toMatchObject({ labels: ['A lot', 'Not much'] });
    expect(summary.dropped).toEqual([{ reason: 'no ratings', users: 1, items: 0, ratings: 0 }]);
    expect(await asyncFailure(() => openDataset({ ...source, encoding: 'utf-8' }))).toBe(
      `FILE_ENCODING: "${path}" is not in utf-8: line 1 has bytes that mean nothing there -> set the encoding to latin-1, or convert the file to utf-8`,
    );
  });
});

describe('bad files', () => {
  const fails = (name: string, contents: string | Uint8Array, more: Partial<LongSource> = {}) =>
    asyncFailure(() => openDataset(long(write(name, contents), more)));
  const at = (name: string) => join(folder, name);

  it('a missing column lists those that are there', async () => {
    expect(await fails('m.csv', 'user,item,stuff\na,x,1\n')).toBe(
      `COLUMN_MISSING: "${at('m.csv')}" has no column called rating, ratings, score or the like for the rating; its 3 columns are "user", "item", "stuff" -> name one of these columns; if they look wrong, set the delimiter, or say whether the file has a header`,
    );
  });

  it('an attribute column that is not there', async () => {
    const users = { path: write('mu.csv', 'user,age\na,1\n') };
    expect(await fails('mr.csv', 'user,item,rating\na,x,1\n', { users, attributes: ['gender'] })).toMatch(
      `COLUMN_MISSING: "${at('mu.csv')}" has no column "gender" for the attribute; its 2 columns are "user", "age"`,
    );
  });

  it.each([
    ['short', 'b,y', 2],
    ['long', 'b,y,3,4', 4],
  ])('a row that is too %s', async (_, row, found) => {
    expect(await fails('g.csv', `user,item,rating\na,x,1\n${row}\nc,z,2\n`)).toBe(
      `ROW_RAGGED: line 3 of "${at('g.csv')}" has ${found} columns where there should be 3 -> correct the line; if all lines look like that, set the delimiter`,
    );
  });

  it('ratings that are no numbers', async () => {
    expect(await fails('n.csv', 'user,item,rating\na,x,1\nb,y,good\nc,z,\nd,z,nan\ne,z,?\n')).toMatch(
      `RATING_NOT_FINITE: 2 ratings of "${at('n.csv')}" are not numbers; the first is line 3: "good" -> correct`,
    );
    expect(
      await fails(
        'n.jsonl',
        '{"user":1,"item":2,"rating":3}\n{"user":1,"item":3,"rating":"NA"}\n{"user":1,"item":3,"rating":[]}\n',
      ),
    ).toMatch(`RATING_NOT_FINITE: 1 rating of "${at('n.jsonl')}" is not a number; the first is line 3: "[]"`);
  });

  it('lines are those of the file, whatever blank lines and line breaks in quotes come before', async () => {
    const text = 'user,item,rating\r\n\r\n"a\r\n""z""",x,1\r\n\r\nb,x,bad\r\n';
    expect(await fails('l.csv', text)).toMatch('the first is line 6: "bad"');
    expect(await fails('l.csv.gz', gzipSync(text))).toMatch('the first is line 6: "bad"');
    expect(await fails('l.jsonl', '{"user":1,"item":2,"rating":3}\n\n{"user":1,"item":3,"rating":"bad"}\n')).toMatch(
      'the first is line 3: "bad"',
    );
    expect(await fails('x.csv', 'user,item,rating\r\na,x,1\nb,x,2\r\n')).toMatch(
      `FILE_MALFORMED: "${at('x.csv')}" cannot be read as a table: its lines end in different ways, or a quote stands where it should not`,
    );
  });

  it('filters that leave nothing name the file', async () => {
    expect(await fails('f.csv', 'user,item,rating\na,x,1\n', { minPerUser: 2 })).toMatch(
      `DATASET_EMPTY: "${at('f.csv')}": no ratings are left of 1`,
    );
  });

  it('a row without a user', async () => {
    expect(await fails('i.csv', 'user,item,rating\na,x,1\n,y,2\n')).toMatch(
      `ID_MISSING: 1 row of "${at('i.csv')}" has no user; the first is line 3`,
    );
  });

  it('a repeated rating', async () => {
    expect(await fails('d.csv', 'user,item,rating\na,x,1\nb,y,2\na,x,3\n')).toMatch(
      `RATING_DUPLICATE: "${at('d.csv')}" has 1 rating that repeats a user and an item; the first is line 4: user "a" rates item "x" again after line 2`,
    );
  });

  it('rows of Parquet have no lines', async () => {
    const json = write(
      'p.jsonl',
      jsonLines([
        ['a', 'x', 1],
        ['a', 'x', 2],
      ]),
    );
    const path = await writeParquet(json, at('p.parquet'));
    expect(await asyncFailure(() => openDataset(long(path)))).toMatch(
      'the first is row 2: user "a" rates item "x" again after row 1',
    );
  });

  it('an attribute value that no group names', async () => {
    const users = { path: write('vu.csv', 'user,sex\na,F\nb,?\n') };
    expect(await fails('v.csv', 'user,item,rating\na,x,1\nb,x,2\n', { users, attributes: ['sex:{F;M}'] })).toMatch(
      `ATTRIBUTE_VALUE_UNKNOWN: the attribute "sex:{F; M}" does not say what to do with "?" (1 row of "${at('vu.csv')}", the first line 3)`,
    );
  });

  it('users without the attribute, and all with the same', async () => {
    const rows = 'user,item,rating\na,x,1\nb,x,2\n';
    const none = { path: write('nu.csv', 'user,sex\nu1,F\nu2,M\n') };
    expect(await fails('a.csv', rows, { users: none, attributes: ['sex'] })).toMatch(
      `ATTRIBUTE_WITHOUT_USERS: none of the 2 users of "${at('a.csv')}" has the attribute "sex": 0 of them are in "${at('nu.csv')}", which has 2 rows`,
    );
    const alike = { path: write('au.csv', 'user,sex\na,F\nb,F\n') };
    expect(await fails('a.csv', rows, { users: alike, attributes: ['sex'] })).toMatch(
      `ATTRIBUTE_SINGLE_VALUED: "${at('au.csv')}": the attribute "sex" has only the value "F"`,
    );
  });

  it('another encoding than stated, deep in the file', async () => {
    const rows = Array.from({ length: 3000 }, (_, n) => `u${n},x,1\n`).join('');
    expect(await fails('e.csv', Buffer.from(`user,item,rating\n${rows}\u00E9,x,2\n`, 'latin1'))).toBe(
      `FILE_ENCODING: "${at('e.csv')}" is not in utf-8: line 3002 has bytes that mean nothing there -> set the encoding to latin-1, or convert the file to utf-8`,
    );
  });

  it('empty files, and files with nothing but a header', async () => {
    const empty = (name: string) =>
      `FILE_EMPTY: "${at(name)}" has no rows -> check that it is the right file and that it was copied completely`;
    expect(await fails('0.csv', '')).toBe(empty('0.csv'));
    expect(await fails('0.csv.gz', gzipSync(''))).toBe(empty('0.csv.gz'));
    expect(await fails('h.csv', 'user,item,rating\n')).toBe(empty('h.csv'));
    const users = { path: write('hu.csv', 'user,sex\n') };
    expect(await fails('hr.csv', 'user,item,rating\na,x,1\n', { users, attributes: ['sex'] })).toBe(empty('hu.csv'));
  });

  it('no file, and a folder', async () => {
    expect(await asyncFailure(() => openDataset(long(at('nowhere.csv'))))).toMatch(
      `FILE_NOT_READABLE: "${at('nowhere.csv')}" cannot be read: ENOENT`,
    );
    expect(await asyncFailure(() => openDataset(long(folder)))).toMatch(
      `FILE_NOT_READABLE: "${folder}" cannot be read: it is a folder`,
    );
  });

  it('a compressed file that ends early, even at the end of a row', async () => {
    const whole = gzipSync(
      delimited(
        Array.from({ length: 3000 }, (_, n): Row => [`u${n}`, `i${n * 7}`, 3]),
        ',',
      ),
    );
    expect(await fails('t.csv.gz', whole.subarray(0, whole.length - 9))).toMatch(
      /FILE_TRUNCATED: ".*t.csv.gz" cannot be unpacked after \d+ bytes: unexpected end of file -> copy or download/,
    );
  });

  it('a quote that is not closed, broken JSON, and what is no Parquet', async () => {
    expect(await fails('q.csv', 'user,item,rating\na,"x,1\nb,y,2\n')).toMatch(
      `FILE_MALFORMED: "${at('q.csv')}" cannot be read as a table, at line 2: a quote is opened and not closed`,
    );
    expect(await fails('q.jsonl', '{"user":1,"item":2,"rating":3}\n{"user":\n')).toMatch(
      `FILE_MALFORMED: "${at('q.jsonl')}" cannot be read as a table, at line`,
    );
    expect(await fails('q.parquet', 'PAR1 and no more')).toMatch(
      `FILE_MALFORMED: "${at('q.parquet')}" cannot be read as a table`,
    );
  });

  it('options that do not exist', async () => {
    const open = (options: object) =>
      asyncFailure(() => openDataset(long('x', { ratings: { path: 'x', ...options } })));
    expect(await open({ encoding: 'utf-7' })).toMatch(
      'PARAMETER_OUT_OF_RANGE: encoding is "utf-7"; it must be utf-8 or latin-1',
    );
    expect(await open({ delimiter: '' })).toMatch('PARAMETER_OUT_OF_RANGE: delimiter is ""');
    expect(await asyncFailure(() => openDataset({ kind: 'deep' } as never))).toMatch(
      'SOURCE_UNKNOWN: there is no kind of source "deep" -> set kind to long, wide, known or world',
    );
  });
});
