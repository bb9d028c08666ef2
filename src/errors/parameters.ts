/** Checks of single parameters. A parameter outside its range is the caller's mistake, named with its value. */
import { UlteriorError } from './ulteriorError.ts';

interface ParameterRange {
  readonly min: number;
  readonly max: number;
  /** Only whole numbers. */
  readonly whole?: boolean;
}

export function requireWithin(parameter: string, value: number, { min, max, whole = false }: ParameterRange): void {
  if (value >= min && value <= max && (!whole || Number.isInteger(value))) return;
  throw outOfRange(parameter, value, `${whole ? 'a whole number' : 'a number'} from ${min} to ${max}`);
}

export function requirePositive(parameter: string, value: number): void {
  if (value > 0 && Number.isFinite(value)) return;
  throw outOfRange(parameter, value, 'a finite number above 0');
}

export function outOfRange(parameter: string, value: unknown, wanted: string): UlteriorError {
  return new UlteriorError(
    'PARAMETER_OUT_OF_RANGE',
    `${parameter} is ${String(value)}; it must be ${wanted}`,
    `set ${parameter} to ${wanted}`,
    { parameter, value },
  );
}
