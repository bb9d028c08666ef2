/**
 * Attackers that cannot be computed from the data. One of them must not end an audit that others can finish; but only
 * numbers that stand in the way are excused. Any other error is a fault, and hiding it could hide a leak.
 */
import { UlteriorError } from '../../errors/index.ts';
import type { FailureCode, Headline } from '../records/records.ts';

export interface Failure {
  readonly code: FailureCode;
  readonly reason: string;
}

/** Who failed: a contender, or a classifier of whole histories. */
export interface FailedAttacker extends Failure {
  readonly kind: Headline['kind'];
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

/** For measurements that go on only with all of their attackers. */
export function requireScored<Made>(attempts: ReadonlyMap<string, Attempt<Made>>): ReadonlyMap<string, Made> {
  return new Map(
    [...attempts].map(([name, { made, failure }]) => {
      if (failure === undefined) return [name, made];
      const advice = 'name other attackers (--attackers), or leave out items and people with few ratings';
      throw new UlteriorError(failure.code, `the attacker "${name}" cannot run: ${failure.reason}`, advice, { name });
    }),
  );
}
