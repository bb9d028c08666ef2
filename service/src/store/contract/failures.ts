/**
 * What a database throws, in our words. Its own words can hold what is stored (the row that failed, the text that is no
 * number) or how to get in, so neither they nor the values of a statement are passed on.
 */

import { DrizzleQueryError } from 'drizzle-orm';
import { UlteriorError } from 'ulterior/service-parts';

/** A statement that the database understood and refused: a constraint, or a mistake of ours. */
export class RefusedStatement extends Error {
  /** The SQLSTATE. */
  readonly code: string;
  readonly constraint: string | undefined;

  constructor(code: string, constraint: string | undefined) {
    super(`the database refused a statement: SQLSTATE ${code}${constraint === undefined ? '' : ` (${constraint})`}`);
    this.name = 'RefusedStatement';
    this.code = code;
    this.constraint = constraint;
  }
}

/** Reasons that lie with the database or the way to it: the same statement may well run later, or elsewhere. */
const reasons: readonly (readonly [RegExp, string, string])[] = [
  [/^28/, 'it does not accept the user or the password', 'check the user and the password of its address'],
  [/^3D/, 'it has no database of that name', 'create the database, or correct its name'],
  [/^42501$/, 'the user may not do that there', 'let the user create schemas in the database'],
  [/^53/, 'it is out of room or connections', 'make room on its disk, or allow it more connections'],
  [/^XX00[12]$/, 'its files are damaged', 'restore it from a backup'],
  [/^25006$/, 'it only reads at the moment', 'wait until it takes writes again, or name the primary server'],
  [/^57014$|^55P03$|^40/, 'it was too busy', 'try again'],
  [/^08|^57P|^58/, 'it is going down or starting', 'try again; if it stays so, see its log'],
];

export function unavailable(where: string, reason: string, advice: string): UlteriorError {
  return new UlteriorError('STORE_UNAVAILABLE', `${where} cannot be used: ${reason}`, advice, { where });
}

/** Of whatever a driver threw. Without an SQLSTATE the statement did not get through. */
export function driverFailure(where: string, error: unknown): Error {
  if (error instanceof UlteriorError || error instanceof RefusedStatement) return error;
  const { code, severity, constraint } = error as { code?: unknown; severity?: unknown; constraint?: string };
  if (typeof code === 'string' && severity !== undefined) {
    const known = reasons.find(([pattern]) => pattern.test(code));
    return known === undefined ? new RefusedStatement(code, constraint) : unavailable(where, known[1], known[2]);
  }
  const reason = typeof code === 'string' ? ` (${code})` : '';
  return unavailable(
    where,
    `it does not answer${reason}`,
    'check that it runs and can be reached; later calls try again',
  );
}

/** What a driver does, with its failures in our words. */
export async function failing<Result>(where: string, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    throw driverFailure(where, error);
  }
}

/** The query builder wraps what the driver threw, and adds the values of the statement to the message. */
export function unwrapped(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error;
}

/** Whether a statement was refused because of that constraint. */
export function violates(error: unknown, constraint: string): boolean {
  const inner = unwrapped(error);
  return inner instanceof RefusedStatement && inner.constraint === constraint;
}
