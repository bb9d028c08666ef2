/** What the command line makes of data that are not as they should be. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { AuditRecords } from '../src/audit/index.ts';
import { curveIn, headlineIn, historyIn } from './support/findings.ts';
import { ulterior } from './support/program/index.ts';

const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ulterior-data-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = (words: string[]) => ulterior(words);
const write = (name: string, lines: readonly string[]) => {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
};

it('a reader who has seen enough is no failure', () => {
  const path = write('long.csv', ['user,item,rating', 'a,x,1', 'a,y,2', 'b,x,3']);
  const line = `"${process.execPath}" "${program}" describe "${path}" | true; echo done`;
  const { stdout, stderr } = spawnSync('sh', ['-c', line], { encoding: 'utf8' });
  expect([stdout, stderr]).toEqual(['done\n', '']);
});

describe('missing values', () => {
  it('are named, are never a group, and are counted by word', () => {
    const path = write('survey.csv', ['soup,cake,club', '1,2,red', '0,3,NA', '4,-1,blue', '5,0.0,unknown', '2,1,']);
    const words = ['describe', path, '--item-columns', 'soup|cake', '--attribute', 'club'];
    const { status, stdout } = run([...words, '--missing', '0,-1,unknown']);
    expect(status).toBe(0);
    expect(stdout).toContain(
      'Taken as missing\n  ratings: 2 cells "0"\n  ratings: 1 cell "-1"\n  club: 1 cell blank\n',
    );
    expect(stdout).toContain('  club: 1 cell "NA"\n  club: 1 cell "unknown"\n');
    const { attributes } = JSON.parse(run([...words, '--json', '--missing', '0,-1,unknown']).stdout);
    expect(attributes[0].labels.map(({ label }: { label: string }) => label)).toEqual(['blue', 'red']);
  });
});

/** Two clubs whose members rate other items, each with the rating that is given. */
function twoClubs(
  name: string,
  ratingOf: (club: number, person: number, item: number) => number | undefined,
  size = 60,
) {
  const ratings = ['user,item,rating'];
  const people = ['user,club,age'];
  for (let person = 0; person < size; person++) {
    people.push(`${person},${person % 2 === 0 ? 'red' : 'blue'},${20 + person}`);
    for (let item = 0; item < 12; item++) {
      const rating = ratingOf(person % 2, person, item);
      if (rating !== undefined) ratings.push(`${person},${item},${rating}`);
    }
  }
  return [write(`${name}.csv`, ratings), '--users-table', write(`${name}-people.csv`, people)];
}
const AUDIT = [
  '--set',
  'folds=2',
  '--questions',
  '3',
  '--set',
  'training.dimension=2',
  '--set',
  'resamples=50',
  '--quiet',
];

function auditOf(data: string[], attribute: string, more: string[] = []) {
  const output = mkdtempSync(join(folder, 'audit-'));
  const { status, stderr } = run([
    'audit',
    ...data,
    '--attribute',
    attribute,
    ...AUDIT,
    ...['--set', 'controls=1', '--set', 'permutations=200'],
    ...more,
    '--output',
    output,
  ]);
  expect([status, stderr.replace(/^warning .*\n/gm, '')]).toEqual([0, '']);
  return { records: JSON.parse(readFileSync(join(output, 'records.json'), 'utf8')) as AuditRecords, stderr };
}

describe('ratings of other kinds', () => {
  it('a scale from -10 to 10 is audited by every classifier', () => {
    // Nobody answers as another does: copies of a person would count as one.
    const noise = (person: number, item: number) =>
      (((person ** 2 * 31 + person * item * 17 + item * 13) % 127) % 11) - 5;
    const rating = (club: number, person: number, item: number) => noise(person, item) + (club === item % 2 ? 3 : -3);
    // Each side of a split has ten people at least: trees that train on thirty would have a single one.
    const data = twoClubs('jester', rating, 120);
    const { records, stderr } = auditOf(data, 'club', ['--set', 'strategies=separation']);
    expect(stderr).toBe('');
    const told = headlineIn(records, 'histories');
    const attackers = ['factor', 'logistic', 'boosted', 'stack', 'multinomial'];
    expect(told.map(({ attacker }) => attacker).toSorted()).toEqual(attackers.toSorted());
    for (const { attacker, auc } of told) expect([attacker, auc.value > 0.9]).toEqual([attacker, true]);
  });

  it('ratings that are all equal still leak by what is rated, and a warning says so', () => {
    const data = twoClubs('likes', (club, person, item) =>
      (item + person) % 3 === 0 || item % 2 === club ? 1 : undefined,
    );
    const { records, stderr } = auditOf(data, 'club', [
      '--set',
      'protocol=open',
      '--set',
      'strategies=channels:separation',
    ]);
    expect(stderr).toMatch(
      /^warning \[RATINGS_ALL_SAME\] All ratings are 1\. How people rate tells nothing here, but what they rate still can\./,
    );
    expect(curveIn(records, records.attackers[0]!.id)[3]!.auc.value).toBeGreaterThan(0.9);
    const auc = (name: string) => historyIn(records, name).auc.value;
    expect(auc('factor')).toBe(0.5);
    expect(auc('logistic')).toBeGreaterThan(0.9);
    expect(auc('multinomial')).toBeGreaterThan(0.9);
  });
});

describe('an output that cannot be written', () => {
  const taken = write('taken', ['kept']);

  it.each([
    [['audit', 'world:demo', '--output', taken]],
    [['report', join(folder, 'none.json'), '--output', join(taken, 'deeper')]],
    [['train', 'world:demo', '--output', folder]],
  ])('is refused before anything is read: %j', (words) => {
    const { status, stdout, stderr } = run(words);
    expect([status, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(/^error ".*" cannot be written: .* \[FILE_NOT_WRITABLE\]\n {2}try: name another path\n$/);
  });
});

describe('impossible numbers', () => {
  it('are left out, and said with what to write; a range says it', () => {
    const ages = ['20', '30', '40', '230000000', '50'];
    const path = write('ages.csv', ['soup,cake,age', ...ages.map((age, n) => `${n},${4 - n},${age}`)]);
    const words = (attribute: string) => ['describe', path, '--item-columns', 'soup|cake', '--attribute', attribute];
    const warned = run(words('age:number'));
    expect(warned.status).toBe(0);
    expect(warned.stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /NUMBERS_FAR age "age" is 230000000, .* 1 person is left out\. Write age:number\[20\.\.50\] to/,
    );
    expect(warned.stdout).toContain('4 users');
    const ranged = run([...words('age:number[0..120]'), '--output', join(folder, 'ranged.ulterior.json')]);
    expect(ranged.stderr).toBe('');
    expect(ranged.stdout).toContain('outside the range, taken as missing: 1');
  });
});

describe('an audit of a number', () => {
  it('keeps finished folds, goes on from them, and refuses those of another audit', () => {
    const output = join(folder, 'number');
    const words = ['audit', 'world:demo,users=120,items=30', '--attribute', 'age:number', ...AUDIT];
    const recordsOf = () => {
      expect(run([...words, '--output', output]).status).toBe(0);
      return JSON.parse(readFileSync(join(output, 'records.json'), 'utf8'));
    };
    const first = recordsOf();
    const parts = readdirSync(join(output, 'checkpoints')).filter((name) => name.endsWith('.part'));
    expect(parts.sort()).toEqual(
      ['permutations', 'real-fold-0', 'real-fold-1', 'shuffled-0-fold-0', 'shuffled-0-fold-1'].map(
        (key) => `${key}.part`,
      ),
    );
    rmSync(join(output, 'checkpoints', 'real-fold-1.part'));
    expect({ ...recordsOf(), provenance: first.provenance }).toEqual(first);
    const other = run([...words, '--set', 'seed=2', '--output', output]);
    expect([other.status, other.stderr]).toEqual([2, expect.stringContaining('[CHECKPOINT_FOREIGN]')]);
  });
});
