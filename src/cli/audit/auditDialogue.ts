/**
 * An audit that lacks its attribute or its folder asks for them in a terminal, keeps what was said about the data in a data
 * file, and prints the command line that says the same. Elsewhere nobody could answer: the missing option is an error.
 */
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { columnCounts, previewTable, sourceFromText } from '../../datasets/index.ts';
import { UlteriorError } from '../../errors/index.ts';
import { dataFileNameOf, readingKeys } from '../../tables/index.ts';
import { saveDataFile } from '../dataFiles/dataFileFlags.ts';
import type { DataFlags } from '../shared/dataOptions.ts';
import { optionOf } from '../shared/options.ts';
import { print } from '../shared/output.ts';
import { safeText } from '../words/safeText.ts';
import { completeTyped, typedCommand } from '../words/typedCommand.ts';
import { type AskedFlags, askBack, askForOutput, type Dialogue, type Looking } from './askBack.ts';

interface Incomplete extends DataFlags {
  readonly output?: string;
  readonly spec?: string;
}

/** The flags with nothing missing; undefined, and exit status 130, where the person stopped. */
export async function inDialogue<Flags extends Incomplete>(
  data: string,
  flags: Flags,
  command: Command,
): Promise<Flags | undefined> {
  const { output } = flags;
  const ownFile = flags.itemColumns !== undefined || sourceFromText(data).kind === 'long';
  const complete = output !== undefined && (flags.attribute !== undefined || flags.spec !== undefined || !ownFile);
  if (complete || (output !== undefined && !inTerminal())) return flags;
  if (!inTerminal()) command.error("error: required option '--output <folder>' not specified");
  const asked = await ask(data, flags, ownFile);
  if (asked?.output === undefined) {
    print('Nothing was run.');
    process.exitCode = 130;
    return undefined;
  }
  return { ...flags, ...asked, output: asked.output };
}

/** Tables are read as the flags say. */
export const lookingWith = (flags: Pick<DataFlags, 'encoding' | 'delimiter' | 'header'>): Looking => ({
  preview: (path) => previewTable(path, flags),
  counts: (path, columns) => columnCounts(path, columns, flags),
});

/** Whether somebody can be asked. */
export const inTerminal = (): boolean => process.stdin.isTTY && process.stdout.isTTY;

/** A dialogue with whoever sits at the terminal. */
export async function withTerminal<Answer>(talk: (dialogue: Dialogue) => Promise<Answer>): Promise<Answer> {
  const input = createInterface({ input: process.stdin, output: process.stdout });
  const lines = input[Symbol.asyncIterator]();
  const ask = async (prompt: string) => {
    process.stdout.write(safeText(prompt));
    const { value, done } = await lines.next();
    return done ? undefined : String(value).trim();
  };
  try {
    return await talk({ say: print, ask });
  } finally {
    input.close();
  }
}

function ask(data: string, flags: Incomplete, ownFile: boolean): Promise<(AskedFlags & DataFlags) | undefined> {
  return withTerminal(async (dialogue) => {
    // A world, a known data set and a spec have an attribute of their own.
    const whole = ownFile && flags.spec === undefined && flags.attribute === undefined;
    const file = whole && flags.described === undefined ? newDataFile(data) : undefined;
    const asked = whole
      ? await askBack(data, flags, lookingWith(flags), dialogue)
      : await askForOutput(data, flags, dialogue);
    if (asked === undefined) return undefined;
    const { output, ...answers } = asked;
    const said = file === undefined ? wordsFor(asked, flags) : wordsFor({ output }, flags);
    print('', ...(file === undefined ? [] : [`${file} will keep what you said about the data. Then this runs:`]));
    completeTyped((typed) => [...typed.map((word) => (word === data ? (file ?? data) : word)), ...said]);
    print(typedCommand(), '');
    const go = await dialogue.ask('Run it? [Y/n]: ');
    if (go === undefined || /^n/i.test(go)) return undefined;
    if (file === undefined) return asked;
    const given = readingKeys.flatMap((key) => (flags[key] === undefined ? [] : [[key, flags[key]]]));
    await saveDataFile(file, { data, reading: { ...Object.fromEntries(given), ...answers } });
    return { ...asked, described: { file, keys: Object.keys(answers), attributes: [answers.attribute!] } };
  });
}

/** The name of the file that keeps the answers. Where it is there already, everything was answered before. */
function newDataFile(data: string): string {
  const file = dataFileNameOf(data);
  if (!existsSync(file)) return file;
  throw new UlteriorError(
    'DATA_FILE_EXISTS',
    `"${file}" already says how to read "${data}"`,
    `run: ulterior audit ${file}; or name what to infer with --attribute`,
    { path: file },
  );
}

/** What was asked for, in flags; what was typed already is not said again. */
function wordsFor(asked: AskedFlags, given: AskedFlags): string[] {
  return Object.entries(asked).flatMap(([name, value]) =>
    value === undefined || value === given[name as keyof AskedFlags] ? [] : [optionOf(name), String(value)],
  );
}
