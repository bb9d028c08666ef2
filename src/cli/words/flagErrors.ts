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

/** The error with typed flags in place of the fields they set; any other as it is. */
export function namingFlags(error: unknown, command: Command | undefined): unknown {
  if (!(error instanceof UlteriorError) || command === undefined) return error;
  const { parameter, problems } = (error.details ?? {}) as Told;
  const paths = [parameter, ...(problems ?? []).map(({ path }) => path)].filter((path) => typeof path === 'string');
  const typed = command.options.filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli');
  const flags = paths.flatMap((path): (readonly [path: string, flag: string])[] => {
    const option = typed.find((one) => [...(fieldsOf.get(one) ?? [])].some((field) => isWithin(path, field)));
    return option === undefined ? [] : [[path, option.long!]];
  });
  // The longest first: contenders[0].strategy before contenders.
  const sorted = flags.toSorted(([a], [b]) => b.length - a.length);
  const named = (text: string) => sorted.reduce((told, [path, flag]) => replaced(told, path, flag), text);
  return flags.length === 0
    ? error
    : new UlteriorError(error.code, named(error.message), named(error.advice), error.details);
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
  return text.replaceAll(new RegExp(`(?<![\\w.-])${escaped}(?![\\w[])`, 'g'), flag);
}
