/** `ulterior audit` with nothing but a file, in a real terminal: one that `script` (util-linux) makes. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { ulterior } from './support/program/index.ts';

const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ulterior-dialogue-'));
afterAll(() => rmSync(folder, { recursive: true }));
const env = { ...process.env, FORCE_COLOR: '', NO_COLOR: '1' };
const hasTerminal = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0;

const header = ['id', 'gender', ...Array.from({ length: 12 }, (_, n) => `dish ${n}`)];
const rows = Array.from({ length: 90 }, (_, person) => [
  `p${person}`,
  person % 2 === 0 ? 'f' : 'm',
  // Every third dish is liked a little more by one group; the rest follows no group.
  ...Array.from({ length: 12 }, (_, n) => 1 + ((person * 7 + n * 5 + (n % 3 === 0 ? person % 2 : 0)) % 5)),
]);
writeFileSync(join(folder, 'dishes.csv'), [header, ...rows].map((row) => `${row.join(',')}\n`).join(''));

/** Gives each answer when its prompt has appeared. */
function talk(
  words: string,
  answers: readonly (readonly [RegExp, string])[],
): Promise<{ status: number; text: string }> {
  const child = spawn('script', ['-qec', `"${process.execPath}" "${program}" ${words}`, '/dev/null'], {
    cwd: folder,
    env,
  });
  const rest = [...answers];
  let text = '';
  let unread = '';
  child.stdout.on('data', (piece: Buffer) => {
    text += piece;
    unread += piece;
    const [next] = rest;
    if (next === undefined || !next[0].test(unread)) return;
    rest.shift();
    unread = '';
    child.stdin.write(`${next[1]}\n`);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status: status ?? -1, text }));
  });
}

describe.skipIf(!hasTerminal)('in a terminal', () => {
  const small =
    '--questions 3 --set folds=2 --set permutations=0 --set controls=1 --set resamples=100 --attackers factor --threads 1';

  it('asks, prints the command line, runs it; the line alone then runs without a question', async () => {
    const { status, text } = await talk(`audit dishes.csv ${small}`, [
      [/Which columns are items\?.*\[3-14\]: $/, ''],
      [/What should be inferred\?.*\[gender\]: $/, '1'],
      [/Into which folder .*\[dishes-audit\]: $/, 'out here'],
      [/Run it\? \[Y\/n\]: $/, ''],
    ]);
    expect(status, text).toBe(0);
    const line = /^ulterior (audit dishes.* --output .*)\r?$/m.exec(text)?.[1];
    expect(line).toBe(`audit dishes.ulterior.json ${small} --output 'out here'`);
    expect(JSON.parse(readFileSync(join(folder, 'dishes.ulterior.json'), 'utf8'))).toMatchObject({
      data: 'dishes.csv',
      attribute: 'gender',
      itemColumns: '3-14',
      userColumn: 'id',
    });
    expect(existsSync(join(folder, 'out here', 'report.html')), text).toBe(true);
    rmSync(join(folder, 'out here'), { recursive: true });
    const alone = spawnSync('sh', ['-c', `"${process.execPath}" "${program}" ${line}`], { cwd: folder, env });
    expect(alone.status).toBe(0);
    expect(existsSync(join(folder, 'out here', 'report.html'))).toBe(true);
  });

  it('runs nothing for whoever says no', async () => {
    rmSync(join(folder, 'dishes.ulterior.json'), { force: true });
    const { status, text } = await talk('audit dishes.csv --output never', [
      [/items\?.*: $/, ''],
      [/inferred\?.*: $/, ''],
      [/Run it\?.*: $/, 'no'],
    ]);
    expect(status).toBe(130);
    expect(text).toContain('Nothing was run.');
    for (const name of ['never', 'dishes.ulterior.json']) expect(existsSync(join(folder, name))).toBe(false);
  });
});

it('where nobody can answer, the missing options are errors', () => {
  const run = (...words: string[]) => ulterior(['audit', ...words], { cwd: folder });
  const bare = run('dishes.csv');
  expect([bare.status, bare.stdout]).toEqual([2, '']);
  expect(bare.stderr).toContain('"audit" needs --output <folder> [CALL_INVALID]\n  try: ulterior audit --help lists');
  const noAttribute = run('dishes.csv', '--item-columns', 'dish', '--output', 'never');
  expect(noAttribute.status).toBe(2);
  expect(noAttribute.stderr).toContain('ATTRIBUTE_UNKNOWN');
});
