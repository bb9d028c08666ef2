/**
 * Tables as people have them, through the flags of the command line: layouts, headers, joins, and what is said where they
 * do not fit. The flags are read in this process, which is faster; a few calls go to the built program.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, describe, expect, it } from 'vitest';
import type { AuditRecords } from '../src/audit/index.ts';
import { setting } from '../src/cli/data/setting.ts';
import { addDataOptions, type DataFlags, sourceFrom } from '../src/cli/shared/dataOptions.ts';
import { openDataset } from '../src/datasets/index.ts';
import { exitStatus, UlteriorError } from '../src/errors/index.ts';
import { derive } from '../src/maths/index.ts';
import type { ReadDataset, ReadSummary } from '../src/tables/index.ts';
import { historyIn } from './support/findings.ts';
import { ulterior } from './support/program/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-tables-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));
/** Files by their names alone, as somebody in the folder would see them. */
const named = (text: string) => text.replaceAll(`${folder}/`, '');

function run(...words: string[]) {
  const { status, stdout, stderr } = ulterior(words);
  return { status, stdout, said: `${status} ${named(stderr)}` };
}
function opened(...words: string[]): Promise<ReadDataset> {
  const quiet = { writeErr: () => {}, writeOut: () => {} };
  const command = addDataOptions(new Command().argument('<data>').exitOverride().configureOutput(quiet));
  command.option('--set <key=value>', '', (text: string, before?: object) => ({ ...before, ...setting(text) }));
  command.parse(words, { from: 'user' });
  const { set, ...flags } = command.opts<DataFlags & { readonly set?: DataFlags }>();
  return openDataset(sourceFrom(command.args[0]!, { ...flags, ...set }));
}
const described = async (...words: string[]) => (await opened(...words)).summary;
/** What the command line prints, with its exit status before it. */
async function refused(...words: string[]): Promise<string> {
  try {
    await opened(...words);
  } catch (error) {
    if (!(error instanceof UlteriorError)) return String(error);
    const { message, code, advice } = error;
    return named(`${exitStatus[error.kind]} error ${message} [${code}]\n  try: ${advice}\n`);
  }
  return 'no error';
}
function write(name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}
const range = (count: number) => Array.from({ length: count }, (_, n) => n);
const stream = derive(20, 'tables');
const below = (bound: number) => Math.floor(stream.uniform() * bound);
const groupsOf = ({ attributes }: ReadSummary) => attributes[0]!.labels.map(({ label, users }) => [label, users]);
const AUDIT =
  '--set folds=2 --questions 2 --set training.dimension=2 --set resamples=50 --set controls=1 --set permutations=200 --set strategies=random --threads 1 --quiet'.split(
    ' ',
  );

describe('1,100 people and 400 films among 477 columns', () => {
  const questions = range(74).map((n) => `How do you feel in part ${n + 1}?`);
  const films = range(400).map((n) => `"Film ${n + 1}, the (${1930 + (n % 80)}) one"`);
  const header = [...films, ...questions, 'Gender', 'Only child', 'Seen alone'];
  const rows = range(1100).map((person) => {
    const answers = films.map(() => (below(4) === 0 ? String(below(9) / 2) : ''));
    return [...answers, ...questions.map(() => below(5) + 1), (person % 3) + 1, below(2), below(2)].join(',');
  });
  const path = write('films.csv', [header.join(','), ...rows]);

  it('are described with the codes of the attribute', async () => {
    const summary = await described(path, '--item-columns', '^Film', '--attribute', 'gender');
    expect(summary).toMatchObject({ users: 1100, items: 400, scale: { min: 0, max: 4, step: 0.5 } });
    expect(groupsOf(summary)).toEqual([
      ['1', 367],
      ['2', 367],
      ['3', 366],
    ]);
  });

  it('fit a screen, and --json has everything', () => {
    const { stdout, status } = run('describe', path, '--output', join(folder, 'films.ulterior.json'));
    expect(status).toBe(0);
    expect(stdout).toContain('400 items');
    expect(stdout.split('\n').length).toBeLessThan(50);
    expect(Math.max(...stdout.split('\n').map((line) => named(line).length))).toBeLessThan(140);
    const words = ['--item-columns', '^Film', '--attribute', 'How do you feel in part 1?', '--json'];
    expect(JSON.parse(run('describe', path, ...words).stdout).attributes[0].labels).toHaveLength(5);
  });

  it('a misspelt column shows the nearest, the flag, and a handful of 477', async () => {
    const said = await refused(path, '--item-columns', '^Film', '--attribute', 'gendre');
    expect(said).toMatch(/^3 error .* has no column "gendre" for the attribute \(did you mean "Gender"\?\); its 477/);
    expect(said).toContain('and 469 others [COLUMN_MISSING]');
    expect(said).toContain('(--attribute)');
    expect(said.length).toBeLessThan(800);
  });
});

describe('answers from 1 to 5 parted by tabs, with 0 for "not answered" also in the attribute', () => {
  const names = range(20).map((n) => `Q${n + 1}`);
  const rows = range(90).map((person) => [...names.map(() => below(6)), person % 3, 20 + person].join('\t'));
  const path = write('answers.tsv', [[...names, 'gender', 'age'].join('\t'), ...rows]);

  it('are described without the zeros', async () => {
    const summary = await described(path, '--item-columns', '^Q\\d', '--attribute', 'gender', '--missing', '0');
    expect(summary).toMatchObject({ users: 60, items: 20, scale: { min: 1, max: 5, step: 1 } });
    expect(groupsOf(summary)).toEqual([
      ['1', 30],
      ['2', 30],
    ]);
    expect(summary.dropped).toEqual([{ reason: 'no "gender"', users: 30, items: 0, ratings: expect.any(Number) }]);
  });

  it('and too few people for an audit are counted', async () => {
    const words = ['audit', path, '--item-columns', '^Q\\d', '--missing', '0', '--output', join(folder, 'few')];
    expect(run(...words, '--attribute', 'age:number', '--min-user', '19').said).toMatch(
      /^3 error "age" is known of \d people: an audit of a number needs at least 20 \[PEOPLE_TOO_FEW\]/,
    );
    expect(run(...words, '--attribute', 'gender', '--set', 'minGroup=40').said).toMatch(
      /^3 error the attribute "gender" has fewer than two groups of at least 40 people: "1" 30, "2" 30 \[GROUPS_/,
    );
  });
});

describe('a matrix parted by spaces, without a header, and the people in the same order in a second file', () => {
  const people = range(80).map((n) => ({ sex: n % 2 === 0 ? 'f' : 'm', age: 20 + (n % 50) }));
  const answer = (person: number, item: number) => (below(4) === 0 ? -1 : 1 + ((item + person) % 2) * 2 + below(3));
  const matrix = range(80).map((person) =>
    range(30)
      .map((item) => String(answer(person, item)).padStart(4))
      .join(''),
  );
  const path = write('matrix.txt', matrix);
  const users = write(
    'people.txt',
    people.map(({ sex, age }) => `${sex} ${age}`),
  );
  const titles = write(
    'titles.txt',
    range(30).map((n) => `Joke number ${n + 1}`),
  );
  const data = [
    path,
    '--item-columns',
    '^\\d+$',
    '--missing',
    '-1',
    '--users-table',
    users,
    '--set',
    'usersHeader=false',
  ];
  const both = [...data, '--set', 'usersMatch=position', '--attribute', '1'];

  it('are described, with columns named by their numbers', async () => {
    const summary = await described(...both, '--set', 'delimiter= ');
    expect(summary).toMatchObject({ users: 80, items: 30, scale: { min: 1, max: 5, step: 1 } });
    expect(groupsOf(summary)).toEqual([
      ['f', 40],
      ['m', 40],
    ]);
    // The delimiter is seen from the file too.
    expect(await described(...both)).toEqual(summary);
  });

  it('are audited, with titles by position: who rates which joke gives the group away', async () => {
    const output = join(folder, 'jokes');
    const file = join(folder, 'matrix.ulterior.json');
    expect(run('describe', ...both, '--set', `itemsTable=${titles}`, '--set', 'itemsHeader=false').said).toBe('0 ');
    const { said } = run('audit', file, '--output', output, ...AUDIT);
    expect(said).toBe('0 ');
    const records = JSON.parse(readFileSync(join(output, 'records.json'), 'utf8')) as AuditRecords;
    expect(historyIn(records, 'logistic').auc.value).toBeGreaterThan(0.9);
    expect(records.items[0]!.title).toMatch(/^Joke number \d+$/);
  });

  it('nothing is matched by position unless that is said, and only where the counts agree', async () => {
    expect(await refused(...data, '--attribute', '1')).toBe(
      '3 error the rows of "matrix.txt" and "people.txt" cannot be matched: "matrix.txt" and "people.txt" have no column that is known to hold ids [ROWS_NOT_MATCHED]\n  try: if both files list the same people in the same order, match them by position (usersMatch in a data file); otherwise name the columns with the ids (userColumn, usersIdColumn in a data file)\n',
    );
    const one = [path, '--item-columns', '^\\d+$', '--users-table', users, '--set', 'usersHeader=true'];
    expect(await refused(...one, '--set', 'usersMatch=position', '--attribute', '20>=35')).toMatch(
      /^3 error "matrix.txt" has 80 rows and "people.txt" has 79 rows: they cannot be matched by position \[ROWS_NOT_MATCHED\]\n {2}try: .*usersHeader/,
    );
    expect(await refused(...both, '--set', `itemsTable=${titles}`, '--set', 'itemsHeader=true')).toMatch(
      '"matrix.txt" has 30 item columns and "titles.txt" has 29 rows',
    );
    expect(await refused(...data, '--set', 'usersMatch=order')).toMatch(
      /usersMatch is order; it must be id or position/,
    );
    expect(await refused(path, '--set', 'header=maybe')).toMatch(/header is "maybe"; it must be true or false/);
  });
});

describe('ratings with ids that are texts, people and titles in a second and a third file', () => {
  const ratings = range(60).flatMap((person) =>
    range(10).map((book) => `reader-${person};0${100 + book};${1 + below(10)};${person % 2 === 0 ? 'north' : 'south'}`),
  );
  const path = write('books.csv', ['reader;isbn;grade;region', ...ratings]);
  const users = write('readers.csv', ['key;age', ...range(60).map((person) => `reader-${person};${10 + person}`)]);
  const titles = write('titles.csv', [
    'code;what',
    ...range(10).map((book) => `0${100 + book};"Book; volume ${book}"`),
  ]);
  const columns = ['--set', 'userColumn=reader', '--set', 'itemColumn=isbn', '--set', 'ratingColumn=grade'];
  const people = ['--users-table', users, '--set', 'usersIdColumn=key'];
  const books = ['--set', `itemsTable=${titles}`, '--set', 'itemsIdColumn=code', '--set', 'itemsTitleColumn=what'];

  it('are described, the attribute from the table that has it', async () => {
    const summary = await described(path, ...columns, ...people, ...books, '--attribute', 'age>=40');
    expect(summary).toMatchObject({ users: 60, items: 10, ratings: 600 });
    expect(groupsOf(summary).map(([, count]) => count)).toEqual([30, 30]);
    expect(groupsOf(await described(path, ...columns, '--attribute', 'region'))).toEqual([
      ['north', 30],
      ['south', 30],
    ]);
    expect(groupsOf(await described(path, ...columns, ...people, '--attribute', 'region'))).toHaveLength(2);
  });

  it('ages like 14" are read on request; without it the error says how', async () => {
    const odd = write('odd-readers.csv', ['key;age', ...range(60).map((person) => `reader-${person};${10 + person}"`)]);
    const words = [
      path,
      ...columns,
      '--users-table',
      odd,
      '--set',
      'usersIdColumn=key',
      ...books,
      '--attribute',
      'age>=40',
    ];
    expect(await refused(...words)).toMatch(/^3 error .*lenientNumbers/s);
    const summary = await described(...words, '--set', 'lenientNumbers=true');
    expect(groupsOf(summary).map(([, count]) => count)).toEqual([30, 30]);
    expect(summary.cutNumbers).toMatchObject([{ attribute: 'age', cells: 60 }]);
  });

  it('all missing columns are named at once, with their keys', async () => {
    expect(await refused(path, '--set', 'userColumn=readr')).toBe(
      '3 error "books.csv" has no column "readr" for the user (did you mean "reader"?), no column called rating, ratings, score or the like for the rating; its 4 columns are "reader", "isbn", "grade", "region" [COLUMN_MISSING]\n  try: name one of these columns (userColumn, ratingColumn in a data file); if they look wrong, set the delimiter, or say whether the file has a header (header, usersHeader, itemsHeader in a data file)\n',
    );
    expect(await refused(path, ...columns, '--set', `itemsTable=${titles}`)).toMatch(
      /\(itemsIdColumn in a data file\)/,
    );
    expect(await refused(path, ...columns, ...people, '--attribute', 'city')).toMatch(
      'none of the 2 tables has a column "city" for the attribute. "readers.csv": its 2 columns are "key", "age". "books.csv": its 4 columns are',
    );
  });

  it('ids of another kind are shown side by side, and whole numbers match decimals', async () => {
    const strangers = write('strangers.csv', ['user,age', ...range(60).map((n) => `${n}.0,${n}`)]);
    expect(await refused(path, ...columns, '--users-table', strangers, '--attribute', 'age>=30')).toMatch(
      'of the 60 users of "books.csv", 0 are among the 60 of "strangers.csv": the first has ids like "reader-0", "reader-1", "reader-10", the second like "0.0", "1.0", "2.0" in the column "user" [IDS_NOT_SHARED]',
    );
    const numbered = write('numbered.csv', ['user,item,rating', ...range(60).map((n) => `${n},x,${1 + (n % 5)}`)]);
    expect(await described(numbered, '--users-table', strangers, '--attribute', 'age>=30')).toMatchObject({
      users: 60,
    });
  });

  it('people without a header beside ratings with one', async () => {
    const own = write('ratings.csv', ['user,item,rating', 'ann,x,1', 'bob,x,2', 'cy,x,3']);
    const listed = write('listed.csv', ['ann,f', 'bob,m', 'cy,m']);
    const words = [own, '--users-table', listed, '--set', 'usersIdColumn=1', '--attribute', '2'];
    expect(groupsOf(await described(...words, '--set', 'usersHeader=false'))).toEqual([
      ['f', 1],
      ['m', 2],
    ]);
    expect(await refused(...words, '--set', 'usersHeader=true')).toMatch(/its 2 columns are "ann", "f"/);
  });

  it('rows of a person that disagree are named with their lines', async () => {
    const torn = write('torn.csv', ['user,item,rating,region', 'a,x,1,north', 'b,x,2,south', 'a,y,3,south']);
    expect(await refused(torn, '--attribute', 'region')).toMatch(
      /^3 error "torn.csv": the rows of user "a" disagree about "region": "north" \(line 2\) and "south" \(line 4\) \[ATTRIBUTE_INVALID\]/,
    );
  });
});

describe('30 statements with commas in their names, and 27 parties', () => {
  const statements = range(30).map((n) => `"Statement ${n + 1}: yes, no, or neither?"`);
  const rows = range(540).map((person) => [person, ...statements.map(() => below(3) - 1)].join(','));
  const path = write('statements.csv', [['', ...statements].join(','), ...rows]);
  const parties = write('parties.csv', [
    ',Party',
    ...range(540).map((person) => `${539 - person}.0,"Party ${(539 - person) % 27}, list"`),
  ]);

  it('are described with the parties of a second file, both with an index that has no name', async () => {
    const summary = await described(
      path,
      '--item-columns',
      '^Statement',
      '--users-table',
      parties,
      '--attribute',
      'party',
    );
    expect(summary).toMatchObject({ users: 540, items: 30, scale: { min: -1, max: 1, step: 1 } });
    expect(groupsOf(summary)).toHaveLength(27);
    expect(new Set(groupsOf(summary).map(([, count]) => count))).toEqual(new Set([20]));
  });
});
