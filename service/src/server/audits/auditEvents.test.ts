/** Audits as streams of events, over real connections. */
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UlteriorError } from '../../../../src/errors/index.ts';
import { REQUEST, until } from '../../../../test/support/audits.ts';
import { type TestService, testService } from '../../../../test/support/service.ts';
import { startWorker } from './worker.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const ask = (body: object) => service.call('POST', '/v1/audits', { as: service.keys.audit, body });

describe('events', () => {
  const address = () => `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
  beforeAll(() => service.app.listen({ host: '127.0.0.1', port: 0 }));

  const follow = (id: string, more: RequestInit = {}) =>
    fetch(`${address()}/v1/audits/${id}/events`, {
      ...more,
      headers: { authorization: `Bearer ${service.keys.audit}`, 'last-event-id': '42\u00ff' },
    });
  const eventsIn = (text: string) =>
    text
      .split('\n\n')
      .filter((block) => block.startsWith('event:'))
      .map((block) => {
        const [, name, id, data] = /^event: (\w+)\nid: (\d+)\ndata: (.*)$/.exec(block)!;
        return { name, id: Number(id), data: JSON.parse(data!) };
      });

  it('tell how an audit goes on, and end with its final state', async () => {
    const { body } = await ask(REQUEST);
    const response = await follow(body.id);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const reading = response.text();
    const worker = await startWorker(service.store, { threads: 1, reportSeconds: 0.05 });
    const events = eventsIn(await reading);
    await worker.stop();
    expect(events[0]).toMatchObject({ name: 'progress', id: 0, data: { id: body.id, state: 'queued' } });
    expect(events.map(({ id }) => id)).toEqual(events.map((_, n) => n));
    expect(events.at(-1)).toMatchObject({ name: 'end', data: { state: 'done' } });
    expect(events.filter(({ name }) => name === 'end')).toHaveLength(1);
    // Of an audit that is over, the end at once.
    expect(eventsIn(await (await follow(body.id)).text())).toMatchObject([{ name: 'end', id: 0 }]);
    expect((await follow('00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });

  it('end when the audit is removed', async () => {
    const { body } = await ask(REQUEST);
    const reading = (await follow(body.id)).text();
    await service.call('DELETE', `/v1/audits/${body.id}`, { as: service.keys.audit });
    expect(eventsIn(await reading).at(-1)).toMatchObject({ name: 'gone' });
  });

  it('are counted, and freed when the client goes away', async () => {
    const open = async () =>
      /ulterior_streams_open (\d+)/.exec((await service.call('GET', '/metrics', { as: service.keys.audit })).text)?.[1];
    const { body } = await ask(REQUEST);
    const leave = new AbortController();
    await follow(body.id, { signal: leave.signal });
    expect(await open()).toBe('1');
    leave.abort();
    await until(open, (count) => count === '0');
    await service.call('DELETE', `/v1/audits/${body.id}`, { as: service.keys.audit });
  });

  it('are refused where too many listen, keep the connection alive, and end with the service', async () => {
    const small = await service.another({
      limits: { streams: 1, streamPollSeconds: 0.01, heartbeatSeconds: 0.05 },
    });
    await small.app.listen({ host: '127.0.0.1', port: 0 });
    const url = `http://127.0.0.1:${(small.app.server.address() as AddressInfo).port}`;
    const { body } = await ask(REQUEST);
    const listen = () =>
      fetch(`${url}/v1/audits/${body.id}/events`, { headers: { authorization: `Bearer ${service.keys.audit}` } });
    const first = await listen();
    const second = await listen();
    expect(second.status).toBe(503);
    expect(await second.json()).toMatchObject({ code: 'SERVICE_BUSY' });
    const reader = first.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    // Something is said now and then, also where there is nothing to tell.
    while (!text.includes(': still here')) text += (await reader.read()).value ?? '';
    expect(eventsIn(text)).toMatchObject([{ name: 'progress' }]);
    await small.app.close();
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
    expect(eventsIn(text)).toHaveLength(1);
    await service.call('DELETE', `/v1/audits/${body.id}`, { as: service.keys.audit });
  });

  it('of one key leave places for another', async () => {
    const small = await service.another({ limits: { streams: 4 } });
    await small.app.listen({ host: '127.0.0.1', port: 0 });
    const url = `http://127.0.0.1:${(small.app.server.address() as AddressInfo).port}`;
    const { body } = await ask(REQUEST);
    const listen = async (key: string) =>
      (await fetch(`${url}/v1/audits/${body.id}/events`, { headers: { authorization: `Bearer ${key}` } })).status;
    const { audit, admin } = service.keys;
    const crowd = [];
    for (let n = 0; n < 6; n++) crowd.push(await listen(audit));
    expect(crowd).toEqual([200, 200, 503, 503, 503, 503]);
    expect(await listen(admin)).toBe(200);
    await small.app.close();
    await service.call('DELETE', `/v1/audits/${body.id}`, { as: service.keys.audit });
  });

  it('tell of a store that does not answer', async () => {
    let away = false;
    const { audits } = service.store;
    const failing = await service.another({
      store: {
        ...service.store,
        audits: {
          ...audits,
          find: async (id) => {
            if (away) throw new UlteriorError('STORE_UNAVAILABLE', 'folder /secret', 'look there');
            return audits.find(id);
          },
        },
      },
    });
    const { body } = await ask(REQUEST);
    const reading = failing.call('GET', `/v1/audits/${body.id}/events`, { as: service.keys.audit });
    await new Promise((resolve) => setTimeout(resolve, 100));
    away = true;
    const { text } = await reading;
    expect(eventsIn(text).at(-1)).toMatchObject({ name: 'problem', data: { code: 'STORE_UNAVAILABLE', status: 503 } });
    expect(text).not.toContain('/secret');
    await failing.app.close();
  });
});
