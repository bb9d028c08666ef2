/**
 * How many connections there are, and what becomes of them when the service ends. A client that has sent nothing, or only part of its headers, has no request in
 * hand: its connection is cut at once. A request in hand has until the deadline to be answered. So nobody delays the end
 * by keeping silent.
 *
 * Beyond a bound of connections, in all or of one address, a new one hears 503 and is closed, before files can no longer be opened:
 * nobody can take all of them from one address. A trusted proxy brings many clients, and has no bound of its own.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { UlteriorError } from 'ulterior/service-parts';
import type { Limits } from '../common/limits.ts';
import { proxyTest, type TrustedProxies } from '../common/trustedProxies.ts';
import { answerClientError, TOO_MANY } from './clientErrors.ts';
import type { App, Service } from './context.ts';

/** Those that are being refused, until they have read why. Beyond it they are closed without a word. */
const MOST_REFUSALS = 512;

export function addConnections(app: App, { limits }: Pick<Service, 'limits'>, proxies?: TrustedProxies): void {
  boundConnections(app, limits);
  const open = new Set<Socket>();
  const isProxy = proxyTest(proxies);
  const byAddress = new Map<string, number>();
  /** What they send after all is not worked on. */
  const refused = new WeakSet<Socket>();
  /** Requests that have begun and were not answered, by connection. */
  const inHand = new WeakMap<Socket, number>();
  app.server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const its = (byAddress.get(address) ?? 0) + 1;
    if (open.size >= limits.connections || (its > limits.connectionsPerAddress && !isProxy(address))) {
      refused.add(socket);
      return answerClientError({ code: TOO_MANY }, socket);
    }
    open.add(socket);
    byAddress.set(address, its);
    socket.once('close', () => {
      open.delete(socket);
      const left = byAddress.get(address)! - 1;
      if (left > 0) byAddress.set(address, left);
      else byAddress.delete(address);
    });
  });
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    inHand.set(socket, (inHand.get(socket) ?? 0) + 1);
    response.once('close', () => inHand.set(socket, (inHand.get(socket) ?? 1) - 1));
  });
  app.addHook('onRequest', async ({ raw }) => {
    if (refused.has(raw.socket)) throw tooMany();
  });
  app.addHook('preClose', async () => {
    for (const socket of open) if ((inHand.get(socket) ?? 0) === 0) socket.destroy();
    setTimeout(() => app.server.closeAllConnections(), 1000 * limits.closeSeconds).unref();
  });
}

/** Also when the limits change. */
export function boundConnections(app: App, limits: Limits): void {
  app.server.maxConnections = limits.connections + MOST_REFUSALS;
}

function tooMany(): UlteriorError {
  return new UlteriorError('SERVICE_BUSY', 'the connection was refused', 'try again in a moment');
}
