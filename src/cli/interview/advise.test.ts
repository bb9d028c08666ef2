/** `ulterior ask advise`, and the advice of `ulterior ask`: the built program. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ulterior } from '../../../test/support/program/index.ts';
import type { Ledger } from '../../defence/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-advise-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = (words: string[], input = '') => ulterior(words, { input });

const model = join(folder, 'demo.safetensors');
const transcript = join(folder, 'mine.json');
let asked: string;

beforeAll(() => {
  const world = 'world:demo,users=240,items=50,leak=0.4';
  expect(run(['train', world, '--dimension', '2', '--output', model, '--quiet']).status).toBe(0);
  const ask = ['ask', model, '--yes', '--questions', '4', '--advice', '--budget', '0.1', '--save', transcript];
  const { status, stdout, stderr } = run(ask, '5\nu\n5\ns\n1\n4\n');
  expect([status, stderr]).toEqual([0, '']);
  asked = stdout;
});

describe('ulterior ask --advice', () => {
  it('shows before each question what an answer costs, what it buys and what to do', () => {
    // Four questions, and two of them again: the second was shown when the first was undone.
    expect(
      asked.match(
        /^ {3}advice: (answer|skip, .*|say \d, .*)\. Your chronotype: now it is [<>]? ?\d+\.\d ?% sure \((lark|owl)\), afterwards at most [<>]? ?\d+\.\d ?% sure \((lark|owl)\)\. An answer removes \d+\.\d ?% of the uncertainty about your taste\. \(\d\.\d\d bits expected about chronotype, \d\.\d\d of 0\.1 known\)$/gm,
      ),
    ).toHaveLength(6);
    // The strongest question of a world that leaks much does not fit into a tenth of a bit.
    expect(asked.split('advice: ')[1]).toMatch(/^skip, to keep to the budget/);
  });
});

describe('ulterior ask advise', () => {
  const advise = (...words: string[]) => run(['ask', 'advise', model, '--transcript', transcript, ...words]);

  it('lists what each answer gave away, and what following the advice would have left', () => {
    const { status, stdout, stderr } = advise('--budget', '0.1', '--own', 'chronotype=owl');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.match(/^\d\. .* {2}(skipped|\d)$/gm)).toHaveLength(4);
    expect(stdout.match(/^ {3}chronotype +(lark|owl) [<>]? ?\d+\.\d ?% → [<>]? ?\d+\.\d ?%$/gm)).toHaveLength(4);
    expect(stdout).toMatch(/^In total\n {3}chronotype +(lark|owl), .*% \(\d+\.\d ?% before the first answer\)$/m);
    expect(stdout).toMatch(/^ +if the advice had been followed: (lark|owl), \d+\.\d ?%$/m);
    const [, details] = stdout.split(/^Details, in bits \(budget: 0\.1 about each\)$/m);
    const bits = [...details!.matchAll(/^ {3}chronotype +(−?\d\.\d\d) (in total )?\(.* towards your own\)/gm)].map(
      ([, shown]) => Number(shown!.replace('−', '-')),
    );
    expect(bits).toHaveLength(5);
    expect(bits.slice(0, -1).reduce((sum, part) => sum + part, 0)).toBeCloseTo(bits.at(-1)!, 9);
    const { entries, totals } = JSON.parse(advise('--budget', '0.1', '--json').stdout) as Ledger;
    expect(entries.map(({ answer }) => answer)).toEqual([5, 'skip', 1, 4]);
    // Silence tells nothing to a model of ratings: who is told to skip is not known better.
    expect(totals[0]!.followed.known).toBeLessThan(totals[0]!.known);
  });

  it('writes it as a page', () => {
    const output = join(folder, 'page');
    expect(advise('--output', output).stdout).toContain(`Page: ${join(output, 'report.html')}`);
    expect(readFileSync(join(output, 'report.html'), 'utf8')).toContain('What your answers revealed about chronotype');
    expect(existsSync(join(output, 'charts/known-0.svg'))).toBe(true);
  });

  it('says what is wrong with what it was told', () => {
    const wrong = join(folder, 'wrong.json');
    writeFileSync(wrong, '{"format": "ulterior-transcript"');
    const refused = (words: string[]) => {
      const { status, stderr } = run(words);
      return `${status} ${stderr}`;
    };
    expect(refused(['ask', 'advise', model, '--transcript', wrong])).toMatch(
      /^3 error ".*wrong.json" is not the transcript .*\[TRANSCRIPT_MISMATCH\]/,
    );
    expect(refused(['ask', 'advise', model, '--transcript', transcript, '--own', 'shoe=42'])).toMatch(
      /^2 error no model infers .*"shoe"/,
    );
    expect(refused(['ask', 'advise', model, '--transcript', transcript, '--own', 'x'])).toMatch(
      /^2 .*\[CALL_INVALID\]\n.*Write attribute=value/,
    );
    const number = join(folder, 'number.safetensors');
    const rows = Array.from({ length: 400 }, (_, n) => `u${n % 40},i${Math.floor(n / 40)},${1 + ((n * 7) % 5)}`);
    writeFileSync(join(folder, 'r.csv'), ['user,item,rating', ...rows].join('\n'));
    writeFileSync(
      join(folder, 'u.csv'),
      ['user,age', ...Array.from({ length: 40 }, (_, n) => `u${n},${20 + n}`)].join('\n'),
    );
    const source = [join(folder, 'r.csv'), '--users-table', join(folder, 'u.csv'), '--attribute', 'age:number'];
    expect(run(['train', ...source, '--dimension', '1', '--output', number, '--quiet']).status).toBe(0);
    expect(refused(['ask', 'advise', number, '--transcript', transcript])).toMatch(
      /^2 error ".*" infers age, which is a number .*\[ATTRIBUTE_KIND\]/,
    );
    expect(refused(['ask', number, '--yes', '--advice'])).toMatch(
      /^2 error --advice has no effect where the attribute is a number/,
    );
  });
});
