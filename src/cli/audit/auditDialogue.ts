/**
 * An audit that lacks its attribute or its folder asks for them in a terminal, and prints the command line that says the
 * same. Elsewhere nobody could answer: the missing option is an error.
 */
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { previewTable, sourceFromText } from '../../datasets/index.ts';
import { commandLine } from '../../report/index.ts';
import type { DataFlags } from '../shared/dataOptions.ts';
import { optionOf } from '../shared/options.ts';
import { print } from '../shared/output.ts';
import { type AskedFlags, askBack, askForOutput, type Dialogue } from './askBack.ts';

interface Incomplete extends DataFlags {
  readonly output?: string;
  readonly spec?: string;
}

/** The flags with nothing missing; undefined, and exit status 130, where the person stopped. */
export async function inDialogue<Flags extends Incomplete>(
  data: string,
  flags: Flags,
  command: Command,
): Promise<(Flags & { readonly output: string }) | undefined> {
  const { output } = flags;
  const ownFile = flags.itemColumns !== undefined || sourceFromText(data).kind === 'long';
  const complete = output !== undefined && (flags.attribute !== undefined || flags.spec !== undefined || !ownFile);
  if (complete) return { ...flags, output };
  if (!(process.stdin.isTTY && process.stdout.isTTY)) {
    if (output !== undefined) return { ...flags, output };
    command.error("error: required option '--output <folder>' not specified");
  }
  const asked = await ask(data, flags, ownFile);
  if (asked?.output === undefined) {
    print('Nothing was run.');
    process.exitCode = 130;
    return undefined;
  }
  return { ...flags, ...asked, output: asked.output };
}

async function ask(data: string, flags: Incomplete, ownFile: boolean): Promise<AskedFlags | undefined> {
  const input = createInterface({ input: process.stdin, output: process.stdout });
  const lines = input[Symbol.asyncIterator]();
  const dialogue: Dialogue = {
    say: print,
    ask: async (prompt) => {
      process.stdout.write(prompt);
      const { value, done } = await lines.next();
      return done ? undefined : String(value).trim();
    },
  };
  try {
    const { delimiter, encoding } = flags;
    const options = {
      delimiter,
      encoding,
    };
    // A world, a known data set and a spec have an attribute of their own.
    const asked =
      ownFile && flags.spec === undefined
        ? await askBack(data, flags, (path) => previewTable(path, options), dialogue)
        : await askForOutput(data, flags, dialogue);
    if (asked === undefined) return undefined;
    print('', commandLine(['ulterior', ...typed(), ...wordsFor(asked, flags)]), '');
    const go = await dialogue.ask('Run it? [Y/n]: ');
    return go === undefined || /^n/i.test(go) ? undefined : asked;
  } finally {
    input.close();
  }
}

/** What was typed after the name of the program. */
const typed = () => process.argv.slice(2);

/** What was asked for, in flags; what was typed already is not said again. */
function wordsFor(asked: AskedFlags, given: AskedFlags): string[] {
  return Object.entries(asked).flatMap(([name, value]) =>
    value === undefined || value === given[name as keyof AskedFlags] ? [] : [optionOf(name), String(value)],
  );
}
