/** `ulterior audit --defence` as a person or a script would call it: the built program. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DefenceRecords } from '../src/defence/index.ts';
import { headlineIn } from './support/findings.ts';
import { type Called, ulterior } from './support/program/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-defend-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = (...words: string[]) => ulterior(['audit', ...words]);

const WORLD = [
  'world:demo,users=240,items=80,leak=0.1',
  '--set',
  'training.dimension=3',
  '--set',
  'folds=2',
  '--set',
  'resamples=50',
];
const WAYS = ['--defence', 'leastChange:0.5:1', '--defence', 'decoysGreedy:0.2', '--set', 'shuffled=decoysGreedy'];

describe('ulterior audit --defence', () => {
  let first: Called;
  beforeAll(() => {
    first = ulterior(['audit', ...WORLD, ...WAYS, '--threads', '1', '--output', join(folder, 'one')], { drawn: true });
  });
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const recordsIn = (name: string) => JSON.parse(read(join(name, 'records.json'))) as DefenceRecords;

  it('prints one row per defence and strength, with its verdict, and writes page and records', () => {
    expect([first.status, first.stderr]).toEqual([0, '']);
    const lines = first.stdout.split('\n');
    expect(lines[0]).toBe('Which defences protect chronotype, and at what cost?');
    expect(lines[1]).toMatch(/ · 240 people · [\d,]+ ratings$/);
    expect(lines[3]).toMatch(/^A (clear|strong|very strong) leak of chronotype, and /);
    const none = lines.findIndex((line) => /^none +[01]\.\d{3} \[0\.\d{3}, [01]\.\d{3}\] .* –$/.test(line));
    expect(lines[none - 3]).toBe('What is left');
    const rows = lines.slice(none + 1, none + 4);
    expect(rows.map((line) => line.split(/ {2,}/)[0])).toEqual([
      'Least change, 0.5',
      'Least change, 1',
      'Decoys (greedy), 0.2',
    ]);
    for (const line of rows) expect(line).toMatch(/(knows? of it|clearly help)$/);
    expect(first.stdout).toContain(`Report: ${join(folder, 'one', 'report.html')}`);
    expect(readdirSync(join(folder, 'one')).sort()).toEqual([
      'charts',
      'checkpoints',
      'curves.csv',
      'curves.jsonl',
      'curves.parquet',
      'records.json',
      'report.html',
    ]);
    expect(read('one/report.html')).toContain('Which defences protect chronotype, and at what cost?');
    const { spec, format } = recordsIn('one');
    expect(format).toBe('ulterior-defence');
    expect(spec.defences).toEqual([
      { name: 'leastChange', strengths: [0.5, 1] },
      { name: 'decoysGreedy', strengths: [0.2] },
    ]);
    expect([spec.folds, spec.resamples, spec.shuffled, spec.seed]).toEqual([2, 50, ['decoysGreedy'], 1]);
  });

  it('gives the same on two threads, and goes on from checkpoints', () => {
    expect(run(...WORLD, ...WAYS, '--threads', '2', '--quiet', '--output', join(folder, 'two')).status).toBe(0);
    expect(readdirSync(join(folder, 'two'))).not.toContain('charts');
    const without = (records: DefenceRecords) => JSON.stringify({ ...records, provenance: null });
    expect(without(recordsIn('two')) === without(recordsIn('one'))).toBe(true);
    const again = run(...WORLD, ...WAYS, '--threads', '1', '--quiet', '--output', join(folder, 'two'));
    expect(again).toEqual({ status: 0, stdout: '', stderr: '' });
    const other = run(...WORLD, ...WAYS, '--set', 'seed=2', '--output', join(folder, 'two'));
    expect(other.status).toBe(2);
    expect(other.stderr).toContain('[CHECKPOINT_FOREIGN]');
  });

  it('any classifier that reads no factor model attacks', () => {
    const [, ...settings] = WORLD;
    const clear = ['world:demo,users=240,items=80,leak=0.5', ...settings];
    const words = ['--defence', 'blinding:1', '--attackers', 'multinomial,plainLogistic'];
    const [one, two] = ['1', '2'].map((threads) => {
      const output = join(folder, `classifiers-${threads}`);
      expect(run(...clear, ...words, '--threads', threads, '--quiet', '--output', output).stderr).toBe('');
      return recordsIn(`classifiers-${threads}`);
    });
    expect(one!.evaluations).toEqual(two!.evaluations);
    expect(one!.findings).toEqual(two!.findings);
    const before = headlineIn(one!, 'histories', { defence: undefined });
    expect(before.map(({ attacker }) => attacker)).toEqual(['multinomial', 'plainLogistic']);
    // It finds the leak, and the report calls it by its name.
    for (const { auc } of before) expect(auc.low).toBeGreaterThan(0.5);
    expect(read('classifiers-1/report.html')).toContain('Naive Bayes, retrained');
  });

  it('one attacker alone', () => {
    const alone = run(...WORLD, '--defence', 'blinding:1', '--attackers', 'factor', '--output', join(folder, 'alone'));
    expect(alone.status).toBe(0);
    expect(alone.stdout).not.toContain('logistic');
    expect(recordsIn('alone').spec.attackers).toEqual(['factor']);
  });

  it.each([
    [['--defence', 'prayer'], 2, 'defence is "prayer"; it must be one of leastChange'],
    [['--defence', 'blinding:2'], 2, 'strength of blinding (share of the gap'],
    [['--defence', 'blinding:much'], 2, 'Give a number above 0.'],
    [['--defence', ','], 2, 'Name at least one defence.'],
    [['--defence', 'default', '--attackers', 'oracle'], 2, '--attackers is oracle'],
    [['--defence', 'default', '--set', 'shuffled=prayer'], 2, 'shuffled is "prayer"'],
  ])('%j is refused', (words, status, message) => {
    const refused = run(...WORLD, ...words, '--output', join(folder, 'never'));
    expect([refused.status, refused.stdout]).toEqual([status, '']);
    expect(refused.stderr).toContain(message);
  });

  it('explains itself', () => {
    const { stdout } = run('--help');
    for (const word of ['leastChange', 'randomisedResponse', 'Examples:', '--defence', 'tried: 0.01, 0.05, 0.1'])
      expect(stdout).toContain(word);
  });
});
