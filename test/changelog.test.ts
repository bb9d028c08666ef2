/** What the changelog says of commands: old spellings are gone, new ones are taken, and flags are as many as it counts. */
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../src/cli/program.ts';
import { commandFor, complaintAbout, shellWords, ulteriorWords } from './support/commandLines.ts';

const file = (path: string) => new URL(`../${path}`, import.meta.url);
const changelog = readFileSync(file('CHANGELOG.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(file('package.json'), 'utf8'));

/** The cells of the rows below a header. */
function tableBelow(header: string): string[][] {
  const [, after] = changelog.split(`${header}\n`);
  const rows = after!.split('\n\n')[0]!.split('\n').slice(1);
  return rows.map((row) => row.slice(2, -2).split(' | '));
}
const spansOf = (cell: string) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, span]) => span!);
/** Dots stand for what may be said besides. */
function wordsOf(span: string): string[] {
  const said = span.replaceAll(/ (?:\.\.\.|…)/g, '');
  return (ulteriorWords(said) ?? shellWords(said)).map((word) => word.replace(/,$/, ''));
}

describe('old and new spellings', () => {
  const commands = new Set(createProgram().commands.map((command) => command.name()));
  const rows = tableBelow('| old spelling | new spelling |');
  const isCommand = (span: string) => span.startsWith('ulterior ') || commands.has(span.split(' ')[0]!);
  const spellings = (column: number) => rows.flatMap((row) => spansOf(row[column]!));

  it('are many', () => expect(rows.length).toBeGreaterThan(20));

  it.each(spellings(1).filter(isCommand))('%s is taken', (span) => {
    expect(complaintAbout(wordsOf(span), 'part')).toBeUndefined();
  });

  it.each(spellings(1).filter((span) => span.startsWith('npm ')))('%s is there', (span) => {
    expect(scripts).toHaveProperty(/^npm run ([\w:-]+)/.exec(span)![1]!);
  });

  // Its flag means something else now.
  const taken = ['describe survey.csv --output charts'];
  const old = spellings(0).filter((span) => /^(ulterior |[a-z-]+ (--|[A-Z]|\.|list))|^[a-z]+ [a-z.]+ /.test(span));

  it.each(old.filter((span) => !taken.includes(span)))('%s is refused', (span) => {
    expect(complaintAbout(wordsOf(span), 'part')).toBeDefined();
  });

  it('most are commands', () => expect(old.length).toBeGreaterThan(20));
});

describe('flags in the help of each command', () => {
  const rows = tableBelow('| before | flags | now | flags |');
  const flagsOf = (command: Command) => command.helpInformation().match(/^ +(?:-[a-z], )?--[a-z-]+/gm) ?? [];
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
  const [, ...commands] = all(createProgram());

  it.each(
    rows.slice(0, -1).flatMap(([before, , now, counts]) => {
      const names = spansOf(now === 'the same' ? before! : now!);
      return names.map((name, at) => [name, Number(counts!.split(', ')[at])] as const);
    }),
  )('%s has %d', (name, count) => {
    const [command] = commandFor(createProgram(), name.split(' '));
    expect(flagsOf(command!)).toHaveLength(count);
  });

  it('together', () => {
    const flags = commands.flatMap(flagsOf).map((flag) => flag.trim().replace(/^-\w, /, ''));
    const given = flags.filter((flag) => flag !== '--help');
    const [, , , counts] = rows.at(-1)!;
    expect(counts).toBe(`${given.length}, ${new Set(given).size} different`);
  });
});
