/** A flag that a command does not have: what was meant, be it another flag, a key of a file or a flag of another command. */
import type { Command } from 'commander';
import { nearestName, UlteriorError } from '../../errors/index.ts';
import { readingSchema } from '../../tables/index.ts';
import { optionOf } from './options.ts';
import { keysIn } from './settings.ts';
import { specKeys } from './specFile.ts';

/** Where a command is told of an unknown flag: Commander has no other place to say more about it. */
interface RefusesFlags {
  unknownOption: (flag: string) => never;
}

export function explainUnknownFlags(program: Command, command = program): void {
  (command as unknown as RefusesFlags).unknownOption = (given) => {
    const flag = given.replace(/=.*/s, '');
    const message = `"${nameOf(command)}" has no flag ${flag}`;
    throw new UlteriorError('FLAG_UNKNOWN', message, adviceOn(flag, command, program), { flag });
  };
  for (const inner of command.commands) explainUnknownFlags(program, inner);
}

/** Keys that another word is at hand for. */
const CALLED: Readonly<Record<string, string>> = {
  '--at': 'compareAt',
  '--cuts': 'bands',
  '--guard': 'presence.places',
  '--headline': 'headlineQuestions',
  '--no-control': 'shuffled',
  '--public-share': 'presence.share',
  '--top': 'tops',
};

function adviceOn(flag: string, command: Command, program: Command): string {
  const meant = new Map<string, string>();
  for (const path of takesData(command) ? Object.keys(readingSchema.fields) : []) {
    const line = `ulterior describe DATA --set ${path}=VALUE`;
    meant.set(optionOf(path), `${path} is a key of a data file: ${line}, then name that file in place of the data`);
  }
  for (const path of keysIn(specKeys(command))) {
    const advice = `${path} is a key of the file that --spec names: put it there, or write --set ${path}=VALUE`;
    meant.set(optionOf(path.split('.').at(-1)!), advice);
    for (const [called, key] of Object.entries(CALLED)) if (key === path) meant.set(called, advice);
  }
  for (const own of flagsOf(command)) meant.set(own, `did you mean ${own}?`);
  const exact = meant.get(flag);
  if (exact !== undefined) return exact;
  const other = commandsIn(program).find((each) => each !== command && flagsOf(each).includes(flag));
  if (other !== undefined) return `${flag} is a flag of ulterior ${nameOf(other)}; ${helpOf(command)}`;
  const nearest = nearestName(
    flag.slice(2),
    [...meant.keys()].map((known) => known.slice(2)),
  );
  if (nearest === undefined) return helpOf(command);
  const advice = meant.get(`--${nearest}`)!;
  return advice.startsWith('did you mean') ? advice : `did you mean ${nearest}? ${advice}`;
}

const helpOf = (command: Command) => `${['ulterior', nameOf(command)].join(' ').trim()} --help lists what there is`;
const flagsOf = ({ options }: Command) => options.flatMap(({ long }) => long ?? []);
const takesData = ({ registeredArguments }: Command) =>
  registeredArguments.some((argument) => argument.name() === 'data');
const commandsIn = (command: Command): Command[] => [command, ...command.commands.flatMap(commandsIn)];

/** "ask advise"; nothing for the program itself. */
function nameOf(command: Command): string {
  return command.parent === null ? '' : `${nameOf(command.parent)} ${command.name()}`.trim();
}
