/**
 * Errors as the outside sees them: application/problem+json (RFC 9457) with the code, message and advice of the error.
 * Of a fault of ours nothing inner is told; `instance` is the id of the request, under which the log has it.
 */

import { STATUS_CODES } from 'node:http';
import type { FastifyError } from 'fastify';
import { type ErrorCode, errorCodes, UlteriorError } from 'ulterior/service-parts';

interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly advice: string;
  readonly instance: string;
}

export const PROBLEM_TYPE = 'application/problem+json';

/** Statuses that the kind of an error does not give. */
const STATUSES: Readonly<Record<string, number>> = {
  PARAMETER_OUT_OF_RANGE: 400,
  REQUEST_INVALID: 400,
  CREDENTIAL_REFUSED: 401,
  SCOPE_TOO_SMALL: 403,
  LAB_ONLY: 403,
  PLUGIN_REFUSED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  ITEM_NOT_ASKED: 409,
  ITEM_ANSWERED_TWICE: 409,
  INTERVIEW_STOPPED: 409,
  INTERVIEW_NOTHING_TO_UNDO: 409,
  INTERVIEW_CHANGED: 409,
  LAST_ADMIN_KEY: 409,
  MODEL_IN_USE: 409,
  AUDIT_UNFINISHED: 409,
  REQUEST_TOO_LARGE: 413,
  MEDIA_TYPE_UNKNOWN: 415,
  TOO_MANY_REQUESTS: 429,
  SERVICE_BUSY: 503,
  STORE_UNAVAILABLE: 503,
};

/** Where nothing else is known, come back after this many seconds. */
const RETRY_SECONDS = 5;

function statusOf(error: UlteriorError): number {
  return STATUSES[error.code] ?? (error.kind === 'fault' ? 500 : 422);
}

/** Seconds after which a repeated request may fare better; undefined where it will not. */
export function retryAfter(error: UlteriorError): number | undefined {
  const told = error.details['retryAfter'];
  if (typeof told === 'number') return told;
  return statusOf(error) === 503 ? RETRY_SECONDS : undefined;
}

export function problemOf(error: UlteriorError, requestId: string): Problem {
  const status = statusOf(error);
  // The message of a fault may speak of anything, that of the store of where it is.
  const told = status === 500 ? fault() : error.code === 'STORE_UNAVAILABLE' ? unavailable() : error;
  return {
    type: `urn:ulterior:error:${told.code}`,
    title: errorCodes[told.code].title,
    status,
    detail: told.message,
    code: told.code,
    advice: told.advice,
    instance: `urn:uuid:${requestId}`,
  };
}

/** Whatever was thrown, as one of our own errors. */
export function asUlteriorError(thrown: unknown): UlteriorError {
  if (thrown instanceof UlteriorError) return thrown;
  const { code = '', statusCode } = (thrown ?? {}) as Partial<FastifyError>;
  const known = FRAMEWORK[code];
  if (known !== undefined) return new UlteriorError(...known);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    const [refused, message] = statusCode === 404 ? NOTHING_HERE : (['REQUEST_INVALID', reasonOf(statusCode)] as const);
    return new UlteriorError(refused, message, 'compare the request with /openapi.json');
  }
  return fault();
}

export function fault(): UlteriorError {
  return new UlteriorError(
    'SERVICE_FAULT',
    'something went wrong inside the service',
    'try again; if that does not help, send the instance to whoever runs the service',
  );
}

function unavailable(): UlteriorError {
  return new UlteriorError('STORE_UNAVAILABLE', 'the database does not answer', 'try again in a moment');
}

/** What was looked up, or the refusal where it is not there. */
export function found<Row>(what: string, row: Row | undefined): Row {
  if (row === undefined) throw notFound(what);
  return row;
}

export function notFound(what: string): UlteriorError {
  return new UlteriorError('NOT_FOUND', `there is no such ${what}`, 'check the id; it may have been erased');
}

export const NOTHING_HERE = [
  'NOT_FOUND',
  'there is nothing under that address',
  'compare method and path with /openapi.json',
] as const;

/** What the framework refuses by itself. */
const FRAMEWORK: Readonly<Record<string, readonly [ErrorCode, string, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [
    'REQUEST_TOO_LARGE',
    'the body of the request is too large',
    'send less; /openapi.json states the limit of each route',
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'MEDIA_TYPE_UNKNOWN',
    'a body of that content type is not read here',
    'send application/json, or application/octet-stream for a file',
  ],
  FST_ERR_NOT_FOUND: NOTHING_HERE,
  FST_ERR_HANDLER_TIMEOUT: ['SERVICE_BUSY', 'the request took too long', 'try again later'],
};

function reasonOf(status: number): string {
  return `the request cannot be read (${(STATUS_CODES[status] ?? 'refused').toLowerCase()})`;
}
