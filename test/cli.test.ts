/** The command line as a person or a script would call it: the built program in a process of its own. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const run = (words: string[], env: Record<string, string> = {}, flags: string[] = []) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, program, ...words], {
    encoding: 'utf8',
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
