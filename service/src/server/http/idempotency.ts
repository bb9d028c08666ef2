/**
 * A request that is sent twice under one Idempotency-Key is done once. What was answered is remembered sealed
 * (sealedResponse.ts); the key and what was asked only as keyed hashes, from which nobody without the caller's secret can find out by
 * trial which rating was given. A request that was refused did nothing, and its key may be used again. Where the outcome
 * is known and the database is away, it is written down when the database is back. Where the database went away during the
 * work, it is asked then whether anything was done (`undone`), if the route can tell.
 */

import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UlteriorError } from 'ulterior/service-parts';
import { IDEMPOTENCY_HEADER } from '../common/commonSchemas.ts';
import { hashOf } from '../common/credentials.ts';
import { logFault } from '../figures/log.ts';
import type { Service } from './context.ts';
import { seal, unseal } from './sealedResponse.ts';

const REPLAYED_HEADER = 'idempotency-replayed';

/** When what is known is written down again, each after the one before. */
const SETTLE_SECONDS = [0.1, 0.5, 2, 5, 10, 30, 60, 120];

/**
 * Does the work, unless the same request was answered before; answers with what the work returns. `undone` is asked after the
 * database was away: true where nothing was done, or where what is still under way would keep a repetition from being done.
 */
export async function once(
  service: Service,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  work: () => Promise<unknown>,
  undone: () => Promise<boolean> = async () => false,
): Promise<FastifyReply> {
  reply.code(status);
  const word = request.headers[IDEMPOTENCY_HEADER];
  const { caller } = request;
  if (typeof word !== 'string' || caller.kind === 'nobody') return reply.send(await work());
  // A client may choose words that say who somebody is: they are kept as what was asked is.
  const key = createHmac('sha256', caller.secret).update(`word ${word}`).digest('hex');
  const { idempotency } = service.store;
  const owner = caller.kind === 'key' ? `key:${caller.key.id}` : `token:${hashOf(`owner ${caller.secret}`)}`;
  const hash = requestHash(request, caller.secret);
  const expiresAt = new Date(service.clock().getTime() + 1000 * service.limits.idempotencySeconds);
  const found = await idempotency.begin(owner, key, hash, expiresAt);
  if (found === 'busy') {
    throw new UlteriorError(
      'IDEMPOTENCY_BUSY',
      'the first request with this idempotency key is still running, or was interrupted',
      'wait and send it again; if that does not help, check what was done and use a new key',
      { retryAfter: 1 },
    );
  }
  if (found !== 'new') {
    if (found.requestHash !== hash) {
      throw new UlteriorError(
        'IDEMPOTENCY_MISMATCH',
        'this idempotency key was used for another request',
        'use a new key for a new request, and the same key only to repeat the very same one',
      );
    }
    reply.code(found.status).header(REPLAYED_HEADER, 'true').type('application/json');
    return reply.send(unseal(found.body, caller.secret));
  }
  let body: string;
  try {
    body = reply.serialize(await work()) as string;
  } catch (error) {
    // Where the database went away it may have done what it was asked. Unless it turns out that it has not, the key stays
    // reserved until it expires.
    if (isAway(error)) {
      void settleLater(request, async () => {
        if (await undone()) await idempotency.abandon(owner, key);
      });
      throw error;
    }
    // Nothing was done. The error is what the caller must hear of.
    await settle(request, () => idempotency.abandon(owner, key));
    throw error;
  }
  const sealed = seal(body, caller.secret);
  await settle(request, () => idempotency.complete(owner, key, status, sealed));
  return reply.type('application/json').send(body);
}

/** Waits for the first attempt; the others are made while the caller has the answer already. */
async function settle(request: FastifyRequest, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (isAway(error)) void settleLater(request, write);
    else logFault(request, error);
  }
}

/** Where it never succeeds the key stays taken until it expires, which is safe. */
async function settleLater(request: FastifyRequest, write: () => Promise<void>): Promise<void> {
  for (const seconds of SETTLE_SECONDS) {
    await pause(1000 * seconds, undefined, { ref: false });
    try {
      return await write();
    } catch (error) {
      if (!isAway(error)) return logFault(request, error);
    }
  }
}

function isAway(error: unknown): boolean {
  return error instanceof UlteriorError && error.code === 'STORE_UNAVAILABLE';
}

function requestHash({ method, url, headers, body }: FastifyRequest, secret: string): string {
  const hash = createHmac('sha256', secret).update(`${method}\n${url}\n${headers['content-type'] ?? ''}\n`);
  return hash.update(Buffer.isBuffer(body) ? body : (JSON.stringify(body) ?? '')).digest('hex');
}
