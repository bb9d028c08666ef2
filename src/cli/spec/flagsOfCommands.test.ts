/** How many flags commands have, and what is said where one is not known. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, describe, expect, it } from 'vitest';
import { ulterior } from '../../../test/support/program/index.ts';
import { createProgram } from '../program.ts';
import { fullName } from '../words/ourCommand.ts';

const folder = mkdtempSync(join(tmpdir(), 'ulterior-flags-'));
afterAll(() => rmSync(folder, { recursive: true }));

const commands = (command: Command): Command[] => [command, ...command.commands.flatMap(commands)];

describe('every command', () => {
  it.each(commands(createProgram()).map((command) => [fullName(command), command] as const))(
    '%s has at most 25 flags in its help',
    (_, command) => {
      const flags = command.helpInformation().match(/^ +(-[a-z], )?--/gm) ?? [];
      expect(flags.length).toBeGreaterThan(0);
      expect(flags.length).toBeLessThanOrEqual(25);
    },
  );
});

describe('a flag that a command does not have', () => {
  const key = (path: string) =>
    `${path} is a key of the file that --spec names: put it there, or write --set ${path}=VALUE`;
  it.each([
    ['audit data --qestions 3', '"audit" has no flag --qestions', 'did you mean --questions?'],
    ['audit data --folds 5', '"audit" has no flag --folds', key('folds')],
    ['audit data --folds=5', '"audit" has no flag --folds', key('folds')],
    ['audit data --dimension 5', '"audit" has no flag --dimension', key('training.dimension')],
    ['audit data --headline 5', '"audit" has no flag --headline', key('headlineQuestions')],
    ['audit data --cuts 5', '"audit" has no flag --cuts', key('bands')],
    ['audit data --http-header-env A=B', '"audit" has no flag --http-header-env', key('httpHeaderEnv')],
    ['audit data --resample 5', '"audit" has no flag --resample', `did you mean resamples? ${key('resamples')}`],
    ['audit data --junit a.xml', '"audit" has no flag --junit', '--junit is a flag of ulterior check;'],
    [
      'audit data --encoding latin-1',
      'no flag --encoding',
      'encoding is a key of a data file: ulterior describe DATA --set encoding=VALUE',
    ],
    ['train data --bias-ridge 5', '"train" has no flag --bias-ridge', key('biasRidge')],
    ['train tune data --step 5', '"train tune" has no flag --step', 'did you mean --steps?'],
    ['report records.json --xyzzy', '"report" has no flag --xyzzy', 'ulterior report --help lists what there is'],
  ])('%s', (words, what, advice) => {
    const { status, stdout, stderr } = ulterior([...words.split(' '), '--output', 'out'], { cwd: folder });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`error ${what.startsWith('"') ? what : ''}`);
    expect(stderr).toContain(`${what} [FLAG_UNKNOWN]\n  try: ${advice}`);
    expect(readdirSync(folder)).toEqual([]);
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });
});
