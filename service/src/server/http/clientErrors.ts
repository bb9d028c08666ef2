/** What is not even HTTP, or never arrives whole, never becomes a request. It still gets a problem for an answer. */

import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { UlteriorError } from 'ulterior/service-parts';
import { PROBLEM_TYPE, problemOf } from '../common/problem.ts';

/** A connection that is one too many. */
export const TOO_MANY = 'TOO_MANY_CONNECTIONS';

const STATUSES: Readonly<Record<string, readonly [number, string]>> = {
  [TOO_MANY]: [503, 'there are as many connections as can be, in all or of your address'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request took too long to arrive'],
  HPE_HEADER_OVERFLOW: [431, 'the headers of the request are too long'],
};

/** Those of all other answers (securityHeaders.ts), as far as they mean anything here. */
const HEADERS = [
  'Strict-Transport-Security: max-age=31536000; includeSubDomains',
  'X-Content-Type-Options: nosniff',
  "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
  'Cache-Control: no-store',
];

const LINGER_MILLISECONDS = 500;

export function answerClientError(error: { readonly code?: string }, socket: Socket): void {
  // The client has gone, or was answered before.
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable || isAnswering(socket))
    return void socket.destroy();
  const [status, message] = STATUSES[error.code ?? ''] ?? [400, 'this is not HTTP'];
  const refused =
    status === 503
      ? new UlteriorError('SERVICE_BUSY', message, 'use the connections you have, or try again in a moment')
      : new UlteriorError('REQUEST_INVALID', message, 'send the request again, whole');
  const body = JSON.stringify({ ...problemOf(refused, randomUUID()), status });
  // A client that never closes its side would keep the connection for itself: it has a moment to read the answer.
  const cut = () => setTimeout(() => socket.destroy(), LINGER_MILLISECONDS).unref();
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `Content-Type: ${PROBLEM_TYPE}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      ...HEADERS,
      ...(status === 503 ? ['Retry-After: 1'] : []),
      '',
      body,
    ].join('\r\n'),
    cut,
  );
}

/** A second answer in the middle of the first would be taken for a part of it. Node names the answer under way so. */
function isAnswering(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as { _httpMessage?: { readonly headersSent: boolean } | null };
  return answer?.headersSent === true;
}
