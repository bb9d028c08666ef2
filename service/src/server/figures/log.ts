/**
 * What is written to the log, and what never is: no rating, item, token, key, id of an interview, address, or text of
 * an error that might hold one. A line names the route by its pattern.
 */

import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { UlteriorError } from 'ulterior/service-parts';

/** Enough to find the place: what it was, and where in the code. The message may quote data and is left out. */
export function loggedError(error: unknown): { type: string; code?: string; stack: string } {
  if (!(error instanceof Error)) return { type: typeof error, stack: '' };
  const { code } = error as { code?: unknown };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    code: typeof code === 'string' ? code : undefined,
    stack: frames.join('\n'),
  };
}

/** For the logger of Fastify: whatever is handed to it under these names comes out bare. */
export const serializers = {
  req: ({ method = '' }: { method?: string }) => ({ method }),
  res: ({ statusCode = 0 }: { statusCode?: number }) => ({ statusCode }),
  err: (error: Error) => ({ ...loggedError(error), message: '' }),
};

/** Somebody tried what they may not: told also where little is. */
const REFUSALS = [401, 403];

/** One line for each request that was answered, and one for each fault. */
export class LogController extends fastify.LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
    };
    if (error) request.log.warn({ ...line, err: error }, 'not answered');
    else if (REFUSALS.includes(reply.statusCode)) request.log.warn(line, 'refused');
    else request.log.info(line, 'answered');
  }

  override defaultErrorLog(): void {}

  override routeNotFound(): void {}

  override streamError(error: Error, request: FastifyRequest): void {
    const { code } = error as { code?: unknown };
    const left = code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (!left) request.log.warn({ route: request.routeOptions.url, err: error }, 'stream broken');
  }

  override writeHeadError(error: Error, request: FastifyRequest): void {
    request.log.warn({ err: error }, 'headers refused');
  }

  override serializerError(error: Error, request: FastifyRequest): void {
    request.log.error({ route: request.routeOptions.url, err: error }, 'response does not fit its schema');
  }
}

export function logFault(request: FastifyRequest, thrown: unknown): void {
  const line = { method: request.method, route: request.routeOptions.url ?? 'none', err: thrown };
  if (thrown instanceof UlteriorError) request.log.error({ ...line, errorCode: thrown.code }, 'fault');
  else request.log.error(line, 'fault');
}
