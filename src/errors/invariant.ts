/**
 * What must be so whatever the data are: checked while the program runs, where it costs next to nothing. A figure that contradicts
 * itself must not reach anybody: it could be a false all-clear.
 */
import { UlteriorError } from './ulteriorError.ts';

export function requireInvariant(holds: boolean, what: () => string): void {
  if (holds) return;
  throw new UlteriorError(
    'INVARIANT_BROKEN',
    `a result contradicts itself: ${what()}`,
    'this is a fault of the program, not of your data: please report it, and do not rely on the result',
  );
}
