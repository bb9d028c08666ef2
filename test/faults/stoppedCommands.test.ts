/** Audits that are killed or stopped in the middle, and the benchmark: the built program in processes of its own. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROGRAM, ulterior } from '../support/program/index.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'ulterior-stopped-'));
const run = (words: string[]) => ulterior(words);

const WORLD = 'world:demo,users=240,items=50,leak=0.4';
const AUDIT = [
  'audit',
  WORLD,
  ...['--questions', '6', '--set', 'training.dimension=3', '--set', 'folds=3', '--set', 'strategies=separation,random'],
  ...['--set', 'resamples=60', '--set', 'controls=1', '--set', 'permutations=200'],
];

describe('ulterior audit and report', () => {
  it('killed in the middle and started again gives the same records as an undisturbed run', async () => {
    const folder = newFolder();
    const records = (name: string) => {
      const { provenance, ...rest } = JSON.parse(readFileSync(join(folder, name, 'records.json'), 'utf8'));
      return { ...rest, provenance: { ...provenance, finished: '' } };
    };
    expect(run([...AUDIT, '--output', join(folder, 'whole')]).status).toBe(0);
    const checkpoints = join(folder, 'cut', 'checkpoints');
    const child = spawn(process.execPath, [PROGRAM, ...AUDIT, '--output', join(folder, 'cut')], { stdio: 'ignore' });
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
    // Long enough to be stopped in the middle, also when this test gets little time to look.
    const long = AUDIT.map((word) => (word === 'folds=3' ? 'folds=6' : word));
    const child = spawn(process.execPath, [PROGRAM, ...long, '--output', folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    // Finished units: the folder has other files, also before anything is measured.
    const parts = () =>
      existsSync(join(folder, 'checkpoints'))
        ? readdirSync(join(folder, 'checkpoints')).filter((name) => name.endsWith('.part')).length
        : 0;
    while (parts() < 2 && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(said).toMatch(
      /warning stopped\. Finished folds are in .*checkpoints\. The same command goes on from there: ulterior audit /,
    );
    expect(existsSync(join(folder, 'report.html'))).toBe(false);
    expect(run([...long, '--output', folder]).status).toBe(0);
  });
});
