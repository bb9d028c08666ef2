/** `npm run reproduce -- --all`: three chapters from one plan, and what was made from what. Build first: threads. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parametersFrom } from '../../src/factorization/index.ts';
import { VERSION } from '../../src/version/index.ts';
import { compareManifests } from './compareManifests.ts';
import { type Documents, readDocuments } from './documents.ts';
import type { Manifest } from './manifest.ts';
import { createReproduce } from './reproduce.ts';

// Scripts of the documents take long; these stand in for them.
let documents: Documents = { scripts: [], tables: [] };
const program = () => createReproduce(() => documents);

const folder = mkdtempSync(join(tmpdir(), 'ulterior-all-'));
const place = (...names: string[]) => join(folder, ...names);
afterAll(() => rmSync(folder, { recursive: true }));

const put = (path: string, content: object | string) => {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
};

/** One table and one run for each chapter; the last needs data. */
function specs(): void {
  const contender = { id: 'random', label: 'Random', strategy: 'random', classifier: 'factor' };
  const spec = {
    folds: 2,
    maxQuestions: 2,
    heldOut: 0,
    contenders: [contender],
    fullHistory: [],
    controls: 1,
    permutations: 0,
    resamples: 50,
    training: parametersFrom('als', { dimension: 2, iterations: 2 }),
  };
  const chapters = { '': 'world-a', beyond: 'world-b', defence: 'needs-data' };
  for (const [at, [chapter, run]] of Object.entries(chapters).entries()) {
    const source =
      run === 'needs-data'
        ? { kind: 'wide', path: 'tiny/survey.csv', items: { pattern: '^q' }, attributes: ['group'] }
        : { kind: 'world', name: 'demo', users: 60, items: 12, seed: at + 1 };
    const needs = run === 'needs-data' ? { needs: 'tiny/survey.csv' } : {};
    put(place('specs', chapter, 'runs', `${run}.json`), {
      id: run,
      title: run,
      about: 'It is small.',
      source,
      spec,
      ...needs,
    });
    const id = `table-${run}`;
    const words = { title: `Table of ${run}`, shows: 'Counts.', differences: 'None.' };
    const paper = chapter === '' ? { paper: { label: 'x', caption: 'A table', says: 'Numbers.' } } : {};
    put(place('specs', chapter, `${id}.json`), {
      id,
      order: 1,
      ...words,
      ...paper,
      kind: 'statistics',
      runs: [run],
      published: [],
    });
  }
}

async function reproduce(output: string, ...words: string[]): Promise<string> {
  const lines: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  try {
    const all = ['--all', '--experiments', place('specs'), '--threads', '1', '--output', place(output), ...words];
    await program().parseAsync(all, { from: 'user' });
  } finally {
    spy.mockRestore();
  }
  return lines.join('');
}
const manifestIn = (output: string) => JSON.parse(readFileSync(place(output, 'manifest.json'), 'utf8')) as Manifest;
const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

describe('npm run reproduce -- --all', () => {
  beforeAll(async () => {
    specs();
    await reproduce('first');
  });

  it('writes one page per chapter, and a manifest with the hash of every table of figures', () => {
    expect(readdirSync(place('first')).sort()).toEqual(['beyond', 'defence', 'manifest.json', 'paper']);
    for (const chapter of ['paper', 'beyond', 'defence'])
      expect(existsSync(place('first', chapter, 'index.html'))).toBe(true);
    const { format, version, command, data, runs } = manifestIn('first');
    expect([format, version, data]).toEqual(['ulterior-reproduction', VERSION, []]);
    expect(command).toBe('npm run reproduce -- --all --data DATA --output OUTPUT');
    expect(runs.map(({ chapter, run, seed, figures }) => [chapter, run, seed, figures.length])).toEqual([
      ['paper', 'world-a', 1, 2],
      ['beyond', 'world-b', 1, 2],
      ['defence', 'needs-data', 1, 0],
    ]);
    const [table, records] = runs[0]!.figures;
    expect(table).toEqual({
      file: 'paper/world-a/curves.csv',
      sha256: sha256(place('first/paper/world-a/curves.csv')),
    });
    expect(records!.file).toBe('paper/world-a/records.json');
  });

  it('resumes where it was, and gives the same hashes again, though at another time', async () => {
    const before = readFileSync(place('first/manifest.json'), 'utf8');
    const kept = readdirSync(place('first/paper/world-a/checkpoints')).sort();
    rmSync(place('first/manifest.json'));
    await reproduce('first');
    expect(readFileSync(place('first/manifest.json'), 'utf8')).toBe(before);
    expect(readdirSync(place('first/paper/world-a/checkpoints')).sort()).toEqual(kept);
  });

  it('--only names tables or runs of any chapter; others are left out', async () => {
    await reproduce('some', '--only', 'table-world-b');
    expect(readdirSync(place('some')).sort()).toEqual(['beyond', 'manifest.json']);
    expect(manifestIn('some').runs).toEqual(manifestIn('first').runs.filter(({ run }) => run === 'world-b'));
    expect(manifestIn('some').command).toMatch(/ --only table-world-b$/);
    await expect(reproduce('none', '--only', 'mars')).rejects.toMatchObject({ code: 'PARAMETER_OUT_OF_RANGE' });
    await expect(reproduce('none', '--beyond')).rejects.toMatchObject({ code: 'PARAMETER_OUT_OF_RANGE' });
  });

  it('other data, another hash', async () => {
    const rows = Array.from({ length: 60 }, (_, user) =>
      [user % 2 === 0 ? 'even' : 'odd', ...[1, 2, 3, 4].map((item) => 1 + ((user * item) % 5))].join(','),
    );
    put(place('data/tiny/survey.csv'), ['group,q1,q2,q3,q4', ...rows].join('\n'));
    put(place('data/tiny/terms.txt'), 'Also hashed.');
    const words = ['--only', 'needs-data', '--data', place('data')];
    await reproduce('with', ...words);
    const { data, runs } = manifestIn('with');
    expect(data).toEqual(
      ['survey.csv', 'terms.txt'].map((name) => ({
        file: `tiny/${name}`,
        sha256: sha256(place('data/tiny', name)),
      })),
    );
    expect(runs[0]!.figures).toHaveLength(2);
  });
});

describe('scripts of the documents', () => {
  const script = (name: string, text: string) => {
    put(place('programs', name), text);
    return place('programs', name);
  };
  const some = ['--only', 'counts,world-b'];

  beforeAll(() => {
    specs();
    put(place('data/tiny/table.csv'), 'a,b');
    const counts = script(
      'counts.mjs',
      `import { appendFileSync, readdirSync } from 'node:fs';
      appendFileSync(process.argv[3] + '/calls.txt', 'x');
      console.error('how long it took');
      console.log(readdirSync(process.argv[2] + '/tiny').length > 0);`,
    );
    const fails = script('fails.mjs', `console.log('half'); process.exit(3);`);
    const clock = script('clock.mjs', 'console.log(process.hrtime.bigint());');
    documents = {
      scripts: [
        {
          id: 'counts',
          title: 'Counts',
          prints: 'figures',
          calls: [[counts, 'DATA', 'FOLDER']],
          needs: ['tiny/table.csv'],
        },
        { id: 'clock', title: 'A clock', prints: 'timings', calls: [[clock]] },
        { id: 'fails', title: 'Fails', prints: 'figures', calls: [[clock], [fails]] },
        { id: 'elsewhere', title: 'Not here', prints: 'figures', calls: [['scripts/no-such.mjs']] },
      ],
      tables: [
        { page: 'a.md', section: 'A', runs: ['world-b'] },
        { page: 'a.md', section: 'B', scripts: ['counts', 'clock'] },
        { page: 'a.md', section: 'C', byHand: 'needs a browser' },
        { page: 'a.md', section: 'D', notMeasured: 'codes' },
      ],
    };
  });
  afterAll(() => {
    documents = { scripts: [], tables: [] };
  });

  it('are run, their output is kept with its hash, and the manifest says which tables draw on it', async () => {
    await reproduce('printed', ...some, '--data', place('data'));
    const { data, runs, scripts, timings, tables } = manifestIn('printed');
    const output = 'scripts/counts/output.txt';
    expect(readFileSync(place('printed', output), 'utf8')).toBe('true\n');
    expect(scripts).toEqual([
      {
        script: 'counts',
        calls: documents.scripts[0]!.calls,
        output: { file: output, sha256: sha256(place('printed', output)) },
      },
    ]);
    expect(data.map(({ file }) => file)).toContain('tiny/table.csv');
    expect([runs.map(({ run }) => run), timings]).toEqual([['world-b'], []]);
    expect(tables.map(({ section }) => section)).toEqual(['A', 'B']);
    await reproduce('printed', ...some, '--data', place('data'));
    expect(readFileSync(place('printed/scripts/counts/calls.txt'), 'utf8'), 'what is finished is kept').toBe('x');
    put(place('data/tiny/table.csv'), 'other data');
    await expect(reproduce('printed', ...some, '--data', place('data'))).rejects.toMatchObject({
      code: 'CHECKPOINT_FOREIGN',
    });
  });

  it('are left out where data or files are missing, and the manifest says why', async () => {
    await reproduce('missing', '--only', 'counts,elsewhere');
    expect(manifestIn('missing').scripts).toMatchObject([
      { script: 'counts', leftOut: 'its data are not here (tiny/table.csv)' },
      { script: 'elsewhere', leftOut: expect.stringMatching(/there is no scripts\/no-such.mjs here: .* checkout/) },
    ]);
  });

  it('timings are left out unless they are asked for, and are in a place of their own', async () => {
    documents = { ...documents, scripts: documents.scripts.filter(({ id }) => id !== 'fails') };
    await reproduce('untimed');
    const untimed = manifestIn('untimed');
    expect(untimed.timings).toEqual([
      { script: 'clock', calls: documents.scripts[1]!.calls, leftOut: 'nobody asked for it: --timing does' },
    ]);
    expect(untimed.tables.map(({ section }) => section)).toEqual(['A', 'B', 'C']);
    expect(existsSync(place('untimed/timings'))).toBe(false);
    await reproduce('timed', '--timing');
    expect(manifestIn('timed').command).toMatch(/ --timing$/);
    expect(manifestIn('timed').timings[0]!.output!.file).toBe('timings/clock/output.txt');
    expect(readFileSync(place('timed/timings/clock/output.txt'), 'utf8')).toMatch(
      /^\d+ cores, .*, Node.js v.*\n\n\d+n?\n$/,
    );
    await reproduce('named', '--only', 'clock');
    expect(manifestIn('named').timings[0]!.output).toBeDefined();
  });

  it('two reproductions agree though their timings differ; where figures differ, the exit status is 4', async () => {
    await reproduce('again', '--timing');
    const [timed, again] = [manifestIn('timed'), manifestIn('again')];
    expect(timed.timings[0]!.output!.sha256).not.toBe(again.timings[0]!.output!.sha256);
    const { lines, agree } = compareManifests(timed, again);
    expect([agree, lines[0]]).toEqual([true, 'Same figures: 4 of 4 that both have.']);
    expect(lines.slice(1)).toEqual(['Timings differ from machine to machine and were not compared.']);
    expect(compareManifests(timed, { ...again, runs: [] }).agree, 'nothing in common shows nothing').toBe(false);

    const [first] = again.runs;
    const figures = first!.figures.map((figure, at) => (at === 0 ? { ...figure, sha256: 'x' } : figure));
    put(place('changed/manifest.json'), { ...again, version: '9', command: 'c', runs: [{ ...first, figures }] });
    try {
      const told = await reproduce('timed', '--timing', '--compare', place('changed/manifest.json'));
      expect(told).toContain('Same figures: 1 of 2 that both have.\nDifferent figures: paper/world-a/curves.csv\n');
      expect(told).toMatch(
        /Figures only here: beyond\/world-b\/curves.csv, .*\nVersions: \S+ here, 9 there.\nCommands: .*\n {5}there: c/,
      );
      expect(process.exitCode).toBe(4);
    } finally {
      process.exitCode = undefined;
    }
    put(place('no.json'), '{}');
    await expect(reproduce('x', '--compare', place('no.json'))).rejects.toMatchObject({ code: 'FILE_MALFORMED' });
    expect(existsSync(place('x')), 'before anything is run').toBe(false);
  });

  it('one that fails stops no other, and is an error at the end', async () => {
    const [counts, clock] = documents.scripts;
    const fails: Documents['scripts'][number] = {
      ...clock!,
      id: 'fails',
      calls: [...clock!.calls, [place('programs/fails.mjs')]],
    };
    documents = { ...documents, scripts: [fails, clock!, counts!] };
    await expect(reproduce('failed', '--only', 'fails,clock')).rejects.toMatchObject({
      code: 'SCRIPT_FAILED',
      message: expect.stringMatching(/^fails: .*fails.mjs ended with status 3/),
    });
    expect(manifestIn('failed').timings.map(({ leftOut }) => leftOut)).toEqual([
      expect.stringMatching(/fails.mjs ended with status 3$/),
      undefined,
    ]);
  });

  it('flags that would do nothing are refused', async () => {
    const refused = (words: string[], name: string) =>
      expect(reproduce('none', ...words)).rejects.toMatchObject({
        code: 'PARAMETER_OUT_OF_RANGE',
        message: expect.stringContaining(name),
      });
    await refused(['--timing', '--only', 'clock'], '--timing');
    await refused(['--no-timing', '--only', 'clock'], '--no-timing');
    await refused(['--timing', '--part', '0/2'], '--timing');
    await refused(['--only', 'counts', '--part', '0/2'], '--only');
    await refused(['--compare', 'x.json', '--part', '0/2'], '--compare');
    for (const words of [['--timing'], ['--compare', 'x.json']]) {
      const alone = ['--output', place('none'), ...words];
      await expect(program().parseAsync(alone, { from: 'user' })).rejects.toMatchObject({
        code: 'PARAMETER_OUT_OF_RANGE',
        message: expect.stringContaining(words[0]!),
      });
    }
    expect(existsSync(place('none'))).toBe(false);
  });

  it('are named in the help', () => {
    let help = '';
    program()
      .configureOutput({ writeOut: (text) => (help += text) })
      .outputHelp();
    expect(help).toContain('Scripts, with --all: counts\nTimings, with --all: fails, clock\n');
  });

  it('belong to the package: a folder of specs names no programs', () => {
    put(place('specs/documents/tables.json'), documents);
    expect(readDocuments(place('specs'))).toEqual({ scripts: [], tables: [] });
    expect(readDocuments('experiments').scripts.map(({ id }) => id)).toContain('scale');
    rmSync(place('specs/documents'), { recursive: true });
  });
});
