/** Errors in the words of whoever typed: what a spec calls maxQuestions is --questions on the command line. */
import type { Command, Option } from 'commander';
import { UlteriorError } from '../../errors/index.ts';

/** The fields of specs that an option sets. */
const fieldsOf = new WeakMap<Option, Set<string>>();

export function setsField(command: Command, flag: string, field: string): void {
  const option = command.options.find((one) => one.attributeName() === flag)!;
  const fields = fieldsOf.get(option) ?? new Set();
  fieldsOf.set(option, fields.add(field));
}

/** A flag and `--set` that say the same: one of them would be read in vain. */
export function refuseSaidTwice(command: Command): void {
  const set: unknown = command.getOptionValue('set');
  if (typeof set !== 'object' || set === null) return;
  const keys = Array.isArray(set) ? set.map((word) => String(word).replace(/=.*/s, '')) : Object.keys(set);
  for (const option of command.options) {
    const name = option.attributeName();
    if (command.getOptionValueSource(name) !== 'cli') continue;
    const key = keys.find((one) => one === name || fieldsOf.get(option)?.has(one));
    if (key === undefined) continue;
    throw new UlteriorError(
      'PARAMETER_OUT_OF_RANGE',
      `${option.long} and --set ${key} say the same`,
      `leave one of them out`,
      { parameter: key },
    );
  }
}

const keysOf = new WeakMap<Command, ReadonlySet<string>>();

/** What is a key of the command's spec or of a data file, and may be called a flag in an error by mistake. */
export function hasKeys(command: Command, keys: readonly string[]): void {
  keysOf.set(command, new Set([...(keysOf.get(command) ?? []), ...keys]));
}

/** A parameter that is called as its flag is, wherever there is one. */
const ALIKE = 'threads';

/** The error with typed flags in place of the fields they set; any other as it is. */
export function namingFlags(error: unknown, command: Command | undefined): unknown {
  if (!(error instanceof UlteriorError) || command === undefined) return error;
  const { parameter, problems } = (error.details ?? {}) as Told;
  const paths = [parameter, ...(problems ?? []).map(({ path }) => path)].filter((path) => typeof path === 'string');
  const typed = command.options.filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli');
  const flags = paths.flatMap((path): (readonly [path: string, flag: string])[] => {
    const isOf = (one: Option) =>
      (path === ALIKE && one.attributeName() === path) ||
      [...(fieldsOf.get(one) ?? [])].some((field) => isWithin(path, field));
    const option = typed.find(isOf);
    return option === undefined ? [] : [[path, option.long!]];
  });
  return inOtherWords(error, [...flags, ...keysCalledFlags(error, command)]);
}

/** "--bias-ridge", where the command has no such flag: biasRidge. */
function keysCalledFlags({ message, advice }: UlteriorError, command: Command): (readonly [string, string])[] {
  const called = new Set([...`${message} ${advice}`.matchAll(/--[a-z][a-z-]*/g)].map(([flag]) => flag));
  return [...called].flatMap((flag) => {
    const key = flag.slice(2).replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const isFlag = command.options.some(({ long }) => long === flag);
    return !isFlag && keysOf.get(command)?.has(key) ? [[flag, key] as const] : [];
  });
}

/** The error about contenders, which were made of the names of strategies, in the words of whoever gave these. */
export function namingStrategies(error: unknown): unknown {
  if (!(error instanceof UlteriorError)) return error;
  const paths = [...`${error.message} ${error.advice}`.matchAll(/contenders\[\d+\](?:\.\w+)?/g)].map(([path]) => path);
  return inOtherWords(
    error,
    paths.map((path) => [path, 'strategies'] as const),
  );
}

function inOtherWords(error: UlteriorError, words: readonly (readonly [path: string, said: string])[]): UlteriorError {
  if (words.length === 0) return error;
  // The longest first: contenders[0].strategy before contenders.
  const sorted = words.toSorted(([a], [b]) => b.length - a.length);
  const named = (text: string) => sorted.reduce((told, [path, said]) => replaced(told, path, said), text);
  return new UlteriorError(error.code, named(error.message), named(error.advice), error.details);
}

interface Told {
  readonly parameter?: unknown;
  readonly problems?: readonly { readonly path: string }[];
}

/** maxQuestions, contenders[0].strategy of contenders, training.dimension of dimension. */
function isWithin(path: string, field: string): boolean {
  const bare = path.replace(/^training\./, '');
  return bare === field || bare.startsWith(`${field}[`) || bare.startsWith(`${field}.`);
}

/** As a word of its own, and not as part of another name. */
function replaced(text: string, path: string, flag: string): string {
  const escaped = path.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replaceAll(new RegExp(`(?<![\\w.-])${escaped}(?![\\w[-])`, 'g'), flag);
}
