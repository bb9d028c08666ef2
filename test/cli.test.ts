/** The command line as a person or a script would call it: the built program in a process of its own. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const newFolder = () => mkdtempSync(join(tmpdir(), 'ulterior-cli-'));
const run = (words: string[], env: Record<string, string> = {}, flags: string[] = [], input = '') => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, program, ...words], {
    encoding: 'utf8',
    input,
    // The test runner sets FORCE_COLOR for itself.
    env: { ...process.env, FORCE_COLOR: '', NO_COLOR: '', ...env },
  });
  return { status, stdout, stderr };
};

describe('ulterior demo', () => {
  it('trains, interviews and shows the belief after every answer', () => {
    const { status, stdout, stderr } = run(['demo', '--no-audit', '--seed', '5', '--questions', '6']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.match(/^ ?\d+ {2}\S.*[★☆]{5} {2}[█▏▎▍▌▋▊▉·]{30} +(> |< )?\d+\.\d %$/gm)).toHaveLength(6);
    expect(stdout).toMatch(/After 6 questions .* takes them for an? (lark|owl) with .* %/);
  });

  it('prints the same for one and two threads, and on the twin', () => {
    const first = run(['demo', '--no-audit', '--threads', '1']);
    expect(run(['demo', '--no-audit', '--threads', '2'])).toEqual(first);
    expect(run(['demo', '--no-audit'], { ULTERIOR_KERNELS: 'twin' })).toEqual(first);
    expect(run(['demo', '--no-audit', '--seed', '2']).stdout).not.toBe(first.stdout);
  });

  it('where WebAssembly cannot start, says so and prints the same', () => {
    // Without a just-in-time compiler V8 has no WebAssembly either.
    const without = run(['demo', '--no-audit', '--questions', '3'], {}, ['--jitless']);
    expect(without.stderr).toMatch(/warning WebAssembly could not start \(.*\)\. Plain TypeScript runs in its place/);
    expect(without.stdout).toBe(run(['demo', '--no-audit', '--questions', '3']).stdout);
  });

  it('prints plain text when its output does not go to a terminal, unless told otherwise', () => {
    expect(run(['demo', '--no-audit'], { CI: 'true' }).stdout).not.toContain('\u001b');
    expect(run(['demo', '--no-audit'], { FORCE_COLOR: '1' }).stdout).toContain('\u001b[33m★');
    expect(run(['demo', '--no-audit'], { FORCE_COLOR: '1', NO_COLOR: '1' }).stdout).not.toContain('\u001b');
  });
});

const WORLD = 'world:demo,users=240,items=50,leak=0.4';
const AUDIT = [
  'audit',
  WORLD,
  '--dimension',
  '3',
  '--folds',
  '3',
  '--questions',
  '6',
  '--strategies',
  'separation,random',
  '--resamples',
  '60',
];

describe('ulterior describe', () => {
  it('prints what was read, what was left out and why', () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'r.csv'), 'user,item,rating\na,x,1\na,y,2\nb,x,5\nb,y,4\nc,x,3\n');
    writeFileSync(join(folder, 'u.csv'), 'user,gender\na,F\nb,M\n');
    const { status, stdout } = run([
      'describe',
      join(folder, 'r.csv'),
      '--users-table',
      join(folder, 'u.csv'),
      '--attribute',
      'gender',
    ]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/2 users, 2 items, 4 ratings from 1 to 5/);
    expect(stdout).toMatch(/guessed: user is the column "user"/);
    expect(stdout).toMatch(/Left out\n {2}no "gender": 1 users, 0 items, 1 ratings/);
    expect(stdout).toMatch(/F +█.* 1 users/);
  });

  it('prints JSON when asked to', () => {
    const { stdout } = run(['describe', 'world:tv', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ users: 992, items: 50 });
  });

  it.each([
    [['describe', '/no/such/file.csv'], 3, /no such file|does not exist/i],
    [['describe', 'ml-1m'], 2, /does not say where its files are.*\[SOURCE_UNKNOWN\]/],
    [['audit', 'world:nowhere', '--output', '/tmp/x'], 2, /there is no world "nowhere"/],
  ])('%j fails with status %i', (words, status, message) => {
    const failed = run(words);
    expect(failed.status).toBe(status);
    expect(failed.stderr).toMatch(message);
  });
});

describe('ulterior audit and report', () => {
  it('audits, prints a summary, and writes a report that can be written again', () => {
    const folder = newFolder();
    const first = run([...AUDIT, '--output', join(folder, 'one')]);
    expect([first.status, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toMatch(/chronotype of 240 people/);
    expect(first.stdout).toMatch(/separation +0\.\d{3} \[0\.\d{3}, \d\.\d{3}\]/);
    expect(first.stdout).toMatch(/shuffled labels +0\.\d{3}/);
    const html = readFileSync(join(folder, 'one', 'report.html'), 'utf8');
    const again = run(['report', join(folder, 'one', 'records.json'), '--output', join(folder, 'two')]);
    expect(again.status).toBe(0);
    expect(readFileSync(join(folder, 'two', 'report.html'), 'utf8')).toBe(html);
  });

  it('killed in the middle and started again gives the same records as an undisturbed run', async () => {
    const folder = newFolder();
    const records = (name: string) => {
      const { provenance, ...rest } = JSON.parse(readFileSync(join(folder, name, 'records.json'), 'utf8'));
      return { ...rest, provenance: { ...provenance, finished: '' } };
    };
    expect(run([...AUDIT, '--output', join(folder, 'whole')]).status).toBe(0);
    const checkpoints = join(folder, 'cut', 'checkpoints');
    const child = spawn(process.execPath, [program, ...AUDIT, '--output', join(folder, 'cut')], { stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
    const parts = () => {
      try {
        return readdirSync(checkpoints).filter((name) => name.endsWith('.part'));
      } catch {
        return [];
      }
    };
    while (parts().length < 2 && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill('SIGKILL');
    expect(await ended).toBe('SIGKILL');
    expect(parts().length).toBeLessThan(6);
    expect(run([...AUDIT, '--output', join(folder, 'cut')]).status).toBe(0);
    expect(records('cut')).toEqual(records('whole'));
  });

  it('stopped with Ctrl-C says how to go on, and goes on', async () => {
    const folder = newFolder();
    const child = spawn(process.execPath, [program, ...AUDIT, '--output', folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    const parts = () => (existsSync(join(folder, 'checkpoints')) ? readdirSync(join(folder, 'checkpoints')).length : 0);
    while (parts() < 2 && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(said).toMatch(/warning stopped\. The same command goes on where it was/);
    expect(existsSync(join(folder, 'report.html'))).toBe(false);
    expect(run([...AUDIT, '--output', folder]).status).toBe(0);
  });

  it('refuses the folder of another audit, and files that are no records', () => {
    const folder = newFolder();
    expect(run([...AUDIT, '--output', folder]).status).toBe(0);
    const other = run([...AUDIT, '--seed', '2', '--output', folder]);
    expect(other.status).toBe(2);
    expect(other.stderr).toMatch(/checkpoints of another audit.*\[CHECKPOINT_FOREIGN\]/);
    writeFileSync(join(folder, 'x.json'), '{"a":1}');
    const foreign = run(['report', join(folder, 'x.json'), '--output', folder]);
    expect(foreign.status).toBe(3);
    expect(foreign.stderr).toMatch(/holds no records of an audit \[RECORDS_FOREIGN\]/);
    rmSync(folder, { recursive: true });
  });
});

describe('ulterior train, tune and ask', () => {
  const folder = newFolder();
  const model = join(folder, 'model.safetensors');

  it('trains a model into a file', () => {
    const { status, stdout } = run(['train', WORLD, '--dimension', '3', '--output', model]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/model\.safetensors: lark, owl \(chronotype\), 50 items/);
  });

  it('interviews with consent, refuses nonsense, skips, undoes, sums up and saves', () => {
    const saved = join(folder, 'transcript.json');
    const { status, stdout } = run(
      ['ask', model, '--questions', '4', '--save', saved],
      {},
      [],
      'y\n4\nmaybe\ns\nu\n2\n5\nq\n',
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/infers your chronotype \(lark, owl\)/);
    expect(stdout).toMatch(/Please give a rating from 1 to 5, or s, u, q\./);
    expect(stdout).toMatch(/that gave away \d\.\d\d bits/);
    expect(stdout).toMatch(/What your answers gave away(\n +\d\.\d\d bits +\d {2}\S.*){3}\n/);
    const events = JSON.parse(readFileSync(saved, 'utf8')).events.map(({ event }: { event: string }) => event);
    expect(events).toEqual(['answer', 'skip', 'undo', 'answer', 'answer', 'end']);
  });

  it('asks nothing without consent', () => {
    const { stdout } = run(['ask', model], {}, [], 'n\n');
    expect(stdout).toMatch(/Nothing was asked\./);
    expect(stdout).not.toMatch(/1\. /);
  });

  it('tunes and prints the best setting first', () => {
    const words = [
      'tune',
      WORLD,
      '--dimension',
      '3',
      '--profile-ridges',
      '1,1000000',
      '--ridges',
      '5',
      '--folds',
      '2',
      '--json',
    ];
    const results = JSON.parse(run(words).stdout);
    expect(
      results.map((result: { parameters: { profileRidge: number } }) => result.parameters.profileRidge),
    ).toHaveLength(2);
    expect(results[0].auc).toBeGreaterThanOrEqual(results[1].auc);
  });
});

describe('ulterior bench', () => {
  it('prints ratios as JSON', () => {
    const { status, stdout } = run(['bench', '--threads', '2', '--json']);
    expect(status).toBe(0);
    const rows = JSON.parse(stdout) as { what: string; ratio: number }[];
    expect(rows.map(({ what }) => what)).toHaveLength(6);
    for (const { ratio } of rows) expect(ratio).toBeGreaterThan(0);
  });
});

describe('help and errors', () => {
  it('help shows examples and is no failure', () => {
    const { status, stdout } = run(['demo', '--help']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/Examples:\n {2}ulterior demo/);
    expect(run(['--version'])).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });

  it.each([
    [['dmeo'], /unknown command 'dmeo'[\s\S]*Did you mean demo/],
    [['demo', '--questions', 'ten'], /'ten' is invalid. a whole number is wanted/],
    [['demo', '--colour'], /unknown option '--colour'/],
    [['demo', '--threads', '0'], /threads is 0; .* \[PARAMETER_OUT_OF_RANGE\]\n +try: set threads/],
  ])('a wrong call (%j) says what is wrong and exits with 2', (words, message) => {
    const { status, stderr } = run(words);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });
});
