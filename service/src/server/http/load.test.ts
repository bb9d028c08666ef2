/** Under more load than the service can take: refusals at once, health always, and no place for slow clients. */
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestService, testService } from '../../../../test/support/service.ts';

let service: TestService;
/** Lists of models wait until they are let go. */
let letGo = () => {};
let busy: TestService;
let port: number;
const sockets: Socket[] = [];
beforeAll(async () => {
  service = await testService();
  const { models } = service.store;
  let waiting = Promise.resolve();
  const hold = () => {
    waiting = new Promise((resolve) => {
      letGo = resolve;
    });
  };
  hold();
  const store = {
    ...service.store,
    models: { ...models, list: (page: { limit: number }) => waiting.then(() => models.list(page)) },
  };
  busy = await service.another({ store, limits: { requestsInHand: 3, connections: 6 } });
  await busy.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = busy.app.server.address() as AddressInfo);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await busy.app.close();
  await service.close();
});

const gauge = async () => Number(/^ulterior_requests_in_hand (\d+)$/m.exec(await busy.app.service.metrics.text())?.[1]);
const until = async (wanted: number) => {
  while ((await gauge()) !== wanted) await new Promise((resolve) => setTimeout(resolve, 5));
};
const client = (text: string) =>
  new Promise<Socket>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    sockets.push(socket);
    socket.on('error', () => {}).once('connect', () => socket.write(text, () => resolve(socket)));
  });

describe('load', () => {
  it('beyond the bound is refused with when to come back, and what is in hand is answered', async () => {
    const list = () => busy.call('GET', '/v1/models', { as: service.keys.admin });
    const inHand = [list(), list(), list()];
    await until(3);
    expect(await list()).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      body: { code: 'SERVICE_BUSY' },
    });
    expect((await busy.call('GET', '/openapi.json')).status).toBe(503);
    for (const path of ['/health/live', '/health/ready']) expect((await busy.call('GET', path)).status).toBe(200);
    letGo();
    for (const { status } of await Promise.all(inHand)) expect(status).toBe(200);
    expect(await gauge()).toBe(0);
    expect((await list()).status).toBe(200);
  });

  it('is not made by bodies that have yet to arrive', async () => {
    const head = `POST /v1/interviews HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.keys.interview}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`;
    const slow = await Promise.all(Array.from({ length: 4 }, () => client(head)));
    // Each is seen before the next request is.
    expect((await busy.call('GET', '/openapi.json')).status).toBe(200);
    await until(0);
    expect((await busy.call('GET', '/v1/models', { as: service.keys.admin })).status).toBe(200);
    for (const socket of slow) socket.destroy();
  });

  it('has no more connections than are allowed', async () => {
    const open = () => new Promise<number>((resolve) => busy.app.server.getConnections((_, count) => resolve(count)));
    while ((await open()) > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const answerOf = (socket: Socket) =>
      new Promise<string>((resolve) => {
        let answer = '';
        socket.on('data', (bytes) => {
          answer += bytes;
        });
        socket.once('close', () => resolve(answer));
      });
    const first = await Promise.all(Array.from({ length: 6 }, () => client('')));
    expect(await answerOf(await client(''))).toMatch(/^HTTP\/1\.1 503 [\s\S]*SERVICE_BUSY/);
    while ((await open()) > 6) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await open()).toBe(6);
    expect(first.every(({ destroyed }) => !destroyed)).toBe(true);
  });
});
