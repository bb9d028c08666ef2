/** The flags that only a number needs, and the refusal of those that only the other kind of attribute has. */
import { type Command, InvalidArgumentError } from 'commander';
import { numberList, positiveNumber, refuseIdle } from './options.ts';

export function addNumericOptions(command: Command): Command {
  return command
    .option('--unit <word>', 'for a number: its unit, such as years')
    .option(
      '--cuts <list>',
      'for a number: where to cut it into bands for comparison (default: seven of equal size)',
      numberList,
    )
    .option(
      '--coverage <share>',
      'for a number: share of people whose value the intervals should contain (default: 0.9)',
      share,
    );
}

function share(text: string): number {
  const value = positiveNumber(text);
  if (value >= 1) throw new InvalidArgumentError('Give a number between 0 and 1.');
  return value;
}

/** Refuses the flags of the other kind of attribute, which would be read in vain. */
export function refuseFlags(flags: object, names: readonly string[], kind: 'a number' | 'not a number'): void {
  refuseIdle(flags, names, `the attribute is ${kind}`, ', or name another attribute');
}

export const NUMERIC_FLAGS = ['unit', 'cuts', 'coverage'] as const;
