/**
 * The page reads files itself, the command line through a database: the same files must give the same data, the same
 * summary and the same complaints.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type DatasetSource, openDataset } from '../../src/datasets/index.ts';
import { UlteriorError } from '../../src/errors/index.ts';
import { fingerprint } from '../../src/ratings/index.ts';
import type { ReadDataset } from '../../src/tables/index.ts';
import {
  columnValues,
  type FileSource,
  fileBounds,
  type NamedBlob,
  openFiles,
  openRows,
  previewFile,
} from '../../src/web/files/index.ts';
import { itNeedsData } from '../support/needs.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-web-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, contents: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, contents);
  return path;
}

const blobOf = (path: string): NamedBlob => new File([readFileSync(path)], basename(path));

type Long = Extract<DatasetSource, { kind: 'long' }>;
type Wide = Extract<DatasetSource, { kind: 'wide' }>;

const chosen = <Part extends { readonly path: string }>({ path, ...part }: Part) => ({ ...part, file: blobOf(path) });

function inBrowser(source: Long | Wide): FileSource {
  if (source.kind === 'wide') {
    const { path, users, titles, ...rest } = source;
    return { ...rest, file: blobOf(path), people: users && chosen(users), titles: titles && chosen(titles) };
  }
  const { ratings, users, items, ...rest } = source;
  return { ...rest, ratings: chosen(ratings), people: users && chosen(users), items: items && chosen(items) };
}

/** Files are named by their path there and by their name here. */
const sameNames = (text: string) => text.replaceAll(`${folder}/`, '');
const plainSummary = ({ summary }: ReadDataset) => ({
  ...summary,
  source: basename(summary.source),
  guessedColumns: summary.guessedColumns.map((guess) => ({ ...guess, file: basename(guess.file) })),
  findings: summary.findings?.map((one) => ({ ...one, place: basename(one.place), found: sameNames(one.found) })),
  understood: summary.understood?.map((one) => ({ ...one, file: basename(one.file), found: sameNames(one.found) })),
});

async function both(source: Long | Wide): Promise<ReadDataset> {
  const there = await openDataset(source);
  const here = await openFiles(inBrowser(source));
  expect(fingerprint(here.dataset)).toBe(fingerprint(there.dataset));
  expect(plainSummary(here)).toEqual(plainSummary(there));
  const titles = ({ dataset: { items } }: ReadDataset) =>
    Array.from({ length: items.size }, (_, item) => items.title(item as never));
  expect(titles(here)).toEqual(titles(there));
  return here;
}

async function failure(open: () => Promise<unknown>): Promise<string> {
  try {
    await open();
  } catch (error) {
    if (error instanceof UlteriorError) return sameNames(`${error.code}: ${error.message} -> ${error.advice}`);
    throw error;
  }
  return 'no error';
}

async function bothFail(source: Long | Wide): Promise<string> {
  const there = await failure(() => openDataset(source));
  const here = await failure(() => openFiles(inBrowser(source)));
  expect(here.split(':')[0]).toBe(there.split(':')[0]);
  expect(there).not.toBe('no error');
  return here === there ? here : `${here} | ${there}`;
}

type Row = readonly [user: string, item: string, rating: number];
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const delimited = (rows: readonly Row[], sign: string, quote = quoted, end = '\n') =>
  [['user', 'item', 'rating'], ...rows.map(([user, item, rating]) => [quote(user), quote(item), rating])]
    .map((cells) => cells.join(sign) + end)
    .join('');
const jsonLines = (rows: readonly Row[]) =>
  rows.map(([user, item, rating]) => `${JSON.stringify({ user, item, rating })}\n`).join('');

async function database(sql: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}

describe('the same files, read twice', () => {
  const id = fc.string({ unit: fc.constantFrom(...'aZ07é,"; |雪🦉'), minLength: 1, maxLength: 4 });
  const rows = fc.uniqueArray(
    fc.tuple(
      id,
      id,
      fc.integer({ min: 1, max: 10 }).map((half) => half / 2),
    ),
    { minLength: 1, maxLength: 20, selector: ([user, item]) => JSON.stringify([user, item]) },
  );

  it('give the same dataset in every format', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (list) => {
        const csv = delimited(list, ',');
        const files = [
          write('r.csv', csv),
          write('windows.csv', `\uFEFF${delimited(list, ';', quoted, '\r\n')}`),
          write('r.tsv', delimited(list, '\t')),
          write('r.csv.gz', gzipSync(csv)),
          write('r.jsonl', jsonLines(list)),
          write('r.ndjson.gz', gzipSync(jsonLines(list))),
          write(
            'r.dat',
            delimited(list, '::', (text) => text),
          ),
        ];
        const json = join(folder, 'r.jsonl');
        const columns = "columns={'user': 'VARCHAR', 'item': 'VARCHAR', 'rating': 'DOUBLE'}";
        const parquet = join(folder, 'r.parquet');
        await database(
          `copy (select * from read_json('${json}', format='newline_delimited', ${columns})) to '${parquet}' (format parquet)`,
        );
        const marks = new Set<string>();
        for (const path of [...files, parquet]) {
          const { dataset } = await both({ kind: 'long', ratings: { path } });
          expect(dataset.ratings.count).toBe(list.length);
          marks.add(fingerprint(dataset));
        }
        expect(marks.size).toBe(1);
      }),
      { numRuns: 5 },
    );
  });

  it.each(['snappy', 'gzip', 'zstd', 'uncompressed'])('Parquet of numbers and dates, %s', async (codec) => {
    const path = join(folder, `typed-${codec}.parquet`);
    await database(
      `copy (select (n % 7)::bigint as user_id, (n // 7)::double / 2 as item, (1 + n % 5)::float + 0.1::float as rating,
             timestamp '2024-01-01' + to_days((n % 300)::int) as date from range(3000) t(n)
             union all select 0, 0, 5, timestamp '2030-01-01')
       to '${path}' (format parquet, compression ${codec}, row_group_size 2048)`,
    );
    const { dataset, summary } = await both({ kind: 'long', ratings: { path }, duplicates: 'last' });
    expect(summary).toMatchObject({ rowsRead: 3001, duplicates: { found: 1, rule: 'last' }, ratings: 3000 });
    expect(dataset.ratings.byUser.values[0]).toBe(5);
  });

  it('long tables with people and titles beside them', async () => {
    const path = write('r2.csv', 'user,item,rating\n1,10,3\n2,10,4\n3,20,5\n');
    const users = { path: write('u2.tsv', 'user\tAge\tSex\n2\t50\tF\n1\t20\tM\n3\t\tF\n') };
    const items = { path: write('i2.jsonl', '{"item": 10, "title": "Ten"}\n{"item": 20, "title": "Twenty"}\n') };
    const { summary } = await both({
      kind: 'long',
      ratings: { path },
      users,
      items,
      attributes: ['age>=35', 'sex'],
      minPerItem: 2,
    });
    expect(summary.dropped.map(({ reason }) => reason)).toEqual([
      'no "age"',
      'fewer than 1 ratings per user or 2 per item',
    ]);
  });

  it('a wide table in Latin-1 with stray bytes', async () => {
    const text = [
      'RespondentID,"Rate, please, the cuisine of\u00CAChad.","Rate, please, the cuisine of Peru.",Mood',
      '1,5,N/A,Not much\u00CA',
      '2,,4,A lot',
      '3,,,A lot\n',
    ].join('\n');
    const path = write('wide.csv', Buffer.from(text, 'latin1'));
    const source = { kind: 'wide', path, encoding: 'latin-1', items: { pattern: 'cuisine of' } } as const;
    const { summary } = await both({ ...source, attributes: ['mood'] });
    expect(summary.dropped).toEqual([{ reason: 'no ratings', users: 1, items: 0, ratings: 0 }]);
    expect(await bothFail({ ...source, encoding: 'utf-8' })).toBe(
      'FILE_ENCODING: "wide.csv" is not in utf-8: line 1 has bytes that mean nothing there -> set another encoding, such as windows-1252, or convert the file to utf-8',
    );
  });

  it('missing values, by word, in ratings and attributes', async () => {
    const path = write('gaps.csv', 'user,item,rating\na,x,1\nb,y, n/a \nc,z,\nd,z,nan\na,y,0.0\nb,x,2\nb,z,null\n');
    const plain = write('zeros.csv', 'user,item,rating\n1,1,1\n1,2,0\n2,1,2\n2,2,0.0\n');
    const users = { path: write('people.csv', 'user,team\na,red\nb,blue\nc,NA\nd,-1\n1,red\n2,blue\n') };
    const options = { users, attributes: ['team'], missing: ['0', '-1'] };
    const { summary } = await both({ kind: 'long', ratings: { path }, ...options });
    expect(summary.missing).toEqual([
      ...['', '0', 'N/A', 'NaN', 'null'].map((word) => ({ word, cells: 1 })),
      ...['-1', 'NA'].map((word) => ({ attribute: 'team', word, cells: 1 })),
    ]);
    const zeros = await both({ kind: 'long', ratings: { path: plain }, ...options });
    expect(zeros.summary).toMatchObject({ ratings: 2, missing: [{ word: '0', cells: 2 }, {}, {}] });
    const wide = write('wide-gaps.csv', 'id,dish 1,dish 2,team\n1,0,N/A,red\n2,3,,NA\n3,4,5,red\n4,so-so,2,blue\n');
    const told = await both({
      kind: 'wide',
      path: wide,
      items: { pattern: 'dish' },
      attributes: ['team'],
      missing: [0],
    });
    expect(told.summary.missing).toEqual([
      ...['', '0', 'N/A', 'so-so'].map((word) => ({ word, cells: 1 })),
      { attribute: 'team', word: 'NA', cells: 1 },
    ]);
  });

  it('decimal commas and answers in words', async () => {
    const values = ({ dataset }: ReadDataset) => [...dataset.ratings.byUser.values];
    const commas = write('commas.csv', 'user;item;rating\na;x;3,5\na;y;4\nb;x;1,25\n');
    const numbers = await both({ kind: 'long', ratings: { path: commas } });
    expect(values(numbers)).toEqual([3.5, 4, 1.25]);
    expect(numbers.summary.understood![0]).toMatchObject({ done: 'we read "1,25" as 1.25' });
    const ambiguous = write('ambiguous.csv', 'user;item;rating\na;x;3,125\na;y;4\nb;x;1,250\n');
    expect(await bothFail({ kind: 'long', ratings: { path: ambiguous } })).toMatch(/^RATING_NOT_FINITE: 2 ratings/);
    const words = write('words.csv', 'user,item,rating\na,x,often\na,y,Never\nb,x,Always\nb,y,NA\n');
    const often = await both({ kind: 'long', ratings: { path: words } });
    expect(values(often)).toEqual([2, 1, 3]);
    expect(often.summary.understood![0]!.settings).toEqual({ answers: [{ Never: 1, often: 2, Always: 3 }] });
    const told = await both({ kind: 'long', ratings: { path: words }, answers: [{ never: 0, often: 5, always: 7 }] });
    expect(values(told)).toEqual([5, 0, 7]);
    expect(told.summary.understood).toBeUndefined();
    const wide = write('wide-words.csv', 'id;q1;q2;q3\n1;Agree;1,5;2\n2;Disagree;2;3\n3;Strongly agree;;1\n');
    const source = { kind: 'wide', path: wide, items: { pattern: '^q' } } as const;
    expect(values(await both(source))).toEqual([2, 1.5, 2, 1, 2, 3, 3, 1]);
    expect(values(await both({ ...source, lenientNumbers: true }))).toEqual([2, 1.5, 2, 1, 2, 3, 3, 1]);
    const unknown = write('wide-unknown.csv', 'id,q1,q2\n1,Agree,1\n2,Disagree,2\n3,Agre,1\n');
    expect(await bothFail({ ...source, path: unknown })).toMatch(
      /^ANSWER_UNKNOWN: .*"Agre" is not in the scale.*\(line 4\)/,
    );
  });

  it('missing values where ratings repeat what is known of people, and in the counts of a column', async () => {
    const text = 'user,item,rating,team\na,x,1,NA\na,y,2,red\nb,x,3,blue\nb,y,4,unknown\nc,x,5,unknown\n';
    const file = Object.assign(new Blob([text]), { name: 'teams.csv' });
    const { summary } = await openFiles({
      kind: 'long',
      ratings: { file },
      attributes: ['team'],
      missing: ['unknown'],
    });
    expect(summary.attributes[0]!.labels.map(({ label }) => label)).toEqual(['blue', 'red']);
    expect(summary.missing).toEqual([{ attribute: 'team', word: 'unknown', cells: 1 }]);
    const counted = await columnValues(await openRows(file, {}), 'team', 'user', ['unknown']);
    expect(counted).toMatchObject({ rows: 3, missing: 2, distinct: 1 });
  });

  it('spaces behind quotes, delimiters at the end of lines, quotes inside cells, blank lines', async () => {
    const lines = ['user,item,rating', '"a" ,"x,y" ,"4" ', '', 'b"c,x,1,', '" d ",  e, 3 ', '02,"d""q",.5', '2,y,1e0'];
    const { dataset } = await both({ kind: 'long', ratings: { path: write('odd.csv', lines.join('\r\n')) } });
    expect(dataset.ratings.count).toBe(5);
    expect(dataset.items.indexOf('d"q')).toBeDefined();
  });

  it('a matrix of spaces without a header, and people and titles by position', async () => {
    const path = write('m.txt', '  5  -1   3\n -1  -1  -1\n   \n  2   4  -1\n');
    const users = { path: write('m-people.txt', '"F" 20\nM 30 \nM 40\n'), header: false, match: 'position' } as const;
    const titles = { path: write('m-films.txt', 'Alien\nHeat\nJaws\n'), header: false };
    const source = { kind: 'wide', path, items: ['1', '2', '3'], missing: [-1], attributes: ['1'] } as const;
    const { summary } = await both({ ...source, users, titles });
    expect(summary).toMatchObject({ users: 2, items: 3, ratings: 4 });
    const few = { ...users, path: write('m-few.txt', 'F 20\n') };
    expect(await bothFail({ ...source, users: few })).toBe(
      'ROWS_NOT_MATCHED: "m.txt" has 3 rows and "m-few.txt" has 1 row: they cannot be matched by position -> use files with the same number in the same order; or match by id',
    );
    const ragged = write('ragged.txt', ' 5 3\n 1 2 3\n');
    expect(await bothFail({ ...source, path: ragged, items: ['1', '2'], users })).toBe(
      'ROW_RAGGED: line 2 of "ragged.txt" has 3 columns where there should be 2 -> correct the line; if all lines look like that, set the delimiter',
    );
  });

  it('a wide table with an index, and people and titles by id', async () => {
    const path = write('index.csv', ',soup,cake\n0,5,\n1,1,4\n');
    const users = { path: write('index-people.csv', ',club\n1.0,red\n0.0,blue\n') };
    const titles = { path: write('index-titles.csv', 'id,title\ncake,Cream cake\nsoup,Pea soup\n') };
    const { dataset } = await both({
      kind: 'wide',
      path,
      items: ['soup', 'cake'],
      users,
      titles,
      attributes: ['club'],
    });
    expect(dataset.items.title(0 as never)).toBe('Pea soup');
  });

  it('tables as R writes them, whose header lacks the row names', async () => {
    for (const sign of [' ', ',']) {
      const path = write('r.txt', '"soup" "cake"\n"ann" 5 NA\n"bob b" 1 4\n'.replaceAll(/ (?!b")/g, sign));
      const users = {
        path: write('r-people.txt', '"club" "age"\n"bob b" "red" 30\n"ann" "blue" 40\n'.replaceAll(/ (?!b")/g, sign)),
      };
      const source = { kind: 'wide', path, items: ['soup', 'cake'], users, attributes: ['club'] } as const;
      expect((await both(source)).summary).toMatchObject({ users: 2, ratings: 3 });
    }
  });

  it('attributes in every row of the ratings', async () => {
    const path = write('told.csv', 'user,item,rating,sex\na,x,1,F\nb,x,2,M\na,y,3,\nb,y,4,M\n');
    const { dataset } = await both({ kind: 'long', ratings: { path }, attributes: ['sex'] });
    expect(dataset.attributes.get('sex')).toMatchObject({ labels: ['F', 'M'] });
    const changing = write('changing.csv', 'user,item,rating,sex\na,x,1,F\nb,x,2,M\na,y,3,M\n');
    expect(await bothFail({ kind: 'long', ratings: { path: changing }, attributes: ['sex'] })).toContain(
      'ATTRIBUTE_INVALID: "changing.csv": the rows of user "a" disagree about "sex": "F" (line 2) and "M" (line 4)',
    );
  });

  it('blocks cut anywhere', async () => {
    const list = Array.from({ length: 20_000 }, (_, n): Row => [`über,"${n % 97}"\n`, `雪${n}`, 1 + (n % 5)]);
    const { dataset } = await both({ kind: 'long', ratings: { path: write('many.csv', delimited(list, ',')) } });
    expect(dataset.ratings.count).toBe(20_000);
  });

  itNeedsData('food-world-cup/food-world-cup-data.csv', 'a survey as it was published', async (path) => {
    const source = { kind: 'wide', path, encoding: 'latin-1', items: { pattern: 'traditional cuisine' } } as const;
    const { summary } = await both({ ...source, attributes: ['gender'] } as Wide);
    expect(summary).toMatchObject({ items: 40, users: 1229 });
    const preview = await previewFile({ file: blobOf(path), encoding: 'latin-1' });
    const { shape, columns } = preview.guess;
    expect([shape, preview.guesses.user]).toEqual(['wide', 'RespondentID']);
    const items = columns.filter(({ role }) => role === 'item');
    expect(items).toHaveLength(40);
    expect(items.every(({ column }) => column.includes('traditional cuisine'))).toBe(true);
  });

  itNeedsData('ml-100k/u.data', 'MovieLens 100K', async (path) => {
    const part = { header: false, columnNames: ['user', 'item', 'rating', 'time'] };
    const users = {
      path: path.replace('u.data', 'u.user'),
      header: false,
      columnNames: ['user', 'age', 'gender', 'job', 'zip'],
    };
    const items = {
      path: path.replace('u.data', 'u.item'),
      encoding: 'latin-1',
      header: false,
      columnNames: ['item', 'title'],
    } as const;
    const { summary } = await both({ kind: 'long', ratings: { path, ...part }, users, items, attributes: ['gender'] });
    expect(summary).toMatchObject({ users: 943, items: 1682, ratings: 100_000 });
  });
});

describe('bad files', () => {
  const fails = (name: string, contents: string | Uint8Array, more: Partial<Long> = {}) =>
    bothFail({ kind: 'long', ratings: { path: write(name, contents) }, ...more });

  it.each([
    ['m.csv', 'user,item,stuff\na,x,1\n', 'COLUMN_MISSING'],
    ['short.csv', 'user,item,rating\na,x,1\nb,y\nc,z,2\n', 'ROW_RAGGED: line 3'],
    ['wide.csv', 'user,item,rating\na,x,1\nb,y,3,4\nc,z,2\n', 'ROW_RAGGED: line 3'],
    ['n.csv', 'user,item,rating\na,x,1\nb,y,good\nc,z,\nd,z,nan\ne,z,inf\n', 'RATING_NOT_FINITE: 2 ratings'],
    ['n.jsonl', '{"user":1,"item":2,"rating":null}\n{"user":1,"item":3}\n', 'DATASET_EMPTY: all 2 ratings'],
    ['l.csv', 'user,item,rating\r\n\r\n"a\r\n""z""",x,1\r\n\r\nb,x,bad\r\n', 'RATING_NOT_FINITE: 1 rating'],
    [
      'l.jsonl',
      '{"user":1,"item":2,"rating":3}\n\n{"user":1,"item":3,"rating":"bad"}\n',
      'RATING_NOT_FINITE: 1 rating',
    ],
    ['x.csv', 'user,item,rating\r\na,x,1\nb,x,2\r\n', 'FILE_MALFORMED'],
    ['i.csv', 'user,item,rating\na,x,1\n,y,2\n', 'ID_MISSING: 1 row'],
    ['d.csv', 'user,item,rating\na,x,1\nb,y,2\na,x,3\n', 'RATING_DUPLICATE'],
    ['q.csv', 'user,item,rating\na,"x,1\nb,y,2\n', 'FILE_MALFORMED: "q.csv" cannot be read as a table, at line 2'],
    ['h.csv', 'user,item,rating\n', 'FILE_EMPTY'],
    ['0.csv', '', 'FILE_EMPTY'],
  ])('%s: the same words', async (name, contents, wanted) => {
    const said = await fails(name, contents);
    expect(said).toContain(wanted);
    expect(said).not.toContain(' | ');
  });

  it('the same codes where the words are those of a library', async () => {
    expect(await fails('j.jsonl', '{"user":1,"item":2,"rating":3}\n{"user":\n')).toContain('FILE_MALFORMED');
    expect(await fails('p.parquet', 'PAR1 and no more')).toContain('FILE_TRUNCATED');
    expect(await fails('0.csv.gz', gzipSync(''))).toContain('FILE_EMPTY');
    const whole = gzipSync(
      delimited(
        Array.from({ length: 3000 }, (_, n): Row => [`u${n}`, `i${n * 7}`, 3]),
        ',',
      ),
    );
    expect(await fails('t.csv.gz', whole.subarray(0, whole.length - 9))).toContain('FILE_TRUNCATED');
  });

  it('another encoding, deep in the file: guessed and said, or refused where it is stated', async () => {
    const rows = Array.from({ length: 40_000 }, (_, n) => `u${n},x,1\n`).join('');
    const path = write('e.csv', Buffer.from(`user,item,rating\n${rows}z,caf\u00E9 \x80,2\n`, 'latin1'));
    const { dataset, summary } = await both({ kind: 'long', ratings: { path } });
    expect(dataset.items.id(0 as never)).toBe('caf\u00E9 \u20AC');
    expect(summary.understood![0]!.found).toBe('"e.csv" is not in utf-8 (line 40002)');
    expect(await bothFail({ kind: 'long', ratings: { path, encoding: 'utf-8' } })).toBe(
      'FILE_ENCODING: "e.csv" is not in utf-8: line 40002 has bytes that mean nothing there -> set another encoding, such as windows-1252, or convert the file to utf-8',
    );
  });

  it('too large: as it is, unpacked, and in rows', async () => {
    const file = blobOf(write('big.csv.gz', gzipSync(`user,item,rating\n${'a,x,1\n'.repeat(10_000)}`)));
    const open = (bounds: object) =>
      failure(() => openFiles({ kind: 'long', ratings: { file } }, { ...fileBounds, ...bounds }));
    expect(await open({ bytes: 50 })).toBe(
      'FILE_NOT_READABLE: "big.csv.gz" has 1 MB; this page reads files of up to 1 MB -> leave out some of the people, or use the command line (ulterior audit), which has no such limit',
    );
    expect(await open({ unpackedBytes: 40_000 })).toContain('holds more than 1 MB once it is unpacked');
    expect(await open({ rows: 9999 })).toContain('has more than 0.009999 million rows');
    expect(await open({})).toContain('RATING_DUPLICATE');
  });
});

describe('what only the page does', () => {
  const written = (name: string, text: string) => ({ file: blobOf(write(name, text)) });

  it('counts the values of a column, people once', async () => {
    const { file } = written('v.csv', 'user,age\na,20\nb,30\na,20\nc,\nd,30\n');
    const rows = await openRows(file);
    expect(await columnValues(rows, 'age')).toEqual({
      column: 'age',
      rows: 5,
      missing: 1,
      distinct: 2,
      values: [
        { value: '20', count: 2 },
        { value: '30', count: 2 },
      ],
      numbers: { min: 20, median: 20, max: 30 },
    });
    expect(await columnValues(rows, 'age', 'user')).toMatchObject({ rows: 4, values: [{ value: '30', count: 2 }, {}] });
  });

  /** The header of the first column names a user, but the same one comes twice; gender is coded like a rating. */
  function wideRows(): string {
    const rows = Array.from({ length: 40 }, (_, row) =>
      [
        Math.floor(row / 2),
        1 + (row % 3),
        ...Array.from({ length: 6 }, (_, item) => 1 + ((row * (item + 1)) % 5)),
      ].join(),
    );
    return ['person,gender,a,b,c,d,e,f', ...rows].join('\n');
  }

  it('a preview shows the first rows and guesses', async () => {
    const preview = await previewFile(written('pre.tsv', 'userId\tmovie_id\tstars\n1\t2\t3\n1\t3\t\n'));
    expect(preview).toMatchObject({
      format: 'delimited',
      delimiter: '\t',
      header: true,
      names: ['userId', 'movie_id', 'stars'],
      rows: [
        ['1', '2', '3'],
        ['1', '3', undefined],
      ],
      guesses: { user: 'userId', item: 'movie_id', rating: 'stars' },
      guess: { shape: 'long' },
    });
    const wide = await previewFile(written('wide.csv', wideRows()));
    expect(wide.guesses).toEqual({});
    expect(wide.guess.shape).toBe('wide');
    expect(wide.guess.columns.filter(({ role }) => role === 'attribute').map(({ column }) => column)).toEqual([
      'gender',
    ]);
  });
});
