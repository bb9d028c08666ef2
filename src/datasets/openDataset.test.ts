import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { asyncFailure } from '../../test/support/failure.ts';
import { xlsxBytes } from '../../test/support/xlsxWriter.ts';
import { fingerprint, itemIndex } from '../ratings/index.ts';
import { sqlText, withDatabase } from './files/duckdb.ts';
import { openDataset } from './openDataset.ts';
import type { DatasetSource, LongSource } from './sources/datasetSource.ts';

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
      `FILE_ENCODING: "${path}" is not in utf-8: line 1 has bytes that mean nothing there -> set another encoding, such as windows-1252, or convert the file to utf-8`,
    );
  });
});

describe('tables as they come', () => {
  const labelsOf = ({ summary }: Awaited<ReturnType<typeof openDataset>>) =>
    summary.attributes.map(({ labels }) => labels.map(({ label, users }) => `${label} ${users}`));

  it.each(['csv', 'csv.gz', 'jsonl'])('ratings that repeat the attribute: .%s', async (format) => {
    const text = 'user,item,rating,gender\n1,x,1,F\n2,x,2,M\n1,y,3,\n2,y,4,M\n';
    const json = '{"user":1,"item":2,"rating":3,"gender":"F"}\n{"user":2,"item":2,"rating":4,"gender":"M"}\n';
    const path = write(`told.${format}`, format === 'jsonl' ? json : format === 'csv' ? text : gzipSync(text));
    expect(labelsOf(await openDataset(long(path, { attributes: ['gender'] })))).toEqual([['F 1', 'M 1']]);
  });

  it('ratings that disagree about a person name the lines of the file', async () => {
    const path = write('torn.csv', 'user,item,rating,gender\n\n1,x,1,F\n2,x,2,M\n1,y,3,M\n');
    expect(await asyncFailure(() => openDataset(long(path, { attributes: ['gender'] })))).toMatch(
      `ATTRIBUTE_INVALID: "${path}": the rows of user "1" disagree about "gender": "F" (line 3) and "M" (line 5) ->`,
    );
  });

  it('a table of more columns than one query reads has every cell in its place', async () => {
    const columns = Array.from({ length: 1203 }, (_, n) => n);
    // Person p answers column n with 1 + (n + p) % 5; some cells are empty, and one is no number.
    const cell = (person: number, n: number) =>
      n === 1100 && person === 1 ? 'much' : (n + 3 * person) % 7 === 0 ? '' : String(1 + ((n + person) % 5));
    const lines = ['a', 'b', 'a'].map((group, person) => [group, ...columns.map((n) => cell(person, n))].join(','));
    const path = write('widest.csv', `${['g', ...columns.map((n) => `q${n}`)].join(',')}\n${lines.join('\n')}\n`);
    const source = { kind: 'wide', path, items: { pattern: '^q' }, attributes: ['g'] } as const;
    const { dataset } = await openDataset(source);
    const { starts, indices, values } = dataset.ratings.byUser;
    for (let person = 0; person < 3; person++) {
      const found = new Map<string, string>();
      for (let at = starts[person]!; at < starts[person + 1]!; at++) {
        found.set(dataset.items.id(itemIndex(indices[at]!)), String(values[at]));
      }
      const wanted = columns.filter((n) => Number(cell(person, n)) > 0).map((n) => [`q${n}`, cell(person, n)] as const);
      expect(found).toEqual(new Map(wanted));
    }
  });

  it('a wide table with people and titles in other files, by id', async () => {
    const path = write('wide1.csv', 'id,f1,f2\n1,5,\n2,1,4\n3,,\n');
    const users = {
      path: write('wide1-people.csv', ',name,gender\n3.0,cy,F\n1.0,ann,F\n2.0,bob,M\n'),
      user: 'column1',
    };
    const titles = { path: write('wide1-films.jsonl', '{"id":"f2","title":"Heat"}\n{"id":"f1","title":"Alien"}\n') };
    const source = { kind: 'wide', path, items: { pattern: '^f' }, users, titles, attributes: ['gender'] } as const;
    const read = await openDataset(source);
    expect(labelsOf(read)).toEqual([['F 1', 'M 1']]);
    expect([0, 1].map((item) => read.dataset.items.title(item as never))).toEqual(['Alien', 'Heat']);
  });

  it('a matrix of spaces without a header, with people and titles in the same order', async () => {
    const path = write('wide2.txt', '  5  -1   3\r\n -1  -1  -1\r\n   \r\n  2   4  -1\r\n');
    const users = {
      path: write('wide2-people.txt', 'F 20\r\nM 30\r\nM 40\r\n'),
      header: false,
      match: 'position',
    } as const;
    const titles = { path: write('wide2-films.txt', 'Alien\nHeat\nJaws\n'), header: false };
    const source = { kind: 'wide', path, items: ['1', '2', '3'], missing: [-1], attributes: ['1', '2>=35'] } as const;
    const read = await openDataset({ ...source, users, titles });
    expect(labelsOf(read)[0]).toEqual(['F 1', 'M 1']);
    expect(read.summary).toMatchObject({
      users: 2,
      items: 3,
      ratings: 4,
      dropped: [{ reason: 'no ratings', users: 1 }],
    });
    expect([0, 1, 2].map((item) => read.dataset.items.title(item as never))).toEqual(['Alien', 'Heat', 'Jaws']);
    expect(await asyncFailure(() => openDataset({ ...source, users: { ...users, header: true } }))).toMatch(
      `COLUMN_MISSING: none of the 2 tables has a column`,
    );
    const short = { ...users, path: write('wide2-short.txt', 'F 20\nM 30\n') };
    expect(await asyncFailure(() => openDataset({ ...source, users: short }))).toMatch(
      `ROWS_NOT_MATCHED: "${path}" has 3 rows and "${short.path}" has 2 rows: they cannot be matched by position`,
    );
  });

  it('people matched by position who tell nothing that is asked for are still counted', async () => {
    const path = write('wide3.csv', 'f1,f2,club\n5,1,red\n2,4,blue\n');
    const users = { path: write('wide3-people.csv', 'age\n20\n30\n40\n'), match: 'position' } as const;
    const source = { kind: 'wide', path, items: { pattern: '^f' }, attributes: ['club'] } as const;
    expect(await asyncFailure(() => openDataset({ ...source, users }))).toMatch('has 2 rows and');
  });

  it('a range counts the columns of the file, not those that were read', async () => {
    const path = write('ranged.csv', 'note,club,n1,n2,f1,f2,f3\nx,red,9,9,5,1,2\ny,blue,8,9,2,4,3\n');
    const source = { kind: 'wide', path, attributes: ['club'] } as const;
    for (const range of ['5-7', 'f1..f3']) {
      const { dataset } = await openDataset({ ...source, items: { range } });
      expect([0, 1, 2, 3].map((at) => at < dataset.items.size && dataset.items.id(itemIndex(at)))).toEqual([
        'f1',
        'f2',
        'f3',
        false,
      ]);
    }
  });

  it('ratings parted by spaces, plain or not, and a line with too few', async () => {
    const plain = write('s1.txt', '1 10 3\n2 10 4\n');
    const columns = { user: '1', item: '2', rating: '3' };
    const spaced = write('s2.txt', '  1   10 3\n"2"  10 "4"  \n');
    const marks = [];
    for (const path of [plain, spaced]) {
      marks.push(fingerprint((await openDataset(long(path, { ratings: { path, columns } }))).dataset));
    }
    expect(marks[0]).toBe(marks[1]);
    const ragged = write('s3.txt', '1 10 3\n\n 2 10\n');
    expect(
      await asyncFailure(() => openDataset(long(ragged, { ratings: { path: ragged, columns, delimiter: ' ' } }))),
    ).toBe(
      `ROW_RAGGED: line 3 of "${ragged}" has 2 columns where there should be 3 -> correct the line; if all lines look like that, set the delimiter`,
    );
    const bad = write('s4.txt', '1 10 3\n   \n 2 10 good\n');
    expect(
      await asyncFailure(() => openDataset(long(bad, { ratings: { path: bad, columns, delimiter: ' ' } }))),
    ).toMatch('RATING_NOT_FINITE: 1 rating of');
    expect(
      await asyncFailure(() => openDataset(long(bad, { ratings: { path: bad, columns, delimiter: ' ' } }))),
    ).toMatch('is line 3: "good"');
  });

  it('numbers as headers, and a header that begins with a blank', async () => {
    const numbered = write('n1.csv', 'user,1193,661,914\n1,5,3,3\n2,4,,1\n');
    const source = { kind: 'wide', items: ['1193', '661', '914'] } as const;
    expect((await openDataset({ ...source, path: numbered })).summary).toMatchObject({ users: 2, items: 3 });
    const indexed = write('n2.csv', ',0,1,2\n0,5,3,3\n1,4,,1\n');
    expect((await openDataset({ kind: 'wide', items: ['0', '1', '2'], path: indexed })).summary).toMatchObject({
      users: 2,
      ratings: 5,
    });
    const index = write('n3.csv', ',user,item,rating\n0,a,x,1\n1,b,x,2\n');
    expect((await openDataset(long(index))).summary).toMatchObject({ users: 2, items: 1 });
  });
});

describe('bad files', () => {
  const fails = (name: string, contents: string | Uint8Array, more: Partial<LongSource> = {}) =>
    asyncFailure(() => openDataset(long(write(name, contents), more)));
  const at = (name: string) => join(folder, name);

  it.each([
    ['plain', (text: string) => text],
    ['packed', (text: string) => gzipSync(text)],
    ['in UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ])('a first line that goes on where nobody looks, %s', async (_, made) => {
    const text = (letters: number) => `user,item,rating${'x'.repeat(letters)}\nu,i,1\n`;
    const wide = write('wide.csv', made(text(2 ** 18)));
    expect(await asyncFailure(() => openDataset(long(wide)))).toMatch(
      /^FILE_MALFORMED: ".*wide.csv" has a first line of more than 262144 bytes/,
    );
    const narrower = write('narrower.csv', made(text(100_000)));
    expect(await asyncFailure(() => openDataset(long(narrower)))).not.toMatch('first line');
  });

  it('a missing column lists those that are there', async () => {
    expect(await fails('m.csv', 'user,item,stuff\na,x,1\n')).toBe(
      `COLUMN_MISSING: "${at('m.csv')}" has no column called rating, ratings, score or the like for the rating; its 3 columns are "user", "item", "stuff" -> name one of these columns (ratingColumn in a data file); if they look wrong, set the delimiter, or say whether the file has a header (header, usersHeader, itemsHeader in a data file)`,
    );
  });

  it('an attribute column that is not there', async () => {
    const users = { path: write('mu.csv', 'user,age\na,1\n') };
    expect(await fails('mr.csv', 'user,item,rating\na,x,1\n', { users, attributes: ['gender'] })).toMatch(
      `COLUMN_MISSING: none of the 2 tables has a column "gender" for the attribute. "${at('mu.csv')}": its 2 columns are "user", "age". "${at('mr.csv')}": its 3 columns are "user", "item", "rating" -> name one of these columns (--attribute), or add the table that has it (--users-table)`,
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
      `IDS_NOT_SHARED: of the 2 users of "${at('a.csv')}", 0 are among the 2 of "${at('nu.csv')}": the first has ids like "a", "b", the second like "u1", "u2" in the column "user"`,
    );
    const alike = { path: write('au.csv', 'user,sex\na,F\nb,F\n') };
    expect(await fails('a.csv', rows, { users: alike, attributes: ['sex'] })).toMatch(
      `ATTRIBUTE_SINGLE_VALUED: "${at('au.csv')}": the attribute "sex" has only the value "F"`,
    );
  });

  it('another encoding, deep in the file: guessed from all of it and said, or stated', async () => {
    const rows = Array.from({ length: 40_000 }, (_, n) => `u${n},x,1\n`).join('');
    const path = write('e.csv', Buffer.from(`user,item,rating\n${rows}z,caf\u00E9 \x80,2\n`, 'latin1'));
    const { dataset, summary } = await openDataset(long(path));
    expect(dataset.items.id(0 as never)).toBe('caf\u00E9 \u20AC');
    expect(summary.findings![0]).toMatchObject({
      code: 'READ_AS',
      place: 'e.csv',
      found: '"e.csv" is not in utf-8 (line 40002)',
    });
    expect(summary.understood).toEqual([
      {
        file: path,
        found: `"${path}" is not in utf-8 (line 40002)`,
        done: 'we read it as windows-1252',
        advice: 'if letters look wrong, name another encoding in a data file',
        settings: { encoding: 'windows-1252' },
      },
    ]);
    const stated = (encoding: 'utf-8' | 'windows-1250') => openDataset(long(path, { ratings: { path, encoding } }));
    expect((await stated('windows-1250')).summary.understood).toBeUndefined();
    expect(await asyncFailure(() => stated('utf-8'))).toBe(
      `FILE_ENCODING: "${path}" is not in utf-8: line 40002 has bytes that mean nothing there -> set another encoding, such as windows-1252, or convert the file to utf-8`,
    );
    const gzipped = write('e.csv.gz', gzipSync(Buffer.from('user,item,rating\na,caf\u00E9,2\n', 'latin1')));
    expect((await openDataset(long(gzipped))).dataset.items.id(0 as never)).toBe('caf\u00E9');
  });

  it('a workbook where text is wanted', async () => {
    const path = write(
      'book.xlsx',
      xlsxBytes({
        Ratings: [
          ['user', 'item', 'rating'],
          ['a', 'x', 1],
        ],
      }),
    );
    expect((await openDataset(long(path))).dataset.ratings.count).toBe(1);
    const asText = () => openDataset(long(path, { ratings: { path, format: 'delimited' } }));
    expect(await asyncFailure(asText)).toMatch(/^FILE_FOREIGN: .*book.xlsx" is a zip archive/);
  });

  it('two encodings in one file, or none that is known', async () => {
    const mixed = Buffer.concat([
      Buffer.from(`user,item,rating\na,th\u00E9,1\n`),
      Buffer.from('b,th\u00E9,2\n', 'latin1'),
    ]);
    expect(await fails('mixed.csv', mixed)).toMatch(
      `FILE_ENCODING: "${at('mixed.csv')}" is in two encodings: some lines are in utf-8, and line 3 is not`,
    );
    expect(await fails('unused.csv', Buffer.from('user,item,rating\na,\x81\xFF,1\n', 'latin1'))).toMatch(
      `FILE_ENCODING: "${at('unused.csv')}" is neither in utf-8 nor in windows-1252: line 2`,
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
      `FILE_NOT_READABLE: "${at('nowhere.csv')}" cannot be read: there is no such file`,
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
      `FILE_TRUNCATED: "${at('q.parquet')}" is no whole Parquet file: its end, which lists the columns, is missing`,
    );
  });

  it('options that do not exist', async () => {
    const open = (options: object) =>
      asyncFailure(() => openDataset(long('x', { ratings: { path: 'x', ...options } })));
    expect(await open({ encoding: 'utf-7' })).toMatch(
      'PARAMETER_OUT_OF_RANGE: encoding is "utf-7"; it must be one of utf-8, windows-1252, windows-1250, latin-1',
    );
    expect(await open({ delimiter: '' })).toMatch('PARAMETER_OUT_OF_RANGE: delimiter is ""');
    expect(await asyncFailure(() => openDataset({ kind: 'deep' } as never))).toMatch(
      'SOURCE_UNKNOWN: there is no kind of source "deep" -> set kind to long, wide, known or world',
    );
  });
});
