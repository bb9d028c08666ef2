import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PROGRAM, ulterior } from '../../../test/support/program/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-first-look-'));
afterAll(() => rmSync(folder, { recursive: true }));
const run = (words: string) => ulterior(words.split(' '), { cwd: folder });
const WORLD = 'audit world:demo,users=150,items=30,ratingsPerUser=20,leak=0.7';

describe('--quick', () => {
  it('prints a preliminary figure and what it left out, and writes nothing', () => {
    const { status, stdout } = run(`${WORLD} --quick --threads 1`);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^Preliminary: logistic regression alone already finds an? .* leak of chronotype\. AUC [01]\.\d\d, /,
    );
    expect(stdout).toContain('Left out:\n  other attackers');
    expect(stdout).toContain('Only a whole audit can say that nothing was found');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('never says that there is no leak', () => {
    const { status, stdout } = run(`${WORLD.replace('leak=0.7', 'leak=0')} --quick --threads 1`);
    expect(status).toBe(0);
    expect(stdout).toContain('has not found chronotype so far. This is not an all-clear');
    expect(stdout).not.toMatch(/no leak/i);
  });

  it.each([
    '--max-auc 0.9',
    '--max-named 0.5',
    '--output there',
    '--questions 5',
    '--attackers logistic',
    '--part 0/2',
    '--quiet',
  ])('is refused beside %s, so that no gate passes by it', (flag) => {
    const { status, stderr } = run(`${WORLD} --quick ${flag}`);
    expect(status).toBe(2);
    expect(stderr).toContain(`${flag.split(' ')[0]} has no effect where --quick stops after a first look`);
    expect(existsSync(join(folder, 'there'))).toBe(false);
  });

  it('is of questions alone', () => {
    expect(run(`${WORLD} --quick --defence withholdRandom:0.5`).stderr).toContain('--quick has no effect where');
  });

  it('looks at a number on either side of its median', () => {
    const { status, stdout } = run(
      'audit world:demo,users=150,items=30,ratingsPerUser=20 --attribute age:number --quick',
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/below [\d.-]+ or [\d.-]+ or more/);
    expect(stdout).toContain('  the number itself');
  });
});

describe('an audit', () => {
  const SMALL = `${WORLD} --questions 3 --attackers factor --set folds=2 --set permutations=0 --set resamples=50 --threads 1`;
  const audit = (output: string, ...more: string[]) =>
    spawnSync(process.execPath, [PROGRAM, ...SMALL.split(' '), '--output', output, ...more], {
      cwd: folder,
      encoding: 'utf8',
    });

  it('begins with it, and not where it is resumed, or nobody wants to hear', () => {
    const first = audit('one');
    expect(first.stderr).toMatch(/Preliminary: .*2 folds\)\. The audit goes on, and its report replaces this\.\n/);
    expect(first.stdout).not.toContain('Preliminary');
    expect([first.status, audit('one').stderr]).toEqual([0, '']);
    expect(audit('two', '--quiet').stderr).toBe('');
    expect(audit('three', '--part', '0/2').stderr).toBe('');
  });
});
