/**
 * Attackers that cannot be computed from the data. One of them must not end an audit that others can finish; but only
 * numbers that stand in the way are excused. Any other error is a fault, and hiding it could hide a leak.
 */
import { UlteriorError } from '../../errors/index.ts';
import type { AttackerNote, FailureCode } from '../records/records.ts';

export interface Failure {
  readonly code: FailureCode;
  readonly reason: string;
}

/** Who failed: a contender, or a classifier of whole histories. */
export interface FailedAttacker extends Failure {
  readonly kind: AttackerNote['kind'];
  readonly id: string;
}

const NUMERIC: readonly FailureCode[] = [
  'TRAINING_SINGULAR',
  'TRAINING_DIVERGED',
  'TRAINING_TOO_LARGE',
  'CLASSIFIER_DID_NOT_CONVERGE',
];

/** The numeric failure that the error is, if it is one. */
export function numericFailure(error: unknown): Failure | undefined {
  if (!(error instanceof UlteriorError)) return undefined;
  const code = NUMERIC.find((one) => one === error.code);
  return code && { code, reason: error.message };
}

/** What was made, or the numeric failure of it. */
export type Attempt<Made> =
  | { readonly made: Made; readonly failure?: undefined }
  | { readonly made?: undefined; readonly failure: Failure };

export async function attempt<Made>(make: () => Promise<Made>): Promise<Attempt<Made>> {
  try {
    return { made: await make() };
  } catch (error) {
    const failure = numericFailure(error);
    if (failure === undefined) throw error;
    return { failure };
  }
}

/** The first of each attacker: the real labels come before shuffled ones. */
export function firstFailures(failures: readonly FailedAttacker[]): FailedAttacker[] {
  return failures.filter(
    ({ kind, id }, at) => failures.findIndex((other) => other.kind === kind && other.id === id) === at,
  );
}
