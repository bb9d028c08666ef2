/** How many connections one address and all of them have; what the others hear. */
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestService, testService } from '../../../../test/support/service.ts';
import { proxyTest } from '../common/trustedProxies.ts';

let service: TestService;
let port: number;
const sockets: Socket[] = [];
beforeAll(async () => {
  service = await testService({ limits: { connections: 8, connectionsPerAddress: 5 } });
  port = Number(new URL(await service.app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await service.close();
});

/** A connection that asks at once whether the process lives; the first line of the answer. */
function ask(localAddress: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
  return new Promise((resolve, reject) => {
    socket.once('data', (text) => resolve(String(text).split('\r\n')[0]!));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed without a word')));
  });
}

describe('connections', () => {
  it('of one address are bounded, so that another is answered; one too many hears why', async () => {
    const crowd = await Promise.all(Array.from({ length: 8 }, () => ask('127.0.0.1')));
    expect(crowd.toSorted()).toEqual([
      ...Array(5).fill('HTTP/1.1 200 OK'),
      ...Array(3).fill('HTTP/1.1 503 Service Unavailable'),
    ]);
    expect(await ask('127.0.0.2')).toBe('HTTP/1.1 200 OK');
    expect(await ask('127.0.0.1')).toBe('HTTP/1.1 503 Service Unavailable');
  });

  it('of all addresses are bounded, too, and places become free again', async () => {
    const others = await Promise.all(['3', '4', '5'].map((last) => ask(`127.0.0.${last}`)));
    expect(others.toSorted()).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK', 'HTTP/1.1 503 Service Unavailable']);
    for (const socket of sockets.splice(0)) socket.destroy();
    for (;;) if ((await ask('127.0.0.1')).includes('200')) break;
  });
});

it('a trusted proxy is known by its address or network; where their number is known, all are', () => {
  const answers = (proxies: Parameters<typeof proxyTest>[0]) =>
    ['10.0.0.7', '192.168.3.4', '::1', '::ffff:10.0.0.7', '8.8.8.8', ''].map(proxyTest(proxies));
  expect(answers(undefined)).toEqual(Array(6).fill(false));
  expect(answers(1)).toEqual(Array(6).fill(true));
  expect(answers(['10.0.0.7', '192.168.0.0/16', '::1'])).toEqual([true, true, true, true, false, false]);
});
