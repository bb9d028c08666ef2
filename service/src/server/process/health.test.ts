/** Whoever watches the service hears of it, also under load, and costs it next to nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UlteriorError } from '../../../../src/errors/index.ts';
import { type TestService, testService } from '../../../../test/support/service.ts';
import type { Store } from '../../store/index.ts';

let service: TestService;
let now = new Date('2026-03-01');
beforeAll(async () => {
  service = await testService({ clock: () => now, limits: { requestsPerMinute: 3 } });
});
afterAll(() => service.close());

/** The same store; its writes are counted, and fail while it is away. */
function watched() {
  const seen = { writes: 0, away: false };
  const store: Store = {
    ...service.store,
    takesWrites: async () => {
      seen.writes++;
      if (seen.away) throw new UlteriorError('STORE_UNAVAILABLE', 'away', 'wait');
      return service.store.takesWrites();
    },
  };
  return { seen, store };
}
const later = (seconds: number) => {
  now = new Date(now.getTime() + 1000 * seconds);
};

describe('health', () => {
  it('is outside the limit on requests, and answers HEAD', async () => {
    for (let time = 0; time < 5; time++) {
      for (const path of ['/health/live', '/health/ready']) {
        expect((await service.call('GET', path)).body).toEqual({ status: 'ok' });
        expect(await service.call('HEAD', path)).toMatchObject({ status: 200, text: '' });
      }
    }
    for (let time = 0; time < 3; time++) expect((await service.call('GET', '/openapi.json')).status).toBe(200);
    expect((await service.call('GET', '/openapi.json')).status).toBe(429);
    expect((await service.call('GET', '/health/live')).status).toBe(200);
  });

  it('is kept by nobody in between', async () => {
    expect((await service.call('GET', '/health/ready')).headers['cache-control']).toBe('no-store');
  });

  it('writes once in five seconds, however many ask, and leaves nothing behind', async () => {
    const { seen, store } = watched();
    const other = await service.another({ store });
    const ask = () => Promise.all(Array.from({ length: 20 }, () => other.call('GET', '/health/ready')));
    await ask();
    later(4);
    await ask();
    expect(seen.writes).toBe(1);
    later(1);
    await ask();
    expect(seen.writes).toBe(2);
    later(86_400);
    expect(await service.store.idempotency.removeExpired(now)).toBe(0);
    await other.app.close();
  });

  it('fails while the database takes no writes though it answers, and recovers soon', async () => {
    const { seen, store } = watched();
    const other = await service.another({ store });
    const ready = async () => (await other.call('GET', '/health/ready')).status;
    seen.away = true;
    expect(await other.call('GET', '/health/ready')).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { code: 'STORE_UNAVAILABLE' },
    });
    expect(await ready()).toBe(503);
    expect(seen.writes).toBe(1);
    expect((await other.call('GET', '/health/live')).status).toBe(200);
    seen.away = false;
    later(1);
    expect(await ready()).toBe(200);
    seen.away = true;
    expect(await ready()).toBe(200);
    later(5);
    expect(await ready()).toBe(503);
    await other.app.close();
  });
});
