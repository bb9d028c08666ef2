/** Numbers on the command line: describe, train, ask, audit and report, on a world and on a table. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadAnyModel, loadModel } from '../src/runtime/index.ts';
import { asyncFailure } from './support/failure.ts';
import { ulterior } from './support/program/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-numeric-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = (words: string[], input = '') => ulterior(words, { input });

const WORLD = 'world:demo,users=200,items=40,leak=0.4';
const ATTRIBUTE = ['--attribute', 'age:number'];
const NUMBER = [...ATTRIBUTE, '--set', 'training.dimension=2'];
const TRAINED = [...ATTRIBUTE, '--dimension', '2'];
const model = join(folder, 'age.safetensors');

describe('a number on the command line', () => {
  it('train writes a model of it, which only its own reader takes', async () => {
    const { status, stdout, stderr } = run(['train', WORLD, ...TRAINED, '--output', model]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /age as a number \(mean 3\d\.\d, standard deviation 1\d\.\d\), 40 items, profiles of length 2/,
    );
    expect(stdout).toMatch(/slopes differ by 0\.\d+ rating points for a standard deviation of age/);
    expect(await loadAnyModel(model)).toMatchObject({ attribute: { name: 'age' }, dimension: 2 });
    expect(await asyncFailure(() => loadModel(model))).toMatch(/^MODEL_FOREIGN: ".*age.safetensors"/);
  });

  it('ask shows guess and interval after every answer, and keeps a transcript', () => {
    const transcript = join(folder, 'transcript.json');
    const words = ['ask', model, '--questions', '4', '--save', transcript];
    const { status, stdout } = run(words, 'y\n5\nnine\ns\nu\n1\n2\n3\n');
    expect(status).toBe(0);
    expect(stdout).toContain('infers your age,');
    // The start, four answers, a skip and its undoing.
    expect(stdout.match(/^ +-?\d+ [·▒█]{40} \d+ +age \d+ ± \d+$/gm)).toHaveLength(7);
    expect(stdout).toContain('Please give a rating from 1 to 5, or s, u, q.');
    expect(stdout).toMatch(/The belief now: age \d+, nine times in ten between -?\d+ and \d+\./);
    const { format, events } = JSON.parse(readFileSync(transcript, 'utf8'));
    expect(format).toBe('ulterior-numeric-transcript');
    expect(events.map(({ event }: { event: string }) => event)).toEqual([
      'answer',
      'skip',
      'undo',
      'answer',
      'answer',
      'answer',
    ]);
    expect(run(['ask', model], 'n\n').stdout).toContain('Nothing was asked.');
    const precise = run(['ask', model, '--yes', '--deviation', '11', '--questions', '30'], '3\n'.repeat(30));
    expect(precise.stdout.match(/^\d+\. /gm)!.length).toBeLessThan(30);
  });

  it('audit writes records and a report, which report draws again', () => {
    const output = join(folder, 'audit');
    const { status, stdout, stderr } = ulterior(
      [
        'audit',
        WORLD,
        ...NUMBER,
        ...[
          '--set',
          'folds=2',
          '--questions',
          '6',
          '--set',
          'resamples=50',
          '--set',
          'unit=years',
          '--set',
          'bands=30,40',
        ],
        ...['--set', 'strategies=varianceReduction,random', '--threads', '1', '--output', output],
      ],
      { drawn: true },
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Mean absolute error by number of questions$/m);
    expect(stdout).toMatch(/^Exact {2,}\d+\.\d\d \[/m);
    expect(stdout).toMatch(/^More tables are in the report: .*A control with a known answer\.$/m);
    expect(readFileSync(join(output, 'report.html'), 'utf8')).toMatch(/theory says what a fixed list of 10 questions/);
    const records = JSON.parse(readFileSync(join(output, 'records.json'), 'utf8'));
    expect(records).toMatchObject({
      format: 'ulterior-numeric-audit',
      spec: { unit: 'years', bands: [30, 40], training: { dimension: 2 } },
    });
    expect(readFileSync(join(output, 'report.html'), 'utf8')).toContain('How close do rating questions come to age?');
    const again = join(folder, 'again');
    expect(run(['report', join(output, 'records.json'), '--output', again]).status).toBe(0);
    expect(readFileSync(join(again, 'report.html'), 'utf8')).toBe(readFileSync(join(output, 'report.html'), 'utf8'));
  });

  it('settings come from a file, and flags after it', () => {
    const spec = join(folder, 'spec.json');
    const settings = {
      coverage: 0.8,
      bands: 0,
      shuffled: false,
      strategies: ['steepest'],
      training: { slopeShrinkage: 'none' },
    };
    writeFileSync(spec, JSON.stringify(settings));
    const words = ['--set', 'folds=2', '--questions', '3', '--set', 'resamples=50', '--threads', '1', '--quiet'];
    const { status } = run(['audit', WORLD, ...NUMBER, ...words, '--spec', spec, '--output', join(folder, 'file')]);
    expect(status).toBe(0);
    const records = JSON.parse(readFileSync(join(folder, 'file', 'records.json'), 'utf8'));
    expect(records.spec).toMatchObject({
      ...settings,
      maxQuestions: 3,
      training: { slopeShrinkage: 'none', dimension: 2 },
    });
    expect(records.bands).toBeUndefined();
  });

  it('describe tells how it spreads', () => {
    const ratings = join(folder, 'ratings.csv');
    const people = join(folder, 'people.csv');
    writeFileSync(ratings, 'user,item,rating\n1,a,3\n2,a,4\n3,a,5\n');
    writeFileSync(people, 'user,age\n1,20\n2,\n3,41.5\n');
    const words = ['describe', ratings, '--users-table', people, '--attribute', 'age:number'];
    const { stdout } = run(words);
    expect(stdout).toContain('no "age": 1 user, 0 items, 1 rating');
    expect(stdout).toMatch(/age:number\n {2}from 20 to 41\.5, mean 30\.8; quartiles 20, 20, 41\.5/);
    writeFileSync(people, 'user,age\n1,20\n2,old\n3,41.5\n');
    const wrong = run(words);
    expect(wrong.status).toBe(3);
    expect(wrong.stderr).toMatch(
      /read as a number but holds "old" \(1 row of ".*people\.csv", the first line 3\) \[ATTRIBUTE_VALUE_UNKNOWN\]/,
    );
  });

  it.each([
    [
      ['audit', WORLD, ...NUMBER, '--attackers', 'svm', '--output', 'x'],
      '--attackers has no effect where the attribute is a number',
    ],
    [['audit', WORLD, '--set', 'unit=years', '--output', 'x'], 'unit is not a known field'],
    [
      ['audit', WORLD, ...NUMBER, '--set', 'strategies=maxGap', '--output', 'x'],
      'strategies[0] is maxGap; it must be one of varianceReduction',
    ],
    [['train', WORLD, ...TRAINED, '--preset', 'paper', '--output', 'x'], 'the preset "paper" fixes --dimension'],
    [
      ['train', WORLD, '--attribute', 'age:number', '--preset', 'paper', '--output', 'x'],
      '--preset has no effect where the attribute is a number',
    ],
    [
      ['train', WORLD, ...TRAINED, '--set', 'biasRidge=1', '--output', 'x'],
      'biasRidge has no effect where the attribute is a number',
    ],
    [['ask', model, '--yes', '--confidence', '0.9'], '--confidence has no effect where the attribute is a number'],
    [['train', 'tune', WORLD, ...ATTRIBUTE], 'the attribute "age" is a number, but groups are needed here'],
    [
      ['audit', WORLD, ...NUMBER, '--set', 'coverage=1.5', '--output', 'x'],
      'coverage is 1.5; it must be a number from 0.01 to 0.9999',
    ],
  ])('%j is a wrong call', (words, text) => {
    const { status, stderr } = run(words);
    expect([status, stderr.includes(text) ? text : stderr]).toEqual([2, text]);
    expect(existsSync('x')).toBe(false);
  });
});
