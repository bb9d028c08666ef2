/** One piece of work in parts, by several processes that see one folder, as on several machines. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { freshUlterior, REPRODUCE, ulterior } from './support/program/index.ts';

const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const base = mkdtempSync(join(tmpdir(), 'ulterior-parts-'));
const run = (words: readonly string[]) => ulterior([...words, '--threads', '1']);
/** Everything but the moment at which it was finished. */
const records = (folder: string) => {
  const { provenance, ...found } = JSON.parse(readFileSync(join(folder, 'records.json'), 'utf8'));
  return JSON.stringify({ ...found, version: provenance.version });
};

const WORLD = 'world:demo,users=160,items=30,leak=0.5';
const AUDIT = [
  ...[
    'audit',
    WORLD,
    '--set',
    'training.dimension=3',
    '--set',
    'folds=3',
    '--questions',
    '4',
    '--set',
    'strategies=separation,random',
  ],
  ...['--attackers', 'factor', '--set', 'controls=2', '--set', 'permutations=200', '--set', 'resamples=60'],
];

afterAll(() => rmSync(base, { recursive: true, force: true }));

describe('an audit in parts', () => {
  it('has the records of an audit by one process, whoever does what, and although one was killed', async () => {
    const [alone, shared] = [join(base, 'alone'), join(base, 'shared')];
    expect(run([...AUDIT, '--output', alone]).status).toBe(0);

    const first = run([...AUDIT, '--output', shared, '--part', '0/3']);
    expect(first.status).toBe(0);
    const parts = readdirSync(join(shared, 'checkpoints')).filter((name) => name.endsWith('.part'));
    // Three folds of the real labels and of two shuffles, and the permutations: ten units, of which a third.
    expect(parts).toHaveLength(4);
    expect(first.stdout).toMatch(/^Part 0\/3 is done\. 4 of 10 units are there\. When the other parts are done/m);
    expect(existsSync(join(shared, 'records.json'))).toBe(false);

    const early = run([...AUDIT, '--output', shared, '--part', 'collect']);
    expect(early.status).toBe(2);
    expect(early.stderr).toMatch(/6 of 10 units have no result.*UNITS_MISSING/s);

    const killed = spawn(process.execPath, [program, ...AUDIT, '--output', shared, '--part', '1/3'], {
      stdio: 'ignore',
    });
    const gone = once(killed, 'exit');
    while (readdirSync(join(shared, 'checkpoints')).filter((name) => name.endsWith('.part')).length < 5) {
      await pause(20);
    }
    killed.kill('SIGKILL');
    await gone;
    for (const part of ['1/3', '2/3']) expect(run([...AUDIT, '--output', shared, '--part', part]).status).toBe(0);
    expect(run([...AUDIT, '--output', shared, '--part', 'collect']).status).toBe(0);
    expect(records(shared)).toBe(records(alone));
  });

  it('does not mix in parts of other work', () => {
    const folder = join(base, 'mixed');
    expect(run([...AUDIT, '--output', folder, '--part', '0/9']).status).toBe(0);
    const other = run([...AUDIT, '--set', 'seed=7', '--output', folder, '--part', '1/9']);
    expect([other.status, other.stderr]).toEqual([2, expect.stringContaining('CHECKPOINT_FOREIGN')]);
  });

  it.each([['3/3'], ['0/0'], ['1'], ['-1/2'], ['a/b']])('has no part %s', (part) => {
    const { status, stderr } = run([...AUDIT, '--output', join(base, 'none'), '--part', part]);
    expect([status, stderr]).toEqual([2, expect.stringContaining('i from 0 to n - 1')]);
  });
});

describe('the script for Slurm', () => {
  const script = fileURLToPath(new URL('../deploy/slurm/ulterior.sbatch', import.meta.url));
  const submit = (words: readonly string[], variables: Record<string, string>) =>
    spawnSync('bash', [script, ...words], {
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', ULTERIOR: `${process.execPath} ${program}`, ...variables },
    });

  it('runs the parts of an array, one of them again by itself, and puts them together', () => {
    const words = [...AUDIT, '--output', join(base, 'slurm')];
    const array = { SLURM_ARRAY_TASK_COUNT: '2' };
    const outcomes = [
      submit(words, { ...array, SLURM_ARRAY_TASK_ID: '0' }),
      submit(words, { SLURM_ARRAY_TASK_COUNT: '1', SLURM_ARRAY_TASK_ID: '1' }),
      submit(words, { PARTS: '2', SLURM_ARRAY_TASK_COUNT: '1', SLURM_ARRAY_TASK_ID: '1' }),
      submit(words, {}),
    ];
    expect(outcomes.map(({ status }) => status)).toEqual([0, 2, 0, 0]);
    expect(outcomes[2]!.stdout).toContain('10 of 10 units are there');
    expect(existsSync(join(base, 'slurm', 'records.json'))).toBe(true);
  });
});

describe('in parts', () => {
  const reproduce: typeof run = (words) => freshUlterior([...words, '--threads', '1'], { program: REPRODUCE });
  const whole = (name: string, words: readonly string[], runs = run) => {
    const [alone, shared] = [join(base, `${name}-alone`), join(base, `${name}-shared`)];
    const outcomes = [
      runs([...words, '--output', alone]),
      ...['0/2', '1/2'].map((part) => runs([...words, '--output', shared, '--part', part])),
      runs([...words, '--output', shared, '--part', 'collect']),
    ];
    expect(outcomes.map(({ status }) => status)).toEqual([0, 0, 0, 0]);
    return { alone, shared, outcomes };
  };

  it('a number is audited', () => {
    const words = ['audit', 'world:demo,users=120,items=30', '--attribute', 'age:number', '--set', 'folds=2'];
    const { alone, shared } = whole('number', [...words, '--questions', '3', '--set', 'resamples=60']);
    expect(records(shared)).toBe(records(alone));
  });

  it('defences are judged', () => {
    const words = ['audit', WORLD, '--defence', 'blinding', '--attackers', 'factor', '--set', 'folds=2'];
    const { alone, shared } = whole('defend', [...words, '--set', 'resamples=60', '--set', 'training.dimension=3']);
    expect(records(shared)).toBe(records(alone));
  });

  it('settings are tried', () => {
    const words = ['train', 'tune', WORLD, '--folds', '2', '--dimensions', '2,3', '--ridges', '10', '--json'];
    const { outcomes } = whole('tune', words);
    expect(JSON.parse(outcomes[3]!.stdout)).toEqual(JSON.parse(outcomes[0]!.stdout));
    expect(outcomes[1]!.stdout).toBe('');
    const { status, stderr } = run([...words, '--part', '0/2']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('--part needs a folder')]);
  });

  it('experiments are reproduced', () => {
    const words = ['--experiments', smallExperiments(), '--no-timing', '--resamples', '60'];
    const { alone, shared, outcomes } = whole('reproduce', words, reproduce);
    expect(records(join(shared, 'world-tv'))).toBe(records(join(alone, 'world-tv')));
    expect(outcomes[1]!.stdout).not.toContain('The page');
  });
});

/** One figure of the paper and its run on an invented world, with few people and few questions. */
function smallExperiments(): string {
  const folder = join(base, 'experiments');
  mkdirSync(join(folder, 'runs'), { recursive: true });
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`../experiments/${name}`, import.meta.url), 'utf8')) as Record<string, object>;
  const { source, spec, ...run } = read('runs/world-tv.json');
  const few = { folds: 2, maxQuestions: 4, compareAt: [2], controls: 1, permutations: 200 };
  const small = { ...run, source: { ...source, users: 120 }, spec: { ...spec, ...few } };
  writeFileSync(join(folder, 'runs', 'world-tv.json'), JSON.stringify(small));
  const figure = {
    ...read('figure-active-auc.json'),
    runs: ['world-tv'],
    contenders: ['separation', 'random'],
    published: [],
  };
  writeFileSync(join(folder, 'figure-active-auc.json'), JSON.stringify(figure));
  return folder;
}
