/** Ranges of columns, labels, quotes and lenient numbers on the command line, from the flags to what is shown. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ulterior } from './support/program/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-values-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = (...words: string[]) => ulterior(words);

/** Terminals break lines. */
const unwrapped = (text: string) => text.replace(/\s+/g, ' ');

const QUESTION = 'What is your gender? Please choose one: male, female {or other}';
const header = ['id', QUESTION, 'age', 'E1', 'E2', 'E3', 'O1', 'O2', 'end'];
const people = Array.from({ length: 60 }, (_, n) => [
  `p${n}`,
  String(1 + (n % 2)),
  n === 7 ? '30 years' : String(20 + n),
  ...Array.from({ length: 5 }, (_, item) =>
    n === 3 && item === 0 ? '4 stars' : String(1 + ((n * 3 + item + (n % 2)) % 5)),
  ),
  '99',
]);
const path = join(folder, 'quiz.csv');
writeFileSync(path, [header, ...people].map((cells) => `${cells.map((cell) => `"${cell}"`).join(',')}\n`).join(''));

const GENDER = `"${QUESTION}" as gender{1=female; 2=male}`;
const LENIENT = ['--set', 'lenientNumbers=true', '--set', 'userColumn=id'];
const WIDE = ['--item-columns', 'E1..E3,7-8'];

describe('a survey with codes and long questions', () => {
  it('describe reads a range, and shows labels in place of codes and question', () => {
    const { status, stdout } = run('describe', path, ...WIDE, '--attribute', GENDER, ...LENIENT);
    expect(status).toBe(0);
    expect(stdout).toContain('60 users, 5 items, 300 ratings from 1 to 5');
    expect(stdout).toContain(`\ngender  ${GENDER}\n`);
    expect(stdout).toMatch(/\n {2}female .* 30 users.*\n {2}male .* 30 users/);
    expect(unwrapped(stdout)).toContain('Ratings: 1 cell is read leniently. We read "4 stars" as 4.');
  });

  it('warns of a rating that got lost, and reads a number of the people on request', () => {
    const lost = run('describe', path, ...WIDE, '--attribute', `"${QUESTION}"{1=a; 2=b}`);
    expect(lost.stdout).toContain('299 ratings');
    expect(unwrapped(lost.stdout)).toContain(
      'It is left out of the ratings: "4 stars" is not a number. Set lenientNumbers in a data file to read it as 4.',
    );
    const refused = run('describe', path, ...WIDE, '--attribute', 'age:number');
    expect([refused.status, refused.stderr]).toEqual([3, expect.stringContaining('which reads "30 years" as 30')]);
    const read = run('describe', path, ...WIDE, '--attribute', 'age as years:number', ...LENIENT, '--json');
    expect(JSON.parse(read.stdout)).toMatchObject({
      attributes: [{ name: 'years', expression: 'age as years:number' }],
      cutNumbers: [{ cells: 1 }, { attribute: 'years', cells: 1 }],
    });
  });

  it('an audit tells of the labels, in the terminal and in the report', () => {
    const output = join(folder, 'audit');
    const small = [
      ...['--questions', '2', '--set', 'folds=2', '--set', 'training.dimension=2', '--set', 'resamples=50'],
      ...['--set', 'strategies=random'],
    ];
    const words = [...small, '--attackers', 'factor', '--set', 'controls=1', '--output', output];
    const { status, stdout } = run('audit', join(folder, 'quiz.ulterior.json'), ...words);
    expect(status).toBe(0);
    const report = readFileSync(join(output, 'report.html'), 'utf8');
    for (const text of [stdout, report]) {
      expect(text).toContain('gender');
      // Commands to go on with name the column, and nothing else does.
      const lines = text.split('\n').filter((line) => !line.includes('--attribute'));
      expect(lines.join('\n')).not.toContain('What is your gender?');
    }
    for (const label of ['female', 'male']) expect(report).toContain(label);
  });

  it('help tells of ranges, labels, quotes and lenient numbers', () => {
    const { stdout } = run('describe', '--help');
    for (const text of [
      'lenientNumbers',
      'E1..O10',
      '5-404',
      'gender{1=female; 2=male}',
      'in double quotes, with ""',
    ]) {
      expect(stdout.replaceAll(/\s+/g, ' ')).toContain(text);
    }
  });
});
