/**
 * A request that is sent twice under one Idempotency-Key is done once. The store keeps what was answered in the transaction that does
 * what was asked: after a kill or a broken connection a repetition gets the first answer where anything was done, and does it where nothing
 * was. Answers are sealed (sealedResponse.ts); the key and what was asked are kept as keyed hashes, from which no one without the
 * caller's secret can find out by trial which rating was given. A request that was refused did nothing, and its key may be used again.
 */

import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UlteriorError } from 'ulterior/service-parts';
import type { Remember, RememberedResponse } from '../../store/index.ts';
import { IDEMPOTENCY_HEADER } from '../common/commonSchemas.ts';
import { hashOf } from '../common/credentials.ts';
import type { Service } from './context.ts';
import { seal, unseal } from './sealedResponse.ts';

const REPLAYED_HEADER = 'idempotency-replayed';

/** Says how a result is answered. What it gives is handed to the method of the store that makes the change. */
type Answered = <Result>(view: (result: Result) => unknown) => Remember<Result>;

/** Does the work, unless the same request was answered before; answers with what the work said. */
export async function once(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  work: (answered: Answered) => Promise<unknown>,
): Promise<FastifyReply> {
  reply.code(status);
  const word = wordOf(service, request);
  const before = await word?.find();
  if (before !== undefined) return replay(reply, before);
  let body: string | undefined;
  try {
    await work((view) => (result) => {
      body = reply.serialize(view(result)) as string;
      return word?.kept(status, body);
    });
  } catch (error) {
    // Another attempt may have got ahead of this one, whose change was undone then.
    const first = isAway(error) ? undefined : await word?.find();
    if (first === undefined) throw error;
    return replay(reply, first);
  }
  if (body === undefined) throw new Error('a change was made, and no one said how it is answered');
  return reply.type('application/json').send(body);
}

interface Replay extends RememberedResponse {
  /** In clear. */
  readonly body: string;
}

/** The word of this request, if it has one. */
function wordOf({ store: { idempotency }, clock, limits }: Service, request: FastifyRequest) {
  const word = request.headers[IDEMPOTENCY_HEADER];
  const { caller } = request;
  if (typeof word !== 'string' || caller.kind === 'nobody') return undefined;
  const { secret } = caller;
  // A client may choose words that say who somebody is: they are kept as what was asked is.
  const key = createHmac('sha256', secret).update(`word ${word}`).digest('hex');
  const owner = caller.kind === 'key' ? `key:${caller.key.id}` : `token:${hashOf(`owner ${secret}`)}`;
  const requestHash = hashOfRequest(request, secret);
  return {
    find: async (): Promise<Replay | undefined> => {
      const found = await idempotency.find(owner, key);
      if (found === undefined) return undefined;
      if (found.requestHash !== requestHash) throw used();
      return { ...found, body: unseal(found.body, secret) };
    },
    kept: (status: number, body: string) => {
      const expiresAt = new Date(clock().getTime() + 1000 * limits.idempotencySeconds);
      return { owner, key, requestHash, status, body: seal(body, secret), expiresAt };
    },
  };
}

function replay(reply: FastifyReply, { status, body }: Replay): FastifyReply {
  return reply.code(status).header(REPLAYED_HEADER, 'true').type('application/json').send(body);
}

function isAway(error: unknown): boolean {
  return error instanceof UlteriorError && error.code === 'STORE_UNAVAILABLE';
}

function used(): UlteriorError {
  return new UlteriorError(
    'IDEMPOTENCY_MISMATCH',
    'this idempotency key was used for another request',
    'use a new key for a new request, and the same key only to repeat the very same one',
  );
}

function hashOfRequest({ method, url, headers, body }: FastifyRequest, secret: string): string {
  const hash = createHmac('sha256', secret).update(`${method}\n${url}\n${headers['content-type'] ?? ''}\n`);
  return hash.update(Buffer.isBuffer(body) ? body : (JSON.stringify(body) ?? '')).digest('hex');
}
