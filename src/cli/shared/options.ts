/** Option values that several commands share, and the refusal of options that have no effect. */
import { type Command, InvalidArgumentError } from 'commander';
import { UlteriorError } from '../../errors/index.ts';

/** Refuses flags that have no effect in a place; `otherwise` goes after the advice to leave them out. */
export function refuseIdle(
  flags: object,
  names: readonly string[],
  where: string,
  otherwise = '',
  said: (name: string) => string = optionOf,
): void {
  const given = names.filter((name) => Reflect.get(flags, name) !== undefined).map(said);
  if (given.length === 0) return;
  throw new UlteriorError(
    'PARAMETER_OUT_OF_RANGE',
    `${given.join(', ')} ${given.length === 1 ? 'has' : 'have'} no effect where ${where}`,
    `leave out ${given.join(', ')}${otherwise}`,
    { parameter: given[0] },
  );
}

/** Refuses the flags that only the other kind of attribute has: they would be read in vain. */
export function refuseFlags(flags: object, names: readonly string[], kind: 'a number' | 'not a number'): void {
  refuseIdle(flags, names, `the attribute is ${kind}`, ', or name another attribute');
}

/** A flag before the name of a sub-command goes to the command around it, and would be read in vain. */
export function refuseMisplaced(command: Command): void {
  for (let around = command.parent; around !== null; around = around.parent) {
    const outer = around;
    const early = outer.options.find((option) => outer.getOptionValueSource(option.attributeName()) === 'cli');
    if (early === undefined) continue;
    throw new UlteriorError(
      'PARAMETER_OUT_OF_RANGE',
      `${early.long} has no effect before "${command.name()}"`,
      `write ${early.long} behind "${command.name()}"`,
      { parameter: early.long },
    );
  }
}

/** usersTable: --users-table */
export const optionOf = (name: string) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** What is a key of a spec is said as it is. */
export const asKey = (name: string) => name;

export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
}

export function positiveNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new InvalidArgumentError('Give a number above 0.');
  return value;
}

export function numberList(text: string): number[] {
  return text.split(',').map(positiveNumber);
}

/** Parts of a list; commas part them. */
export function wordList(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** Of a flag that may be given several times. */
export const several = (word: string, before: readonly string[] | undefined): string[] => [...(before ?? []), word];
