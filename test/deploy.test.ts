/** The units of deploy/systemd: they are correct, and call the program with options that it has. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../src/cli/program.ts';
import { describeNeeds } from './support/needs.ts';

const folder = fileURLToPath(new URL('../deploy/systemd/', import.meta.url));
const units = readdirSync(folder).filter((name) => name.endsWith('.service'));
const missing = spawnSync('systemd-analyze', ['--version']).status === 0 ? undefined : 'systemd-analyze is missing';

describe('the units', () => {
  it('are one for the service and one for a worker', () => {
    expect(units.sort()).toEqual(['ulterior-worker.service', 'ulterior.service']);
  });

  it.each(units)('%s calls a command with options that it has', (unit) => {
    const [, words] = /^ExecStart=\/usr\/bin\/env ulterior (.+)$/m.exec(readFileSync(`${folder}${unit}`, 'utf8'))!;
    const [command, ...rest] = words!.split(' ');
    const { options } = createProgram().commands.find((one) => one.name() === command)!;
    const given = rest.filter((word) => word.startsWith('--'));
    expect(given.length).toBeGreaterThan(0);
    expect(given.filter((word) => !options.some(({ long }) => long === word))).toEqual([]);
  });
});

describeNeeds(missing, 'systemd', () => {
  it.each(units)('finds nothing wrong with %s', (unit) => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', `${folder}${unit}`], { encoding: 'utf8' });
    expect(stderr.split('\n').filter((line) => line.includes(unit))).toEqual([]);
    expect(status).toBe(0);
  });

  it.each(units)('rates the rights that %s leaves as OK', (unit) => {
    const words = ['security', '--offline=true', '--threshold=20', `${folder}${unit}`];
    expect(String(execFileSync('systemd-analyze', words))).toContain('Overall exposure level');
  });
});
