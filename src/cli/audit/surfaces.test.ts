/** `ulterior audit`: files in every container, refusals, and the program itself. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asyncFailure } from '../../../test/support/failure.ts';
import { boundedIn, viewsIn } from '../../../test/support/findings.ts';
import { ulterior } from '../../../test/support/program/index.ts';
import {
  npyOf,
  npyOfTexts,
  npzOf,
  parquetOf,
  sparkFolder,
  temporaryFolder,
  vectorsQuery,
} from '../../../test/support/recommenderFiles.ts';
import { findingsWith, type ModelAuditRecords, runModelAudit, type Surface } from '../../audit/index.ts';
import { readPeople } from '../../datasets/index.ts';
import { encodeTensors } from '../../factorization/index.ts';
import { derive } from '../../maths/index.ts';
import { judgeLeaks, reportOf } from '../../report/index.ts';
import { loadKernels } from '../../runtime/index.ts';
import { createProgram } from '../program.ts';
import { readSurfaces } from './surfaceFiles.ts';

const folder = temporaryFolder();
const place = (name: string) => join(folder, name);
const put = (name: string, contents: string | Uint8Array) => {
  writeFileSync(place(name), contents);
  return place(name);
};
const run = (...words: string[]) => {
  const { status, stdout, stderr } = ulterior(['audit', ...words]);
  return { status, stdout, stderr, said: `${status} ${stderr}` };
};

const PEOPLE = 160;
const DIMENSION = 3;
const ids = Array.from({ length: PEOPLE }, (_, n) => 1 + n);
const stream = derive(3, 'people');
const groups = ids.map(() => (stream.uniform() < 0.5 ? 'F' : 'M'));
const values = Float32Array.from({ length: PEOPLE * DIMENSION }, (_, at) => {
  const shift = at % DIMENSION === 2 && groups[Math.floor(at / DIMENSION)] === 'F' ? 1.3 : 0;
  return stream.normal() + shift;
});
const rowOf = (n: number) => values.subarray(n * DIMENSION, (n + 1) * DIMENSION);
const usersTable = put('users.csv', ['id,gender', ...ids.map((id, n) => `${id},${groups[n]}`)].join('\n'));
const vectorsCsv = put(
  'vectors.csv',
  ['user_id,f0,f1,f2', ...ids.map((id, n) => `${id},${[...rowOf(n)].join(',')}`)].join('\n'),
);
const rank = (n: number, top: number) => Array.from({ length: top }, (_, k) => (n * 7 + k * 3) % 20);
const listsCsv = put(
  'lists.csv',
  ['user,item,rank', ...ids.flatMap((id, n) => rank(n, 4).map((item, at) => `${id},i${item},${at + 1}`))].join('\n'),
);

const people = await readPeople(usersTable, { attribute: 'gender' });
const tools = { kernels: loadKernels(), source: 'a test', finished: () => 'then' };
const spec = {
  attribute: 'gender',
  folds: 2,
  controls: 1,
  resamples: 50,
  attackers: ['logistic', 'kernelRidge'] as const,
};
const figuresOf = async (surfaces: readonly Surface[]) => {
  const { findings } = await runModelAudit({ people, surfaces }, spec, tools);
  return findings.flatMap(({ auc }) => (auc === undefined ? [] : [auc.value]));
};

it('finds the same in the same vectors, whatever holds them', async () => {
  const texts = ids.map(String);
  const tensors = { user_factors: { shape: [PEOPLE, DIMENSION], values } };
  await parquetOf(
    vectorsQuery(
      ids,
      ids.map((_, n) => rowOf(n)),
      'float',
    ),
    place('vectors.parquet'),
  );
  await sparkFolder(place('spark'), {
    userFactors: vectorsQuery(
      ids.slice(0, 90),
      ids.slice(0, 90).map((_, n) => rowOf(n)),
      'float',
    ),
    'userFactors:part-00001-b.snappy.parquet': vectorsQuery(
      ids.slice(90),
      ids.slice(90).map((_, n) => rowOf(90 + n)),
      'float',
    ),
  });
  const files = [
    place('vectors.parquet'),
    put('vectors.npz', npzOf({ user_factors: npyOf(values, [PEOPLE, DIMENSION]), user_ids: npyOfTexts(texts) })),
    put('v.safetensors', encodeTensors({ metadata: { user_ids: JSON.stringify(texts) }, tensors })),
    place('spark'),
  ];
  const wanted = await figuresOf(await readSurfaces({ vectors: vectorsCsv }));
  expect(Math.max(...wanted)).toBeGreaterThan(0.7);
  for (const vectors of files) {
    const found = await figuresOf(await readSurfaces({ vectors }));
    for (const [n, value] of found.entries()) expect(Math.abs(value - wanted[n]!), vectors).toBeLessThan(1e-6);
  }
});

describe('refuses', () => {
  const surfaceFailure = (flags: Parameters<typeof readSurfaces>[0]) => asyncFailure(() => readSurfaces(flags));

  it('vectors of different length, and what is no number', async () => {
    await parquetOf('select * from (values (1, [1.0, 2.0]), (2, [1.0])) as t(id, features)', place('ragged.parquet'));
    expect(await surfaceFailure({ vectors: place('ragged.parquet') })).toMatch(/^VECTORS_RAGGED/);
    const wrong = put('nan.csv', 'user_id,f0,f1\n1,0.5,NaN\n2,1,2');
    expect(await surfaceFailure({ vectors: wrong })).toMatch(/^VECTOR_NOT_FINITE: the vector of "1"/);
  });

  it('a pickle', async () => {
    const pickle = put('model.pkl', Uint8Array.from([0x80, 4, 0x95, 1, 0, 0, 0, 0, 0, 0, 0, 0x4e, 0x2e]));
    for (const flags of [{ vectors: pickle }, { lists: pickle }, { scores: pickle }]) {
      expect(await surfaceFailure(flags)).toMatch(/^PICKLE_REFUSED/);
    }
  });

  it('a list with an item twice, and a table without scores', async () => {
    const twice = put('twice.csv', 'user,item,rank\n1,a,1\n1,a,2');
    expect(await surfaceFailure({ lists: twice })).toMatch(/^LIST_ITEM_REPEATED: .*recommends the item "a" twice/);
    const ranks = put('ranks.csv', 'user,item,rank\n1,a,1\n1,b,2');
    expect(await surfaceFailure({ scores: ranks })).toMatch(/^COLUMN_MISSING: .* has no column of scores/);
  });

  it('no surface, and flags that would be read in vain', async () => {
    expect(await surfaceFailure({})).toMatch(/^PARAMETER_OUT_OF_RANGE: surfaces is empty/);
    expect(await surfaceFailure({ lists: listsCsv, userIds: 'ids.txt' })).toMatch(/: userIds has no effect/);
    expect(await surfaceFailure({ vectors: vectorsCsv, itemArray: 'x' })).toMatch(/: itemArray has no effect/);
  });

  it('people of a table that has no such column, or no ids', async () => {
    expect(await asyncFailure(() => readPeople(usersTable, { attribute: 'age' }))).toMatch(/^COLUMN_MISSING/);
    expect(await asyncFailure(() => readPeople(usersTable, { attribute: 'gender:number' }))).toMatch(/^ATTRIBUTE_KIND/);
    const nameless = put('nameless.csv', 'colour,gender\nred,F\nblue,M');
    expect(await asyncFailure(() => readPeople(nameless, { attribute: 'gender' }))).toMatch(
      /^COLUMN_MISSING: .*no column that is known to hold the ids/,
    );
  });
});

it('reads scores from a long table and from a row per person', async () => {
  const long = put(
    'scores.csv',
    [
      'user,item,rank,score',
      ...ids.flatMap((id, n) => rank(n, 3).map((item, at) => `${id},i${item},${at},${n / 7}`)),
    ].join('\n'),
  );
  const [surface] = await readSurfaces({ scores: long });
  expect(surface).toMatchObject({ kind: 'scores', scores: { items: expect.any(Array) } });
  expect(
    surface?.kind === 'scores' && 'scores' in surface && 'scores' in surface.scores && surface.scores.scores![3],
  ).toBeCloseTo(1 / 7, 12);
  const [wide] = await readSurfaces({ scores: vectorsCsv });
  expect(wide).toMatchObject({ kind: 'scores', scores: { dimension: DIMENSION } });
});

describe('after a defence', () => {
  const quick =
    '--set folds=2 --set controls=1 --set resamples=50 --attackers logistic --threads 1 --set tops=3 --quiet'.split(
      ' ',
    );
  const data = ['world:demo,users=80,items=30', ...quick];
  const called = (...words: string[]) => createProgram().parseAsync(['audit', ...words], { from: 'user' });
  const recordsIn = (name: string) =>
    JSON.parse(readFileSync(join(place(name), 'records.json'), 'utf8')) as ModelAuditRecords;

  it('measures own recommenders and ratings twice, and says both', async () => {
    const asked = [
      '--exposures',
      'ease:lists,implicitFactors:userVectors',
      '--exposures',
      'ratings',
      '--defence',
      'withholdRandom:0.5',
    ];
    await called(...data, ...asked, '--output', place('defended'));
    const records = recordsIn('defended');
    expect(records.surfaces.map(({ kind, recommender }) => [kind, recommender])).toEqual([
      ['lists', 'EASE'],
      ['userVectors', 'implicit factors'],
      ['ratings', undefined],
    ]);
    expect(records.afterDefence).toMatchObject({ name: 'withholdRandom', strength: 0.5 });
    expect(viewsIn(records, 'withholdRandom')).toEqual(viewsIn(records));
    expect(reportOf(records).summary().join('\n')).toMatch(
      /^Before and after .*, strength 0\.5\n.*Difference: after minus before/m,
    );
    // The gate is about what is left.
    const highest = Math.max(...boundedIn(records, { defence: 'withholdRandom' }).map(({ auc }) => auc.bounds!.high));
    const passes = (maxAuc: number) => judgeLeaks(records, { maxAuc, failOn: 'upper' }).passed;
    expect([passes(highest + 1e-9), passes(highest - 1e-9)]).toEqual([true, false]);
  });

  it('asks a live recommender again with what people send, once per person and fold', async () => {
    const lengths: number[] = [];
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (part) => {
        text += part;
      });
      request.on('end', () => {
        const { history, n } = JSON.parse(text) as { history: { item: string }[]; n: number };
        lengths.push(history.length);
        const known = new Set(history.map(({ item }) => item));
        const open = Array.from({ length: 30 }, (_, item) => `i${item}`).filter((item) => !known.has(item));
        response.setHeader('content-type', 'application/json').end(JSON.stringify(open.slice(0, n)));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const live = [
        '--recommender',
        `http://127.0.0.1:${port}/`,
        '--set',
        'perSecond=10000',
        '--set',
        'unknownItems=keep',
      ];
      await called(...data, ...live, '--defence', 'withholdRandom:0.5', '--output', place('live'));
    } finally {
      server.close();
    }
    expect(lengths).toHaveLength(3 * 80);
    const mean = (some: readonly number[]) => some.reduce((sum, length) => sum + length, 0) / some.length;
    expect(mean(lengths.slice(80))).toBeLessThan(0.7 * mean(lengths.slice(0, 80)));
    expect(findingsWith(recordsIn('live').findings, 'aucDifference')).toHaveLength(1);
    expect(existsSync(join(place('live'), 'answers-after-fold-1', 'answers.jsonl'))).toBe(true);
  });

  it('of vectors measures them after a map that is to erase the attribute', async () => {
    const people = ['--users-table', usersTable, '--attribute', 'gender', ...quick];
    const erase = ['--defence', 'erase:leace', '--output', place('erased')];
    await called(...people, '--vectors', vectorsCsv, ...erase);
    const records = recordsIn('erased');
    expect(records.afterDefence).toMatchObject({ name: 'erase:leace', label: 'LEACE' });
    expect(records.afterDefence).not.toHaveProperty('strength');
    const [before, after] = [undefined, 'erase:leace'].map((defence) => boundedIn(records, { defence })[0]!.auc.value);
    expect(after).toBeLessThan(before!);
    const lists = asyncFailure(() => called(...people, '--lists', listsCsv, ...erase));
    expect(await lists).toMatch(/^SURFACE_FIXED: erase:leace changes a row of numbers/);
    expect(await asyncFailure(() => called('world:demo,users=80,items=30', ...erase))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: --defence is erase:leace; it must be given with vectors of people/,
    );
  });

  it('of lists measures them after items were excluded, in a file without ratings, too', async () => {
    const people = ['--users-table', usersTable, '--attribute', 'gender', ...quick];
    const exclude = ['--defence', 'excludeTelling:0.3', '--output', place('excluded')];
    await called(...people, '--lists', listsCsv, ...exclude);
    expect(recordsIn('excluded').afterDefence).toMatchObject({ name: 'excludeTelling', strength: 0.3 });
    const vectors = asyncFailure(() => called(...people, '--vectors', vectorsCsv, ...exclude));
    expect(await vectors).toMatch(/^SURFACE_FIXED: excludeTelling changes lists, and "userVectors" is none/);
    expect(await asyncFailure(() => called('world:demo,users=80,items=30', ...exclude))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: --defence is excludeTelling; it must be given with lists/,
    );
  });

  it('refuses files before anything else, and unknown defences', async () => {
    const lists = put(
      'own-lists.csv',
      ['user,item,rank', ...ids.slice(0, 80).map((id) => `u${id - 1},i1,1`)].join('\n'),
    );
    const words = [...data, '--output', place('none')];
    expect(await asyncFailure(() => called(...words, '--lists', lists, '--defence', 'blinding'))).toMatch(
      /^SURFACE_FIXED: "own-lists.csv"/,
    );
    expect(await asyncFailure(() => called(...words, '--exposures', 'ratings', '--defence', 'prayer'))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: defence is "prayer"/,
    );
  });
});

describe('the program', () => {
  const output = place('out');
  const quick = [
    '--set',
    'folds=2',
    '--set',
    'controls=1',
    '--set',
    'resamples=50',
    '--attackers',
    'logistic',
    '--threads',
    '1',
  ];
  const asked = ['--users-table', usersTable, '--attribute', 'gender', ...quick];

  it('measures vectors and lists without ratings, warns, writes a report, and is a gate', () => {
    const more = put('more.csv', `${readFileSync(vectorsCsv, 'utf8')}\n999,1,2,3`);
    const { status, stdout, stderr } = run(
      ...asked,
      '--vectors',
      more,
      '--lists',
      listsCsv,
      '--output',
      output,
      '--max-auc',
      '0.6',
    );
    expect(`${status} ${stderr}`).toMatch(/^4 warning 1 person in more.csv is left out/);
    expect(stdout).toMatch(/^What does the recommender tell about gender\?\n.* 160 people\n\nA \w+ leak of gender\./);
    expect(stdout).toMatch(/^Surface +Logistic regression.*\nuser vectors +0\.\d{3}/m);
    expect(stdout).toMatch(/top-1 lists/);
    expect(stdout).toMatch(/^Gate: FAILED\. It judges by the upper end of the interval, over all attackers\.$/m);
    expect(stdout).toMatch(/^ {2}✗ Gender, from user vectors: AUC .* is above the limit of 0\.6\.$/m);
    const records = JSON.parse(readFileSync(join(output, 'records.json'), 'utf8')) as ModelAuditRecords;
    expect(viewsIn(records)).toEqual([
      ['userVectors', undefined],
      ['lists', 1],
      ['lists', 2],
      ['lists', 4],
    ]);
    expect(boundedIn(records)[0]!.replicates).toHaveLength(50);
    expect(records.data.people).toMatch(/^[0-9a-f]{64}$/);
    expect(readFileSync(join(output, 'report.html'), 'utf8')).toContain('What does the recommender tell about gender?');
  });

  it('refuses people whom it does not know, and to go on with other settings', () => {
    const strangers = put('strangers.csv', readFileSync(vectorsCsv, 'utf8').replaceAll(/^(\d+),/gm, 'x$1,'));
    expect(run(...asked, '--vectors', strangers, '--output', place('none')).said).toMatch(/^3 .*\[IDS_NOT_SHARED\]/s);
    expect(run(...asked, '--vectors', vectorsCsv, '--output', output).said).toMatch(/^2 .*\[CHECKPOINT_FOREIGN\]/s);
    expect(run('--vectors', vectorsCsv, '--output', place('none')).said).toMatch(/^2 .*\[ATTRIBUTE_UNKNOWN\]/s);
    expect(run(...asked, '--set', `itemVectors=${vectorsCsv}`, '--output', place('none')).said).toMatch(
      /^2 .*itemVectors has no effect where there are no ratings/s,
    );
  });
});
