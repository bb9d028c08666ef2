/** The flags that only a number needs, and the refusal of those that only the other kind of attribute has. */
import { type Command, InvalidArgumentError } from 'commander';
import { numberList, positiveNumber, refuseIdle } from './options.ts';

export function addNumericOptions(command: Command): Command {
  return command
    .option('--unit <word>', 'of a number: what it counts, such as years')
    .option(
      '--cuts <list>',
      'of a number: where to cut it into bands to compare with (default: seven of equal size)',
      numberList,
    )
    .option('--coverage <share>', 'of a number: what the stated intervals should hold (default: 0.9)', share);
}

function share(text: string): number {
  const value = positiveNumber(text);
  if (value >= 1) throw new InvalidArgumentError('a number between 0 and 1 is wanted');
  return value;
}

/** Refuses the flags of the other kind of attribute, which would be read in vain. */
export function refuseFlags(flags: object, names: readonly string[], kind: 'a number' | 'a category'): void {
  refuseIdle(flags, names, `the attribute is ${kind}`, ', or name another attribute');
}

export const NUMERIC_FLAGS = ['unit', 'cuts', 'coverage'] as const;
