/** Flags and settings that would be read in vain are refused; those of a spec are obeyed. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { ulterior } from '../../../test/support/program/index.ts';
import type { AuditRecords } from '../../audit/index.ts';
import { sourceFrom } from './dataOptions.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-idle-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = (...words: string[]) => {
  const { status, stdout, stderr } = ulterior(words);
  return { status, stdout, said: `${status} ${stderr}` };
};
const specFile = (spec: unknown) => {
  const path = join(folder, 'spec.json');
  writeFileSync(path, JSON.stringify(spec));
  return path;
};

describe('flags of data', () => {
  it.each([
    [
      'survey.csv',
      { itemColumns: 'rate', usersHeader: false, usersMatch: 'id' },
      /^PARAMETER.*: usersHeader, usersMatch have no effect where there is no usersTable/,
    ],
    ['survey.csv', { itemsTitleColumn: 'name' }, /itemsTitleColumn has no effect where there is no itemsTable/],
    [
      'ratings.csv',
      { usersTable: 'u.csv', usersMatch: 'position' },
      /usersMatch has no effect where .* one row per rating/,
    ],
    ['ml-1m:data', { header: true }, /header has no effect where "ml-1m:data" is not a table of your own/],
    [
      'survey.csv',
      { itemColumns: 'rate', ratingColumn: 'r', itemColumn: 'i' },
      /itemColumn, ratingColumn have no effect/,
    ],
    [
      'ml-1m:data',
      { usersTable: 'mine.csv' },
      /--users-table has no effect where "ml-1m:data" is not a table of your own/,
    ],
    ['ml-1m:data', { delimiter: ';' }, /delimiter has no effect/],
    ['world:demo', { encoding: 'latin-1' }, /encoding has no effect/],
    ['world:demo', { duplicates: 'mean' }, /duplicates has no effect where "world:demo" is an invented world/],
    ['world:demo', { attribute: 'income' }, /^ATTRIBUTE_UNKNOWN: .* have the attribute "chronotype", not "income"/],
  ] as const)('%s with %j is refused', (data, flags, expected) => {
    expect(failure(() => sourceFrom(data, flags))).toMatch(expected);
  });

  it('that say something are kept', () => {
    expect(sourceFrom('world:demo', { attribute: 'chronotype', minUser: 3 })).toMatchObject({ minPerUser: 3 });
    expect(sourceFrom('world:demo', { attribute: 'age:number' })).toMatchObject({ number: 'age' });
    expect(sourceFrom('s.csv', { itemColumns: 'rate', userColumn: 'id' })).toMatchObject({ kind: 'wide', user: 'id' });
    const beside = {
      usersTable: 'u.csv',
      usersIdColumn: 'pid',
      usersDelimiter: '|',
      usersHeader: false,
      itemsTable: 'i.csv',
      itemsIdColumn: 'key',
      itemsTitleColumn: 'name',
      itemsDelimiter: ';',
      itemsHeader: true,
    };
    const users = { path: 'u.csv', user: 'pid', delimiter: '|', header: false };
    const titles = { path: 'i.csv', item: 'key', title: 'name', delimiter: ';', header: true };
    expect(sourceFrom('r.csv', { ...beside, header: false })).toEqual({
      kind: 'long',
      ratings: { path: 'r.csv', columns: {}, header: false },
      users,
      items: titles,
    });
    expect(
      sourceFrom('s.csv', { ...beside, itemColumns: 'rate', usersMatch: 'position', itemsMatch: 'id' }),
    ).toMatchObject({ kind: 'wide', users: { ...users, match: 'position' }, titles: { ...titles, match: 'id' } });
  });
});

describe('ulterior audit --spec', () => {
  const data = 'world:demo,users=60,items=30,ratingsPerUser=22';
  const small = { folds: 2, maxQuestions: 3, heldOut: 2, resamples: 50, fullHistory: [], compareAt: [3] };
  const output = join(folder, 'audit');

  it('obeys seed, protocol and training of the file, and flags over them', () => {
    const training = {
      solver: 'als',
      dimension: 2,
      iterations: 3,
      step: 0.02,
      profileRidge: 10,
      biasRidge: 0.1,
      ridgeForm: 'perEntity',
      centring: 'item',
      initialScale: 0.1,
      noiseHoldOut: 0.02,
      seed: 4,
    };
    const spec = specFile({ ...small, seed: 7, protocol: 'open', training });
    const words = [
      'audit',
      data,
      '--spec',
      spec,
      '--set',
      'training.iterations=2',
      '--output',
      output,
      '--threads',
      '1',
      '--quiet',
    ];
    expect(run(...words).said).toBe('0 ');
    const records = JSON.parse(readFileSync(join(output, 'records.json'), 'utf8')) as AuditRecords;
    expect(records.spec).toMatchObject({
      seed: 7,
      maxQuestions: 3,
      protocol: 'open',
      training: { seed: 4, dimension: 2, iterations: 2, profileRidge: 10 },
    });
    expect(records.attackers[0]!.id).toBe('channels-separation');
  });

  it.each([
    [{ maxQuestion: 3 }, /^2 error maxQuestion is not a known field: did you mean maxQuestions\? /],
    [{ folds: '3', contenders: [{ strategy: 'random' }] }, /^2 error 4 problems: \(1\) folds is "3"/],
    [[1, 2], /^3 error the spec ".*" is not a JSON object/],
    [{ attribute: 'income' }, /^2 error "world:demo.*" is an invented world, .* not "income"/],
  ])('%j is refused', (spec, expected) => {
    expect(run('audit', data, '--spec', specFile(spec), '--output', join(folder, 'none')).said).toMatch(expected);
  });
});

describe('a spec of every measurement', () => {
  const table = join(folder, 'ratings.csv');
  const list = join(folder, 'list.txt');
  writeFileSync(list, 'a\nb\n');
  const people = Array.from({ length: 60 }, (_, n) =>
    ['a', 'b', 'c'].map((item) => [n, item, (n % 5) + 1, n % 2, n % 3]),
  );
  writeFileSync(table, ['user,item,rating,x,y', ...people.flat().map((row) => row.join(','))].join('\n'));
  const wrong = { folds: 1, hidden: 2 };
  const kinds = [
    ['audit --attribute x', wrong],
    ['audit --attribute x --attribute y', wrong],
    ['audit', { ...wrong, attributes: ['x', 'y'] }],
    [`audit --attribute x --list ${list}`, wrong],
    ['audit --attribute x --exposures ratings', wrong],
    ['audit --attribute x --defence blinding', wrong],
    ['design --attribute x', wrong],
  ] as const;

  it.each(kinds)('is checked, and flags come after it: %s', (words, spec) => {
    const [name, ...flags] = words.split(' ');
    const asked = [name!, table, ...flags, '--spec', specFile(spec), '--output', join(folder, 'none')];
    const { said } = run(...asked);
    expect(said).toMatch(/^2 error 2 problems: .*folds is 1; .*hidden is not a known field/);
    expect(run(...asked, '--set', 'folds=2').said).toMatch(/^2 error hidden is not a known field/);
  });

  it.each([
    [['--attribute', 'y'], /^2 error --attribute is y; it must be left out, or of "x" as in the spec/],
    [['--attribute', 'x', '--attribute', 'y'], /^2 error --attribute is x, y; it must be left out/],
  ])('names the same attributes as the flags: %j', (words, expected) => {
    const spec = specFile({ attribute: 'x' });
    expect(run('audit', table, ...words, '--spec', spec, '--output', join(folder, 'none')).said).toMatch(expected);
  });
});

describe('other commands', () => {
  it.each([
    [
      'train world:demo --model channels --step 0.1 --iterations 3',
      /^2 error --step, --iterations have no effect where the model is of channels/,
    ],
    [
      'train world:demo --attribute age:number --set shrinkGaps=true',
      /^2 error shrinkGaps has no effect where the attribute is a number/,
    ],
    ['design --model a.safetensors --min-user 3', /^2 error --min-user has no effect where models are given/],
    [
      'design --model a.safetensors --set control=false --set folds=3 --set resamples=99',
      /^2 error folds, control, resamples have no effect where models are given, so no one is asked/,
    ],
    ['design world:demo --attack-list a.json', /^2 error --output has no effect where an attack is written/],
  ])('%s is refused', (words, expected) => {
    expect(run(...words.split(' '), '--output', join(folder, 'none')).said).toMatch(expected);
  });
});
