/** A flag that a command does not have: what was meant, be it another flag, a key of a file or a flag of another command. */
import type { Command } from 'commander';
import { nearestName, UlteriorError } from '../../errors/index.ts';
import { readingSchema } from '../../tables/index.ts';
import { optionOf } from '../shared/options.ts';
import { fullName, helpOn } from '../words/ourCommand.ts';
import { keysIn } from './settings.ts';
import { specKeys } from './specFile.ts';

/** Where a command is told of an unknown flag: Commander has no other place to say more about it. */
interface RefusesFlags {
  unknownOption: (flag: string) => never;
}

export function explainUnknownFlags(program: Command, command = program): void {
  (command as unknown as RefusesFlags).unknownOption = (given) => {
    const flag = given.replace(/=.*/s, '');
    const message = `"${fullName(command)}" has no flag ${flag}`;
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
  const keys = adviceByKey(command);
  const key = keys.get(flag);
  if (key !== undefined) return key;
  const nearest = nearestOf(flag, flagsOf(command));
  if (nearest !== undefined) return `did you mean ${nearest}?`;
  const other = commandsIn(program).find((each) => each !== command && flagsOf(each).includes(flag));
  if (other !== undefined) return `${flag} is a flag of ulterior ${fullName(other)}; ${helpOn(command)}`;
  const near = nearestOf(flag, [...keys.keys()]);
  return near === undefined ? helpOn(command) : `did you mean ${near.slice(2)}? ${keys.get(near)!}`;
}

function nearestOf(flag: string, known: readonly string[]): string | undefined {
  const nearest = nearestName(
    flag.slice(2),
    known.map((each) => each.slice(2)),
  );
  return nearest === undefined ? undefined : `--${nearest}`;
}

/** Where to write what might be taken for a flag; the first of those with one name counts. */
function adviceByKey(command: Command): Map<string, string> {
  const advice = new Map<string, string>();
  const add = (flag: string, words: string) => {
    if (!advice.has(flag)) advice.set(flag, words);
  };
  for (const path of keysIn(specKeys(command))) {
    const words = `${path} is a key of the file that --spec names: put it there, or write --set ${path}=VALUE`;
    add(optionOf(path.split('.').at(-1)!), words);
    for (const [called, key] of Object.entries(CALLED)) if (key === path) add(called, words);
  }
  for (const path of takesData(command) ? Object.keys(readingSchema.fields) : []) {
    const line = `ulterior describe DATA --set ${path}=VALUE`;
    add(optionOf(path), `${path} is a key of a data file: ${line}, then name that file in place of the data`);
  }
  return advice;
}

const flagsOf = ({ options }: Command) => options.flatMap(({ long }) => long ?? []);
const takesData = ({ registeredArguments }: Command) =>
  registeredArguments.some((argument) => argument.name() === 'data');
const commandsIn = (command: Command): Command[] => [command, ...command.commands.flatMap(commandsIn)];
