/** A command that refuses a wrong call as everything else does: what is wrong, a code, and what to write. */
import { Command } from 'commander';
import { UlteriorError } from '../../errors/index.ts';

export class OurCommand extends Command {
  override createCommand(name?: string): Command {
    return new OurCommand(name);
  }

  /** Commander calls it with its own words, and so do commands that miss something. */
  override error(said: string, { code = '' } = {}): never {
    const name = fullName(this) || 'ulterior';
    const told = OUR_WORDS.reduce((text, [theirs, ours]) => text.replace(theirs, ours.replace('NAME', name)), said);
    const [message, ...advice] = told.split('; ');
    throw new UlteriorError('CALL_INVALID', message!, advice.join('; ') || helpOn(this), { refused: code });
  }
}

/** What is wrong, and after a semicolon what to do where that is more than to read the help. */
const OUR_WORDS = [
  [/^error: /, ''],
  [/^unknown command '(.*)'/, '"NAME" has no command $1'],
  [/^missing required argument '(.*)'/, '"NAME" needs <$1>'],
  [/^required option '(.*)' not specified/, '"NAME" needs $1'],
  [/^option '(.*)' argument missing/, 'a value is missing: $1'],
  [
    /^too many arguments.* Expected (\d+).* got (\d+).*/,
    '"NAME" takes $1 beside its flags and was given $2; write a name with blanks in quotes',
  ],
  [/^option '(\S+).*' argument '(.*)' is invalid\. /, '$1 is "$2"; '],
  [/\n\(Did you mean (.*)\?\)$/, '; did you mean $1?'],
] as const;

/** "ask advise"; nothing for the program itself. */
export function fullName(command: Command): string {
  return command.parent === null ? '' : `${fullName(command.parent)} ${command.name()}`.trim();
}

export const helpOn = (command: Command) =>
  `${['ulterior', fullName(command)].join(' ').trim()} --help lists what there is`;
