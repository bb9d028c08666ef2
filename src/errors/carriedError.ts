/**
 * Errors on their way from one thread to another. Copying an Error between threads keeps its message and loses its
 * class, and with it code, advice and details: the other side would take bad data for a fault of the program. So errors
 * travel as plain data, and are made anew where they arrive.
 */
import { type ErrorCode, UlteriorError } from './ulteriorError.ts';

interface CarriedError {
  readonly message: string;
  /** Where it happened, for faults: those are looked for in the program. */
  readonly stack?: string | undefined;
  /** What an UlteriorError has beyond its message. */
  readonly known?:
    | { readonly code: ErrorCode; readonly advice: string; readonly details: UlteriorError['details'] }
    | undefined;
}

/** What a task comes to. */
export type Carried<Output> =
  | { readonly kind: 'done'; readonly output: Output }
  | { readonly kind: 'failed'; readonly error: CarriedError };

export function packError(error: unknown): CarriedError {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack } = error;
  if (!(error instanceof UlteriorError)) return { message, stack };
  const { code, advice, details } = error;
  return { message, stack, known: { code, advice, details } };
}

export function unpackError({ message, stack, known }: CarriedError): Error {
  const error =
    known === undefined ? new Error(message) : new UlteriorError(known.code, message, known.advice, known.details);
  if (stack !== undefined) error.stack = stack;
  return error;
}
