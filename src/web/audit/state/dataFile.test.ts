/** The page and the command line write the same data file. Build first. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { asyncFailure } from '../../../../test/support/failure.ts';
import { ulterior } from '../../../../test/support/program/index.ts';
import { type FileSource, openFiles, previewFile } from '../../files/index.ts';
import { nothingChosen } from './attributeChoice.ts';
import { type AuditState, auditStore, type FileState } from './auditState.ts';
import { dataFileFrom } from './dataFile.ts';
import { dataSourceOf } from './dataSource.ts';
import { describedTables, formFrom } from './describedFiles.ts';
import type { FileRole } from './placeFiles.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-page-file-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file on the disk, and as the page has it. */
function put(name: string, content: string): NonNullable<AuditState['files']['ratings']> {
  writeFileSync(join(folder, name), content);
  const names = content.split('\n')[0]!.split(',');
  return { chosen: { file: new File([content], name) }, preview: { names } as never };
}
const written = (name: string, ...words: string[]) => {
  expect(ulterior(['describe', name, ...words], { cwd: folder })).toMatchObject({ status: 0, stderr: '' });
  return readFileSync(join(folder, name.replace('.csv', '.ulterior.json')), 'utf8');
};
const stateOf = (given: Partial<AuditState>): AuditState => ({ ...auditStore.get(), source: 'files', ...given });

it('leaves out nobody and nothing that was not named, as the command line does', () => {
  expect(auditStore.get()).toMatchObject({ minPerUser: 1, minPerItem: 1 });
});

it('of a survey', async () => {
  const rows = Array.from(
    { length: 8 },
    (_, n) => `p${n},${n % 2 ? 'f' : 'm'},${1 + (n % 5)},${1 + (n % 3)},7,${1 + (n % 4)}`,
  );
  const ratings = put('survey.csv', `who,sex,q1,q2,row,q3\n${rows.join('\n')}\n`);
  const state = stateOf({
    shape: 'wide',
    files: { ratings },
    columns: { 'ratings.user': 'who' },
    meanings: new Map([
      ['q1', 'item'],
      ['q2', 'item'],
      ['q3', 'item'],
    ]),
    attribute: { ...nothingChosen, column: 'sex' },
    missing: '-9, x',
    minPerUser: 1,
    minPerItem: 2,
  });
  const flags = ['--item-columns', '3-4,6-6', '--set', 'userColumn=who', '--attribute', 'sex', '--missing', '-9,x'];
  const { name, text } = await dataFileFrom(state);
  expect(name).toBe('survey.ulterior.json');
  expect(text).toBe(written('survey.csv', ...flags, '--min-item', '2'));
});

it('of ratings, people and titles', async () => {
  const ratings = put('r.csv', 'user,item,rating\na,x,1\na,y,2\nb,x,5\nb,y,4\n');
  const people = put('p.csv', 'pid,sex\na,f\nb,m\n');
  const titles = put('t.csv', 'code,what\nx,Tea\ny,Cake\n');
  const state = stateOf({
    files: { ratings: { ...ratings, chosen: { ...ratings.chosen, encoding: 'latin-1' } }, people, titles },
    columns: {
      ...{ 'ratings.user': 'user', 'ratings.item': 'item', 'ratings.rating': 'rating' },
      ...{ 'people.user': 'pid', 'titles.item': 'code', 'titles.title': 'what' },
    },
    attribute: { ...nothingChosen, column: 'sex' },
    duplicates: 'mean',
    minPerUser: 1,
    minPerItem: 1,
  });
  const sets = [
    'encoding=latin-1',
    'duplicates=mean',
    'usersIdColumn=pid',
    'itemsTable=t.csv',
    'itemsIdColumn=code',
    'itemsTitleColumn=what',
  ];
  const flags = ['--users-table', 'p.csv', '--attribute', 'sex'];
  const { text } = await dataFileFrom(state);
  expect(text).toBe(written('r.csv', ...flags, ...sets.flatMap((set) => ['--set', set])));
});

describe('a data file of the command line, given with its tables', () => {
  const WORDS = ['Disagree', 'Neutral', 'Agree'];
  const rows = Array.from({ length: 40 }, (_, n) =>
    [n % 2 ? 'f' : 'm', 20 + n, `p${n}`, ...[1, 2, 5, 7].map((step) => WORDS[(n * step + (n % 7)) % 3]!)].join(';'),
  );
  writeFileSync(join(folder, 'words.csv'), `sex;age;who;q1;q2;q3;row\n${rows.join('\n')}\n`);
  const blob = (name: string, content = readFileSync(join(folder, name))) => new File([content], name);
  /** The form after the visitor gave these files. */
  async function formOf(dataFile: File, ...beside: File[]): Promise<AuditState> {
    const tables = await describedTables(dataFile, beside);
    const files: Partial<Record<FileRole, FileState>> = {};
    for (const [role, chosen] of Object.entries(tables.chosen)) {
      files[role as FileRole] = { chosen, preview: await previewFile(chosen) };
    }
    return { ...auditStore.get(), ...formFrom(tables, files) };
  }
  const describedBy = (...words: string[]) => {
    rmSync(join(folder, 'words.ulterior.json'), { force: true });
    return written('words.csv', ...words);
  };

  it('fills in the form, means the same data, and is saved as it was', async () => {
    const sets = [
      'userColumn=who',
      'dropItems=row',
      'answers=Disagree=1; Neutral=2; Agree=4',
      'delimiter=;',
      'accept=ROWS_REPEAT',
    ];
    const flags = [
      '--item-columns',
      '^(q|row)',
      '--attribute',
      'sex{f=women; m=men}',
      '--attribute',
      'age>=40',
      '--missing',
      '-9',
    ];
    const text = describedBy(...flags, ...sets.flatMap((set) => ['--set', set]));
    const state = await formOf(blob('words.ulterior.json'), blob('words.csv'));
    expect(state).toMatchObject({
      shape: 'wide',
      missing: '-9',
      minPerUser: 1,
      attribute: { column: 'sex', rule: 'text' },
    });
    expect(state.settled).toMatchObject({ dropItems: ['row'], accept: ['ROWS_REPEAT'] });
    expect(Object.fromEntries(state.meanings)).toMatchObject({
      sex: 'attribute',
      age: 'attribute',
      q1: 'item',
      who: 'ignore',
    });
    expect((await dataFileFrom(state)).text).toBe(text);
    const source = dataSourceOf(state) as FileSource;
    const { summary } = await openFiles(source);
    const json = ulterior(['describe', 'words.ulterior.json', '--attribute', 'sex', '--json'], { cwd: folder }).stdout;
    const { users, items, scale, attributes } = JSON.parse(json);
    expect([users, items, scale.max]).toEqual([40, 3, 4]);
    expect(summary).toMatchObject({ users, items, scale, attributes });
    // What the visitor changes is what is saved then.
    const fewer = { ...state, meanings: new Map([...state.meanings, ['q1', 'ignore' as const]]) };
    expect((await dataFileFrom(fewer)).text).toContain('"itemColumns": "5-7"');
  });

  it('what answers in words are worth is saved once the data are read, as describe does', async () => {
    const text = describedBy('--item-columns', '4-7', '--attribute', 'sex', '--set', 'userColumn=who');
    expect(text).toContain('"answers"');
    const plain = JSON.stringify({ data: 'words.csv', itemColumns: '4-7', attribute: 'sex', userColumn: 'who' });
    const state = await formOf(new File([plain], 'words.ulterior.json'), blob('words.csv'));
    const { summary } = await openFiles(dataSourceOf(state) as FileSource);
    expect((await dataFileFrom({ ...state, opened: { summary } as never })).text).toBe(text);
  });

  it.each([
    [
      { data: 'words.csv', itemColumns: '4-7', tables: { 'words.csv': { bytes: 7, sha256: 'x' } } },
      /^DATA_CHANGED: "words.csv"/,
    ],
    [{ data: 'words.csv', itemColumns: '4-7', encodng: 'utf-8' }, /^DATA_FILE: .*did you mean encoding/],
    [{ data: 'data/other.csv' }, /^DATA_FILE: "x.ulterior.json" describes "other.csv", which is not here -> give x/],
    [
      { data: 'words.csv', itemColumns: '4-7', usersTable: 'p.csv' },
      /does not read usersTable of a table with one row/,
    ],
    [{ data: 'words.csv', itemsTable: 'p.csv', itemsMatch: 'position' }, /does not read itemsMatch -> use the command/],
    [{ data: 'ml-1m:folder' }, /does not read "ml-1m:folder" -> use the command line: ulterior audit x.ulterior.json/],
    [{ usersTable: 'p.csv' }, /does not read a file without data/],
    [{ data: 'words.csv', itemColumns: 'none' }, /none/],
  ])('%j is refused', async (described, expected) => {
    const dataFile = new File([JSON.stringify(described)], 'x.ulterior.json');
    expect(await asyncFailure(() => formOf(dataFile, blob('words.csv')))).toMatch(expected);
  });
});
