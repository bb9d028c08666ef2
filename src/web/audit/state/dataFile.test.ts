/** The page and the command line write the same data file. Build first. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ulterior } from '../../../../test/support/program/index.ts';
import { nothingChosen } from './attributeChoice.ts';
import { type AuditState, auditStore } from './auditState.ts';
import { dataFileFrom } from './dataFile.ts';

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
  expect(text).toBe(written('survey.csv', ...flags, '--min-user', '1', '--min-item', '2'));
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
  const flags = ['--users-table', 'p.csv', '--attribute', 'sex', '--min-user', '1', '--min-item', '1'];
  const { text } = await dataFileFrom(state);
  expect(text).toBe(written('r.csv', ...flags, ...sets.flatMap((set) => ['--set', set])));
});
