/** The configuration: what is refused, and what changes while the service runs. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../../test/support/failure.ts';
import { testService } from '../../../../test/support/service.ts';
import { temporaryStore } from '../../../../test/support/temporaryStore.ts';
import { createKey } from '../common/credentials.ts';
import { changeLimits, defaultLimits, FIXED_LIMITS } from '../common/limits.ts';
import { startServer } from './server.ts';
import { checkedConfig, limitsFrom, serviceConfigDocument } from './serviceConfig.ts';

describe('a configuration', () => {
  it('has a schema in docs, which is made of the one description', () => {
    const written = readFileSync(new URL('../../../../docs/service-config.schema.json', import.meta.url), 'utf8');
    expect(JSON.parse(written)).toEqual(serviceConfigDocument());
  });

  it('takes what is correct', () => {
    const config = { port: 0, connections: 4, log: 'info', limits: { requestsPerMinute: 5, viewSeconds: 0.5 } };
    expect(checkedConfig(config)).toEqual(config);
    expect(limitsFrom(config.limits)).toEqual({ ...defaultLimits, ...config.limits });
    expect(limitsFrom()).toEqual(defaultLimits);
  });

  it('refuses what is unknown or out of range, all at once', () => {
    const wrong = { prot: 80, limits: { requestsPerMinut: 5, requestsInHand: 0, viewSeconds: '3' } };
    const refusal = failure(() => checkedConfig(wrong));
    expect(refusal).toMatch(/^PARAMETER_OUT_OF_RANGE: 4 problems/);
    for (const part of [
      'prot is not a known field',
      'did you mean requestsPerMinute',
      'limits.requestsInHand',
      '"3"',
    ]) {
      expect(refusal).toContain(part);
    }
  });

  it('refuses limits that contradict each other, also with those that are not given', () => {
    expect(failure(() => limitsFrom({ retentionSeconds: 60 }))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: limits.defaultRetentionSeconds is 86400; it must be at most limits.retentionSeconds/,
    );
    expect(failure(() => limitsFrom({ dataRetentionSeconds: 60 }))).toMatch(/defaultDataRetentionSeconds/);
    expect(failure(() => limitsFrom({ answerSeconds: 251 }))).toMatch(/limits.idleSeconds/);
    expect(failure(() => limitsFrom({ streams: 3 }, { requests: 1 } as object))).toMatch(/limits.requests is not/);
  });

  it('the later one goes before the earlier: flags before the file', () => {
    expect(limitsFrom({ streams: 3, questions: 7 }, { streams: 4 })).toMatchObject({ streams: 4, questions: 7 });
  });
});

describe('limits that change while the service runs', () => {
  it('are all but those that are built in, which are named', () => {
    const inUse = { ...defaultLimits };
    const next = Object.fromEntries(Object.entries(defaultLimits).map(([name, value]) => [name, value + 1]));
    expect(changeLimits(inUse, next as unknown as typeof defaultLimits).sort()).toEqual([...FIXED_LIMITS].sort());
    for (const [name, value] of Object.entries(inUse)) {
      const fixed = FIXED_LIMITS.some((one) => one === name);
      expect([name, value]).toEqual([name, fixed ? Reflect.get(defaultLimits, name) : next[name]]);
    }
  });

  it('count from the next request on', async () => {
    const service = await testService({ limits: { requestsPerMinute: 1000, interviewsPerHour: 0 } });
    const ask = async () => (await service.call('GET', '/v1/keys', { as: service.keys.admin })).status;
    expect(await ask()).toBe(200);
    changeLimits(service.app.service.limits, { ...service.app.service.limits, requestsPerMinute: 1 });
    expect(await ask()).toBe(429);
    const wrong = async () => (await service.call('GET', '/v1/keys', { as: 'ulk_wrong' })).status;
    expect(await wrong()).toBe(401);
    changeLimits(service.app.service.limits, { ...service.app.service.limits, refusalsPerMinute: 1 });
    expect(await wrong()).toBe(429);
    await service.close();
  });

  it('count in the listener and the worker, too', async () => {
    const store = await temporaryStore();
    const { key } = await createKey(store, 'k', 'admin');
    const server = await startServer({ store, port: 0 });
    const limits = { ...defaultLimits, connections: 7, requestsPerMinute: 1, jsonBytes: 1, auditSeconds: 0.001 };
    expect(server.changeLimits(limits)).toEqual(['jsonBytes']);
    // 512 more hear why they are refused.
    expect(server.app.server.maxConnections).toBe(7 + 512);
    expect(server.app.service.limits).toMatchObject({ jsonBytes: defaultLimits.jsonBytes, connections: 7 });
    const ask = () => fetch(`${server.url}/v1/keys`, { headers: { authorization: `Bearer ${key}` } });
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
    const { id } = await store.audits.add({ data: { name: 'world:tv' } });
    await expect.poll(async () => (await store.audits.find(id))?.state, { timeout: 90_000 }).toBe('failed');
    expect((await store.audits.find(id))?.problem).toMatchObject({ code: 'REQUEST_TOO_COSTLY' });
    await server.close();
    await store.close();
  });
});
