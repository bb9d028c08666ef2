/** What a worker by itself tells whoever watches it, and the figures of store and process. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UlteriorError } from '../../../../src/errors/index.ts';
import { asyncFailure } from '../../../../test/support/failure.ts';
import { type TestService, testService } from '../../../../test/support/service.ts';
import type { Store } from '../../store/index.ts';
import { Metrics } from './metrics.ts';
import { startStatus } from './workerStatus.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.close());

const figure = (text: string, name: string) => new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];

describe('the figures of the service', () => {
  const metrics = async () => (await service.call('GET', '/metrics', { as: service.keys.audit })).text;

  it('say how many audits wait and run, how late the event loop is, and how much memory is taken', async () => {
    expect(figure(await metrics(), 'ulterior_audits_queued')).toBe('0');
    const { store } = service;
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push((await store.audits.add({})).id);
    await store.audits.lease(ids[0]!, 'w', 60);
    const text = await metrics();
    expect(figure(text, 'ulterior_audits_queued')).toBe('2');
    expect(figure(text, 'ulterior_audits_running')).toBe('1');
    expect(Number(figure(text, 'ulterior_event_loop_delay_seconds'))).toBeGreaterThanOrEqual(0);
    expect(Number(figure(text, 'ulterior_resident_bytes'))).toBeGreaterThan(1e6);
    // A folder has no pool.
    expect(text).not.toContain('ulterior_database_connections');
    for (const id of ids) await store.audits.remove(id);
  });

  it('say how busy the connections to a server are', async () => {
    const store: Store = { ...service.store, connections: () => ({ open: 5, idle: 2, waiting: 7 }) };
    const other = await service.another({ store });
    const { text } = await other.call('GET', '/metrics', { as: service.keys.audit });
    expect(figure(text, 'ulterior_database_connections')).toBe('5');
    expect(figure(text, 'ulterior_database_connections_idle')).toBe('2');
    expect(figure(text, 'ulterior_database_calls_waiting')).toBe('7');
    await other.app.close();
  });

  it('are told without those of the store while that is away, or says nothing', async () => {
    const away = new UlteriorError('STORE_UNAVAILABLE', 'away', 'wait');
    for (const depth of [() => Promise.reject(away), () => new Promise<never>(() => {})]) {
      const other = await service.another({ store: { ...service.store, queue: { ...service.store.queue, depth } } });
      const text = await other.app.service.metrics.text();
      expect(figure(text, 'ulterior_audits_queued')).toBe('NaN');
      expect(Number(figure(text, 'ulterior_resident_bytes'))).toBeGreaterThan(1e6);
      await other.app.close();
    }
  });
});

describe('the status of a worker', () => {
  it('has the words of the service: live, ready, figures; nothing else', async () => {
    const metrics = new Metrics();
    const status = await startStatus({ store: service.store, metrics, port: 0 });
    expect(status.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const ask = (path: string, method = 'GET') => fetch(`${status.url}${path}`, { method });
    for (const path of ['/health/live', '/health/ready']) {
      const answer = await ask(path);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.json()).toEqual({ status: 'ok' });
      expect(await (await ask(path, 'HEAD')).text()).toBe('');
    }
    metrics.count('ulterior_audits_total', 'done');
    const figures = await ask('/metrics');
    expect(figures.headers.get('content-type')).toMatch(/^text\/plain; version=0.0.4/);
    const text = await figures.text();
    expect(text).toContain('ulterior_audits_total{event="done"} 1');
    expect(figure(text, 'ulterior_audits_queued')).toBe('0');
    expect(Number(figure(text, 'ulterior_resident_bytes'))).toBeGreaterThan(1e6);
    const refused = await ask('/v1/keys');
    expect([refused.status, await refused.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
    const posted = await ask('/metrics', 'POST');
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const taken = { store: service.store, metrics, port: Number(new URL(status.url).port) };
    expect(await asyncFailure(() => startStatus(taken))).toMatch(/^PARAMETER_OUT_OF_RANGE: nothing can listen on 127/);
    await status.close();
  });

  it('is not ready while the database takes no writes, and tells nothing of where it is', async () => {
    const takesWrites = () =>
      Promise.reject(new UlteriorError('STORE_UNAVAILABLE', 'secret.example cannot be used', 'wait'));
    const store: Store = { ...service.store, takesWrites };
    const status = await startStatus({ store, metrics: new Metrics(), port: 0 });
    const answer = await fetch(`${status.url}/health/ready`);
    expect(answer.status).toBe(503);
    expect(await answer.text()).not.toContain('secret.example');
    expect((await fetch(`${status.url}/health/live`)).status).toBe(200);
    await status.close();
  });
});
