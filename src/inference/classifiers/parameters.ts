/** Checks of single parameters. A parameter outside its range is the caller's mistake, named with its value. */

import { UlteriorError } from '../../errors/index.ts';

export function requirePositive(parameter: string, value: number): void {
  if (value > 0 && Number.isFinite(value)) return;
  throw outOfRange(parameter, value, 'a finite number above 0');
}

export function requireWhole(parameter: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw outOfRange(parameter, value, `a whole number from ${least} to ${most}`);
}

export function outOfRange(parameter: string, value: unknown, expected: string): UlteriorError {
  return new UlteriorError(
    'PARAMETER_OUT_OF_RANGE',
    `${parameter} is ${String(value)}; it must be ${expected}`,
    `pass another ${parameter}`,
    { parameter, value },
  );
}
