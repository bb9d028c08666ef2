/** Command lines in documents, read as a shell and as the program itself read them. */
import type { Command } from 'commander';
import { createProgram } from '../../src/cli/program.ts';
import { withSet } from '../../src/cli/spec/settings.ts';
import { specKeys } from '../../src/cli/spec/specFile.ts';
import type { UlteriorError } from '../../src/errors/index.ts';
import { requireFit } from '../../src/schema/index.ts';

export { commandsOf as shellLines } from '../../site/outputs.mjs';

/** The words of `ulterior …` in a line, without the name; nothing where the line calls something else. */
export function ulteriorWords(line: string): string[] | undefined {
  const [, rest] = /^(?:[A-Z_]+=\S+ )*(?:npx )?ulterior (.*)$/.exec(line) ?? [];
  if (rest === undefined) return undefined;
  const words = rest.match(WORD) ?? [];
  const end = words.findIndex((word) => /^[&|;>]/.test(word));
  return shellWords(words.slice(0, end < 0 ? words.length : end).join(' '));
}

const WORD = /(?:[^\s"']+|"(?:\\.|[^"\\])*"|'[^']*')+/g;

/** Words with their quotes taken off, as a shell does. */
export function shellWords(line: string): string[] {
  return (line.match(WORD) ?? []).map((word) =>
    word.replaceAll(/"((?:\\.|[^"\\])*)"|'([^']*)'/g, (_, double?: string, single?: string) =>
      double === undefined ? single! : double.replaceAll(/\\([\\"$`])/g, '$1'),
    ),
  );
}

/** What the program says of a command line that it would not start with; undefined where it would. */
export function complaintAbout(words: readonly string[], mentioned: 'whole' | 'part' = 'whole'): string | undefined {
  const [command, rest] = commandFor(createProgram(), words);
  if (command === undefined) return `there is no command "${words[0]}"`;
  if (rest.length === 1 && rest[0] === '--help') return undefined;
  try {
    const { operands, unknown } = command.configureOutput({ writeErr: () => {} }).parseOptions([...rest]);
    if (unknown.length > 0) return `unknown: ${unknown.join(' ')}`;
    const most = command.registeredArguments.some(({ variadic }) => variadic)
      ? Number.POSITIVE_INFINITY
      : command.registeredArguments.length;
    if (operands.length > most) return `too much: ${operands.slice(most).join(' ')}`;
    const keys = specKeys(command);
    if (keys !== undefined) requireFit(keys, withSet(keys, {}, command.getOptionValue('set')));
    if (mentioned === 'part') return undefined;
    const least = command.registeredArguments.filter(({ required }) => required).length;
    if (operands.length < least) return `too little: ${command.usage()}`;
    const missing = command.options.filter(
      (option) => option.mandatory && command.getOptionValue(option.attributeName()) === undefined,
    );
    return missing.length === 0 ? undefined : `missing: ${missing.map(({ flags }) => flags).join(', ')}`;
  } catch (error) {
    const { details, message } = error as UlteriorError;
    // A mention may leave out what follows an option, or write N for it.
    const placeholder = ['commander.optionMissingArgument', 'commander.invalidArgument'].includes(
      String(details?.['refused']),
    );
    return mentioned === 'part' && placeholder ? undefined : message;
  }
}

/** The innermost command that the first words name, and the other words. */
export function commandFor(program: Command, words: readonly string[]): [Command | undefined, readonly string[]] {
  const inner = program.commands.find((each) => each.name() === words[0]);
  if (inner === undefined) return [undefined, words];
  const [deeper, rest] = commandFor(inner, words.slice(1));
  return deeper === undefined ? [inner, words.slice(1)] : [deeper, rest];
}
