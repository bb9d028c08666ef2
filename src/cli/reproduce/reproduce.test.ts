/** `ulterior reproduce --all`: three chapters from one plan, and what was made from what. Build first: threads. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parametersFrom } from '../../factorization/index.ts';
import { VERSION } from '../../version/index.ts';
import { createProgram } from '../program.ts';
import type { Manifest } from './manifest.ts';

// What reports look like is tested elsewhere; drawing takes longer than measuring here.
vi.mock('../../render/index.ts', async (original) => ({
  ...(await original<typeof import('../../render/index.ts')>()),
  writeReport: async (records: object, output: string) => {
    mkdirSync(output, { recursive: true });
    writeFileSync(join(output, 'curves.csv'), JSON.stringify({ ...records, provenance: undefined }));
    return { files: [], warnings: [] };
  },
}));

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
    const all = [
      'reproduce',
      '--all',
      '--experiments',
      place('specs'),
      '--threads',
      '1',
      '--output',
      place(output),
      ...words,
    ];
    await createProgram().parseAsync(all, { from: 'user' });
  } finally {
    spy.mockRestore();
  }
  return lines.join('');
}
const manifestIn = (output: string) => JSON.parse(readFileSync(place(output, 'manifest.json'), 'utf8')) as Manifest;
const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

describe('ulterior reproduce --all', () => {
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
    expect(command).toBe('ulterior reproduce --all --data DATA --output OUTPUT');
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

  it('goes on where it was, and gives the same hashes again, though at another time', async () => {
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
