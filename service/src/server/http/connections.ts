/**
 * How many connections there are, and what becomes of them when the service ends. A client that has sent nothing, or only part of its headers, has no request in
 * hand: its connection is cut at once. A request in hand has until the deadline to be answered. So nobody delays the end
 * by keeping silent. Beyond a bound of connections new ones are closed at once, before files can no longer be opened.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { App, Service } from './context.ts';

export function addConnections(app: App, { limits }: Pick<Service, 'limits'>): void {
  app.server.maxConnections = limits.connections;
  const open = new Set<Socket>();
  /** Requests that have begun and were not answered, by connection. */
  const inHand = new WeakMap<Socket, number>();
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    inHand.set(socket, (inHand.get(socket) ?? 0) + 1);
    response.once('close', () => inHand.set(socket, (inHand.get(socket) ?? 1) - 1));
  });
  app.addHook('preClose', async () => {
    for (const socket of open) if ((inHand.get(socket) ?? 0) === 0) socket.destroy();
    setTimeout(() => app.server.closeAllConnections(), 1000 * limits.closeSeconds).unref();
  });
}
