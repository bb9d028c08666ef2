/**
 * Who may call a route. Every route says so (`config.access`), and with one that does not the application does not start.
 *
 *   probe        anybody, and never counted: whoever watches the service must hear of it also under load
 *   open         anybody
 *   key          any key
 *   admin, audit, interview   a key of that scope; admin reaches everything
 *   participant  a key for interviews, or the token of this very interview
 *   lab          the same, but the token only where the interview was opened for the lab
 *
 * A wrong key or token is refused before anything is looked up by the address, and the token of another interview finds
 * nothing: neither answer depends on whether the interview exists. All this happens before a body is read.
 */

import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest, RouteOptions } from 'fastify';
import { UlteriorError } from 'ulterior/service-parts';
import type { Scope, StoredInterview, StoredKey } from '../../store/index.ts';
import { hashOf, isToken, keyFrom } from '../common/credentials.ts';
import { notFound } from '../common/problem.ts';
import type { App, Service } from './context.ts';
import { watchAddresses } from './unknownAddress.ts';

export type Access = 'probe' | 'open' | 'key' | Scope | 'participant' | 'lab';

/** Who calls, with the secret they showed: responses that are remembered are sealed with it. */
export type Caller =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'key'; readonly key: StoredKey; readonly secret: string }
  | { readonly kind: 'token'; readonly interview: StoredInterview; readonly secret: string }
  /** Whoever had the token of an interview that is erased, while the scrub is owed: they may ask how far that is. */
  | { readonly kind: 'erased'; readonly secret: string };

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    caller: Caller;
    /** Of the client, as it was when the request came: a connection that has gone has none. */
    address: string;
  }
}

const NOBODY: Caller = { kind: 'nobody' };
const MINUTE = 60_000;

type Limiter = ReturnType<App['createRateLimit']>;

export async function addAccess(app: App, service: Service): Promise<void> {
  await app.register(rateLimit, { global: false });
  const { limits } = service;
  const requests = app.createRateLimit({
    max: () => limits.requestsPerMinute,
    timeWindow: MINUTE,
    keyGenerator: nameOf,
  });
  const refusals = app.createRateLimit({
    max: () => limits.refusalsPerMinute,
    timeWindow: MINUTE,
    keyGenerator: ({ address }) => address,
  });
  const addresses = watchAddresses(app);
  app.setNotFoundHandler((request) => {
    throw addresses.refusalOf(request);
  });
  app.decorateRequest('caller');
  app.decorateRequest('address', '');
  // Plugins add routes, too; what encloses them says who may call those, after this hook has run.
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  app.addHook('onReady', async () => {
    const silent = routes.find(({ config }) => config?.access === undefined);
    if (silent !== undefined) throw new Error(`the route ${silent.url} does not say who may call it`);
  });
  app.addHook('onRequest', async (request, reply) => {
    request.caller = NOBODY;
    request.address = request.ip ?? 'gone';
    const access = request.routeOptions.config.access;
    if (access === 'probe') return;
    if (access !== undefined && access !== 'open') {
      const caller = await callerOf(service, request);
      if (caller === undefined) {
        // Who has a right key is not kept out by others behind the same address.
        await refuseIfExceeded(refusals, request);
        reply.header('www-authenticate', 'Bearer');
        throw refused();
      }
      request.caller = caller;
    }
    await refuseIfExceeded(requests, request);
    // No body is read for an address that nothing is under.
    if (addresses.isUnknown(request)) throw addresses.refusalOf(request);
    if (access !== undefined && access !== 'open') requireAccess(request, access, service.clock());
  });
}

export async function refuseIfExceeded(limiter: Limiter, request: FastifyRequest): Promise<void> {
  const state = await limiter(request);
  if (state.isAllowed || !state.isExceeded) return;
  const seconds = state.ttlInSeconds;
  throw new UlteriorError(
    'TOO_MANY_REQUESTS',
    'there were too many requests in a short time',
    `wait ${seconds} seconds`,
    { retryAfter: seconds },
  );
}

/** For counting: by key or interview, else by address. */
export function nameOf(request: FastifyRequest): string {
  const { caller } = request;
  if (caller.kind === 'key') return `key ${caller.key.id}`;
  return caller.kind === 'token' ? `interview ${caller.interview.id}` : `address ${request.address}`;
}

async function callerOf(service: Service, request: FastifyRequest): Promise<Caller | undefined> {
  const [, secret] = /^Bearer ([\w-]{1,100})$/i.exec(request.headers.authorization ?? '') ?? [];
  if (secret === undefined) return undefined;
  if (isToken(secret)) {
    const tokenHash = hashOf(secret);
    const interview = await service.store.interviews.findByTokenHash(tokenHash);
    if (interview !== undefined) return { kind: 'token', interview, secret };
    const { id } = request.params as { id?: string };
    const repeated = request.method === 'DELETE' && id !== undefined;
    return repeated && (await service.store.erasures.isOwed(id, tokenHash)) ? { kind: 'erased', secret } : undefined;
  }
  const key = await keyFrom(service.store, secret);
  return key && { kind: 'key', key, secret };
}

function requireAccess({ caller, params }: FastifyRequest, access: Access, now: Date): void {
  if (caller.kind === 'key') {
    const { scope } = caller.key;
    const needed: Access = access === 'participant' || access === 'lab' ? 'interview' : access;
    if (scope === 'admin' || needed === 'key' || needed === scope) return;
    throw new UlteriorError(
      'SCOPE_TOO_SMALL',
      `the key has the scope ${scope}; this needs ${needed}`,
      `use a key of the scope ${needed}`,
    );
  }
  if (caller.kind === 'erased' && access === 'participant') return;
  if (caller.kind !== 'token') throw refused();
  const { interview } = caller;
  if (interview.expiresAt <= now) throw refused();
  if (access !== 'participant' && access !== 'lab') {
    throw new UlteriorError('SCOPE_TOO_SMALL', 'the token opens an interview; this needs a key', 'use a key');
  }
  if ((params as { id?: unknown }).id !== interview.id) throw notFound('interview');
  if (access === 'lab' && interview.mode !== 'lab') {
    throw new UlteriorError(
      'LAB_ONLY',
      'the interview was opened for a participant, who may see only its questions',
      'whoever runs the interview can see this with a key, or open an interview in the mode lab',
    );
  }
}

function refused(): UlteriorError {
  return new UlteriorError(
    'CREDENTIAL_REFUSED',
    'the request has no valid key or token',
    'send "Authorization: Bearer ..." with a key, or with the token of the interview',
  );
}
