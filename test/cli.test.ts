/** The command line as a person or a script would call it: the built program. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/cli/overview.ts';
import { createProgram } from '../src/cli/program.ts';
import { decodeModel } from '../src/factorization/index.ts';
import { complaintAbout, ulteriorWords } from './support/commandLines.ts';
import { freshUlterior, ulterior } from './support/program/index.ts';

/** Tells on standard error which files Node loads. */
const LOADED = new URL('support/program/loadedFiles.mjs', import.meta.url).href;
const newFolder = () => mkdtempSync(join(tmpdir(), 'ulterior-cli-'));
const run = (words: string[], env: Record<string, string> = {}, input = '') => ulterior(words, { env, input });

describe('ulterior demo', () => {
  it('trains, interviews and shows the belief after every answer', () => {
    const { status, stdout, stderr } = run(['demo', '--no-audit', '--seed', '5', '--questions', '6']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.match(/^ ?\d+ {2}\S.*[★☆]{5} {2}[█▏▎▍▌▋▊▉·]{30} +(> |< )?\d+\.\d%$/gm)).toHaveLength(6);
    expect(stdout).toMatch(/After 6 questions .* thinks they are an? (lark|owl), with .*% confidence/);
  });

  it('prints the same for one and two threads, and on the twin', () => {
    const first = run(['demo', '--no-audit', '--threads', '1']);
    expect(run(['demo', '--no-audit', '--threads', '2'])).toEqual(first);
    expect(freshUlterior(['demo', '--no-audit'], { env: { ULTERIOR_KERNELS: 'twin' } })).toEqual(first);
    expect(run(['demo', '--no-audit', '--seed', '2']).stdout).not.toBe(first.stdout);
  });

  it('where WebAssembly cannot start, says so and prints the same', () => {
    // Without a just-in-time compiler V8 has no WebAssembly either.
    const words = ['train', 'world:demo,users=60,items=30,ratingsPerUser=20', '--dimension', '2', '--output'];
    const folder = newFolder();
    const train = (node: string[]) => freshUlterior([...words, join(folder, 'model.safetensors')], { node });
    const without = train(['--jitless']);
    expect(without.stderr).toMatch(/warning WebAssembly could not start \(.*\)\. Plain TypeScript runs in its place/);
    const plain = train([]);
    expect([without.status, without.stdout]).toEqual([0, plain.stdout]);
    expect(plain).toMatchObject({ status: 0, stderr: '' });
  });

  it('prints plain text when its output does not go to a terminal, unless told otherwise', () => {
    expect(run(['demo', '--no-audit'], { CI: 'true' }).stdout).not.toContain('\u001b');
    const coloured = (env: Record<string, string>) => freshUlterior(['demo', '--no-audit'], { env }).stdout;
    expect(coloured({ FORCE_COLOR: '1' })).toContain('\u001b[33m★');
    expect(coloured({ FORCE_COLOR: '1', NO_COLOR: '1' })).not.toContain('\u001b');
  });
});

const WORLD = 'world:demo,users=240,items=50,leak=0.4';
const AUDIT = [
  'audit',
  WORLD,
  ...['--questions', '6', '--set', 'training.dimension=3', '--set', 'folds=3', '--set', 'strategies=separation,random'],
  ...['--set', 'resamples=60', '--set', 'controls=1', '--set', 'permutations=200'],
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
    expect(stdout).toMatch(/Left out\n {2}no "gender": 1 user, 0 items, 1 rating/);
    expect(stdout).toMatch(/F +█.* 1 user\b/);
  });

  it('prints JSON when asked to', () => {
    const { stdout } = run(['describe', 'world:tv', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ users: 992, items: 50 });
  });

  it('draws how many ratings users have, as a cumulative plot', () => {
    const folder = newFolder();
    // Of four users one has 1 rating, two have 10, and one has 100.
    const rows = [1, 10, 10, 100].flatMap((ratings, user) =>
      Array.from({ length: ratings }, (_, item) => `u${user},i${item},${1 + (item % 5)}`),
    );
    writeFileSync(join(folder, 'r.csv'), `user,item,rating\n${rows.join('\n')}\n`);
    const { status, stdout } = run(['describe', join(folder, 'r.csv')]);
    expect(status).toBe(0);
    const area = (empty: number) => ' '.repeat(empty) + '█'.repeat(60 - empty);
    const lines = stdout.split('\n');
    const first = lines.findIndex((line) => line.startsWith('Ratings per user'));
    expect(lines.slice(first, first + 8)).toEqual([
      'Ratings per user  share of users with at most that many; logarithmic',
      `  100% ┤${area(59)}`,
      `       │${area(30)}`,
      `   50% ┤${area(30)}`,
      `       │${area(0)}`,
      // Columns of 1, 2, 5, …: the whole part of 30 times the decimal logarithm.
      '    0% └┬────────┬──────────┬─────────┬────────┬──────────┬────────┬',
      '        1        2          5        10       20         50       100',
      '  from 1 to 100, mean 30.3; quartiles 1, 10, 10',
    ]);
  });

  it('draws no distribution where all users have as many ratings', () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'r.csv'), 'user,item,rating\na,x,1\nb,x,5\n');
    expect(run(['describe', join(folder, 'r.csv')]).stdout).toMatch(
      /\nRatings per user\n {2}from 1 to 1, mean 1\.0;.*\n\nWhat could be inferred .*\n {2}nothing in this table[\s\S]*r\.ulterior\.json says how to read the data/,
    );
  });

  it('writes both charts to a folder, with and without an attribute', () => {
    const folder = join(newFolder(), 'new');
    const { status, stdout, stderr } = run(['describe', 'world:tv', '--charts', folder]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(
      `Charts: ${join(folder, 'ratings-per-user.svg')}, ${join(folder, 'rating-histogram.svg')}\n`,
    );
    const { ratingsPerUser, histogram } = JSON.parse(run(['describe', 'world:tv', '--json']).stdout);
    const cumulative = readFileSync(join(folder, 'ratings-per-user.svg'), 'utf8');
    expect(cumulative).toContain(`Half of the people rated ${ratingsPerUser.median} items or fewer`);
    const bars = readFileSync(join(folder, 'rating-histogram.svg'), 'utf8');
    const most = histogram.toSorted((a: { count: number }, b: { count: number }) => b.count - a.count)[0];
    expect(bars).toContain(`The most frequent rating is ${most.from} `);
    // JSON stays JSON, and nobody needs an attribute to look at ratings.
    const bare = newFolder();
    writeFileSync(join(bare, 'r.csv'), 'user,item,rating\na,x,1\na,y,2\nb,x,5\n');
    const quiet = run(['describe', join(bare, 'r.csv'), '--json', '--charts', bare]);
    expect(JSON.parse(quiet.stdout)).toMatchObject({ users: 2, attributes: [] });
    expect(readdirSync(bare).sort()).toEqual(['r.csv', 'rating-histogram.svg', 'ratings-per-user.svg']);
  });

  it.each([
    [['describe', '/no/such/file.csv'], 3, /no such file|does not exist/i],
    [['describe', 'ml-1m'], 2, /does not say where its files are.*\[SOURCE_UNKNOWN\]/],
    [['audit', 'world:nowhere', '--output', 'nowhere'], 2, /there is no world "nowhere"/],
  ])('%j fails with status %i', (words, status, message) => {
    const failed = run(words);
    expect(failed.status).toBe(status);
    expect(failed.stderr).toMatch(message);
  });
});

describe('ulterior audit and report', () => {
  const folder = newFolder();
  afterAll(() => rmSync(folder, { recursive: true }));

  it('audits, prints a summary, and writes a report that can be written again', () => {
    const first = ulterior([...AUDIT, '--output', join(folder, 'one')], { drawn: true });
    expect([first.status, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toMatch(/^What do rating questions give away about chronotype\?\n.* 240 people /);
    expect(first.stdout).toMatch(/Exact selection +0\.\d{3} \[0\.\d{3}, \d\.\d{3}\]/);
    expect(first.stdout).toMatch(/Shuffled \(control\) +0\.\d{3}/);
    const html = readFileSync(join(folder, 'one', 'report.html'), 'utf8');
    const again = run(['report', join(folder, 'one', 'records.json'), '--output', join(folder, 'two')]);
    expect(again.status).toBe(0);
    expect(readFileSync(join(folder, 'two', 'report.html'), 'utf8')).toBe(html);
  });

  it('refuses the folder of another audit, and files that are no records', () => {
    const other = run([...AUDIT, '--set', 'seed=2', '--output', join(folder, 'one')]);
    expect(other.status).toBe(2);
    expect(other.stderr).toMatch(/checkpoints of another audit.*\[CHECKPOINT_FOREIGN\]/);
    writeFileSync(join(folder, 'x.json'), '{"a":1}');
    const foreign = run(['report', join(folder, 'x.json'), '--output', folder]);
    expect(foreign.status).toBe(3);
    expect(foreign.stderr).toMatch(/contains no records of an audit \[RECORDS_FOREIGN\]/);
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
      'y\n4\nmaybe\ns\nu\n2\n5\nq\n',
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/infers your chronotype \(lark, owl\)/);
    expect(stdout).toMatch(/Please give a rating from 1 to 5, or s, u, q\./);
    expect(stdout).toMatch(/What your answers gave away: .*(\n +\d+\.\d ?% → +\d+\.\d ?% +\d {2}\S.*){3}\n/);
    expect(stdout).toMatch(/In total: chronotype: (lark|owl), \d+\.\d ?% \(\d+\.\d ?% before the first answer\)/);
    expect(stdout).toMatch(/Details, in bits \(chronotype\)(\n +−?\d\.\d\d +\d {2}\S.*){3}\n +\d\.\d\d {2}in total/);
    // Percentages come first.
    expect(stdout.indexOf('bits')).toBeGreaterThan(stdout.indexOf('In total'));
    const events = JSON.parse(readFileSync(saved, 'utf8')).events.map(({ event }: { event: string }) => event);
    expect(events).toEqual(['answer', 'skip', 'undo', 'answer', 'answer', 'end']);
  });

  const spec = (content: object | string) => {
    const path = join(folder, 'spec.json');
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };

  it('calibrates on training users, says what that holds for, and warns where it does not', () => {
    const world = 'world:demo,users=300,items=40,leak=0.4';
    const calibrated = join(folder, 'calibrated.safetensors');
    const words = [
      'train',
      world,
      '--dimension',
      '2',
      '--calibrate',
      '--spec',
      spec({ questions: 6 }),
      '--output',
      calibrated,
    ];
    const { status, stdout, stderr } = run(words);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /calibrated: after \d answers they count \d\.\d\d times .* holds for the strategy separation, the ridge of the model, the open protocol\./,
    );
    const { calibration, attribute } = decodeModel(readFileSync(calibrated));
    expect(attribute).toBe('chronotype');
    expect(calibration!.fittedFor).toEqual({ strategy: 'separation', ridge: 'model', protocol: 'open', people: 60 });

    // It ends on what the last bar showed, and what the answers gave away adds up.
    const asked = run(['ask', calibrated, '--yes', '--questions', '5'], {}, '5\n1\ns\n4\n2\n');
    expect([asked.status, asked.stderr]).toEqual([0, '']);
    const [, believed, total] = /In total: chronotype: (lark|owl), (.*%) \(/.exec(asked.stdout)!;
    const bars = [...asked.stdout.matchAll(new RegExp(`^ {3}${believed} +[^ ]* +(.*%)$`, 'gm'))].map(
      ([, shown]) => shown,
    );
    expect(bars).toHaveLength(6);
    expect(total).toBe(bars.at(-1));
    const steps = [...asked.stdout.matchAll(/^ +([\d.<> ]*%) → +([\d.<> ]*%) +/gm)].map(([, from, to]) => [from, to]);
    expect(steps).toEqual(bars.slice(1).map((shown, at) => [bars[at], shown]));
    const bits = [...asked.stdout.matchAll(/^ +(−?\d\.\d\d) +(\d|skipped|in total)/gm)].map(([, shown]) =>
      Number(shown!.replace('−', '-')),
    );
    expect(bits).toHaveLength(6);
    expect(bits.slice(0, -1).reduce((sum, part) => sum + part, 0)).toBeCloseTo(bits.at(-1)!, 9);

    // Where the person stands among those it was tried on; nothing where they were asked in another way.
    expect(asked.stdout).toMatch(
      /\n(It is surer of your chronotype than of \d\d? of 100 people it was tried on|It was at least as sure of 95 of 100 people it was tried on), after as many answers\. It can still be wrong\.\n/,
    );
    const other = run(['ask', calibrated, '--yes', '--questions', '1', '--strategy', 'random'], {}, '5\n');
    expect(other.stdout).not.toContain('it was tried on');
    expect(other.stderr).toMatch(/warning the model was calibrated for the strategy separation.* the strategy random/);
    const ridge = run(['ask', calibrated, '--yes', '--questions', '1', '--ridge', '3'], {}, '5\n');
    expect(ridge.stderr).toMatch(/warning the model was calibrated for .* a ridge of 3/);
  });

  it('refuses a calibration it cannot make, and settings of one that is not wanted', () => {
    const small = run(['train', 'world:demo,users=60,items=30', '--dimension', '2', '--calibrate', '--output', model]);
    expect(small.stderr).toMatch(/a calibration needs 50 people who answer; only 12 could be interviewed/);
    const refused = (content: object | string, ...flags: string[]) => {
      const output = join(folder, 'none.safetensors');
      const { status, stderr } = run(['train', WORLD, '--spec', spec(content), ...flags, '--output', output]);
      expect(existsSync(output)).toBe(false);
      return `${status} ${stderr}`;
    };
    expect(refused({ strategy: 'random' })).toMatch(/^2 .*strategy in --spec is random; .* together with --calibrate/);
    expect(refused({ protocol: 'shut' }, '--calibrate')).toMatch(/^2 .*protocol is "?shut.* open or rated/);
    expect(refused({ direction: 3 })).toMatch(/^2 .*direction.*directions/s);
    expect(refused({ directions: 3 })).toMatch(/^2 .*directions has no effect where the model is of ratings/);
    expect(refused('{')).toMatch(/^3 .*is not JSON/);
    expect(refused([])).toMatch(/^3 .*spec/);
    expect(run(['train', '--help']).stdout).toContain('--calibrate --output honest.safetensors');
  });

  it('asks nothing without consent', () => {
    const { stdout } = run(['ask', model], {}, 'perhaps\nn\n');
    expect(stdout).toMatch(/Please answer y or n\.[\s\S]*Nothing was asked\./);
    expect(stdout).not.toMatch(/1\. /);
  });

  it('tunes and prints the best setting first', () => {
    const words = [
      'train',
      'tune',
      WORLD,
      '--dimensions',
      '3',
      '--profile-ridges',
      '1,1000000',
      '--ridges',
      '5',
      '--folds',
      '2',
      '--json',
    ];
    const { people, folds, results } = JSON.parse(run(words).stdout);
    expect(people).toEqual({ who: 'everybody', users: 240, testUsersLeftOut: 0 });
    expect(folds).toBe(2);
    expect(
      results.map((result: { parameters: { profileRidge: number } }) => result.parameters.profileRidge),
    ).toHaveLength(2);
    expect(results[0].auc).toBeGreaterThanOrEqual(results[1].auc);
  });

  it('tunes on the training users of one fold of an audit, and says so', () => {
    const words = [
      'train',
      'tune',
      WORLD,
      '--dimensions',
      '3',
      '--bias-ridges',
      '0.1,1',
      '--ridges',
      '5',
      '--audit-fold',
      '2',
    ];
    const { people } = JSON.parse(run([...words, '--json']).stdout);
    expect(people).toEqual({
      who: 'training users',
      auditFold: { folds: 10, fold: 2 },
      users: 216,
      testUsersLeftOut: 24,
    });
    const { status, stdout } = run([...words, '--audit-folds', '3', '--folds', '2', '--seed', '7']);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^chronotype of the 160 people on whom fold 2 of 3 of an audit with seed 7 trains, 2 folds\nThe 80 people on whom it tests took no part\.\n/,
    );
    expect(stdout).toMatch(/\n\d\.\d{4} ± \d\.\d{4} +5 {3}dimension 3, profile ridge 10, bias ridge (0\.1|1)\n/);
    const everybody = run(words.slice(0, -2)).stdout;
    expect(everybody).toMatch(/^chronotype of all 240 people, 3 folds\nAn audit of the same people tests on some/);
  });

  it.each([
    [['--audit-fold', '11'], /the fold of the audit is 11; it must be a whole number from 1 to 10/],
    [
      ['--audit-folds', '5'],
      /--audit-folds has no effect without --audit-fold .*\n.*add --audit-fold with .* from 1 to 5/,
    ],
  ])('refuses to tune with %j', (words, message) => {
    const { status, stderr } = run(['train', 'tune', WORLD, ...words]);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });
});

describe('help and errors', () => {
  it('help shows examples and is no failure', () => {
    const { status, stdout } = run(['demo', '--help']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/Examples:\n {2}ulterior demo/);
    expect(run(['help', 'demo'])).toEqual({ status, stdout, stderr: '' });
    expect(run(['--version'])).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });

  it('one screen says which command to take, without loading any; every line of it is a command', () => {
    const [alone, help] = [run([]), run(['--help'])];
    expect(alone).toEqual(help);
    expect([alone.status, alone.stderr]).toEqual([0, '']);
    const lines = alone.stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(30);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    const called = lines.flatMap((line) => /^ {2}\S.* {2,}(ulterior .+)$/.exec(line)?.[1] ?? []).map(ulteriorWords);
    expect(called.map((words) => complaintAbout(words!, 'part')).filter(Boolean)).toEqual([]);
    expect(new Set(called.map((words) => words![0]))).toEqual(new Set(COMMANDS));
    expect(
      createProgram()
        .commands.map((one) => one.name())
        .toSorted(),
    ).toEqual([...COMMANDS].toSorted());
  });

  it('help and version load no command: of packages, only what reads words and colours them', () => {
    for (const flag of ['--help', '--version']) {
      const { status, stderr } = freshUlterior([flag], { node: ['--import', LOADED] });
      expect(status).toBe(0);
      const packages = [...stderr.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)/g)].map(([, name]) => name);
      expect(new Set(packages)).toEqual(new Set(['commander', 'picocolors']));
      expect(stderr.match(/^file:/gm)!.length).toBeLessThan(12);
    }
  });

  it.each([
    [['dmeo'], /"ulterior" has no command dmeo \[CALL_INVALID\]\n +try: did you mean demo\?/],
    [['--hepl'], /unknown option '--hepl' \[CALL_INVALID\]\n +try: did you mean --help\?/],
    [['demo', '--question', '3'], /"demo" has no flag --question \[FLAG_UNKNOWN\]\n +try: did you mean --questions\?/],
    [['serve', 'keys', 'lst'], /"serve keys" has no command lst [\s\S]*did you mean list\?/],
    [['data', 'ftech'], /"data" has no command ftech [\s\S]*did you mean fetch\?/],
    [['leak-matrix'], /has no command leak-matrix .*\n +try: ulterior --help lists/],
    [['ask'], /"ask" needs <model> \[CALL_INVALID\]/],
    [['demo', 'a'], /"demo" takes 0 beside its flags and was given 1 .*\n +try: write a name with blanks in quotes/],
    [['demo', '--output'], /a value is missing: --output <folder> \[CALL_INVALID\]/],
    [['demo', '--questions', 'ten'], /--questions is "ten" \[CALL_INVALID\]\n +try: Give a whole number\./],
    [['demo', '--colour'], /"demo" has no flag --colour/],
    [['demo', '--threads', '0'], /--threads is 0; .* \[PARAMETER_OUT_OF_RANGE\]\n +try: set --threads/],
  ])('a wrong call (%j) says what is wrong and exits with 2', (words, message) => {
    const { status, stderr } = run(words);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });
});
