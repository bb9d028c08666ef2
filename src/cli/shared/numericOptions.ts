/** The flags that only a number needs, and the refusal of those that only the other kind of attribute has. */
import type { Command } from 'commander';
import { numericAuditDefaults, numericAuditSchema } from '../../audit/index.ts';
import { numberList, refuseIdle } from './options.ts';
import { addSpecFlags } from './specFlags.ts';

/** Fields of the spec, and their flags. */
export const NUMBER_FLAGS = { unit: 'unit', coverage: 'coverage' } as const;

export function addNumericOptions(command: Command): Command {
  return addSpecFlags(command, numericAuditSchema, numericAuditDefaults, NUMBER_FLAGS).option(
    '--cuts <list>',
    'for a number: where to cut it into bands for comparison (default: seven of equal size)',
    numberList,
  );
}

/** Refuses the flags of the other kind of attribute, which would be read in vain. */
export function refuseFlags(flags: object, names: readonly string[], kind: 'a number' | 'not a number'): void {
  refuseIdle(flags, names, `the attribute is ${kind}`, ', or name another attribute');
}

export const NUMERIC_FLAGS = ['unit', 'cuts', 'coverage'] as const;
