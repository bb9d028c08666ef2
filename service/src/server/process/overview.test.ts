/** The service at a glance, and the page that shows it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addModel,
  markedModel,
  startInterview,
  type TestService,
  testService,
} from '../../../../test/support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await testService({ clock: () => new Date('2026-03-01T12:00:00Z') });
});
afterAll(() => service.close());

const overview = (as?: string) => service.call('GET', '/v1/overview', { as });

describe('the overview', () => {
  it('is for administrators', async () => {
    expect((await overview()).status).toBe(401);
    for (const scope of ['audit', 'interview'] as const) {
      expect((await overview(service.keys[scope])).body.code).toBe('SCOPE_TOO_SMALL');
    }
    const { token } = await startInterview(service, await addModel(service.store));
    expect((await overview(token)).body.code).toBe('SCOPE_TOO_SMALL');
  });

  it('counts in the limit of requests', async () => {
    const few = await service.another({ limits: { requestsPerMinute: 2 } });
    const ask = async () => (await few.call('GET', '/v1/overview', { as: service.keys.admin })).status;
    expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
    await few.app.close();
  });

  it('tells how much there is, how busy the process is, and of audits what they are about', async () => {
    const audit = await service.store.audits.add({ data: { name: 'films' }, attribute: 'gender' });
    const failed = await service.store.audits.add({ data: { upload: 'x' } });
    await service.store.audits.lease(failed.id, 'w', 60);
    await service.store.audits.finish(failed.id, 'w', {
      problem: { code: 'PEOPLE_TOO_FEW', detail: 'of "one person"' },
    });
    const { status, body, text } = await overview(service.keys.admin);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      time: '2026-03-01T12:00:00.000Z',
      startedAt: '2026-03-01T12:00:00.000Z',
      database: 'folder',
      keys: { admin: 1, audit: 1, interview: 1, revoked: 0 },
      interviews: { open: 1, ended: 0 },
      audits: { queued: 1, running: 0, done: 0, failed: 1, cancelled: 0 },
      models: { count: 1 },
      uploads: { count: 0, bytes: 0 },
      erasures: { owed: 0 },
      load: { requests: { now: 1, most: 128 }, views: { now: 0, most: 64 }, files: { now: 0, most: 4 } },
    });
    const [first, second] = body.audits.recent;
    expect(first).toMatchObject({ id: audit.id, state: 'queued', data: 'films', attribute: 'gender' });
    expect(second).toMatchObject({ id: failed.id, state: 'failed', data: 'upload', problem: 'PEOPLE_TOO_FEW' });
    // The words of a problem may quote data.
    expect(text).not.toContain('one person');
    expect(body.storage.bytes).toBeGreaterThan(10_000);
    expect(body.load.residentBytes).toBeGreaterThan(10_000_000);
  });

  it('has nothing of what anybody answered, and no id of an interview', async () => {
    const modelId = await addModel(service.store, markedModel());
    const { id, token, question } = await startInterview(service, modelId);
    const body = { item: question.item, rating: 424_242 };
    expect((await service.call('POST', `/v1/interviews/${id}/answers`, { as: token, body })).status).toBe(200);
    const { text } = await overview(service.keys.admin);
    for (const trace of [id, token, 'marked', '424242']) expect(text).not.toContain(trace);
  });
});

describe('the page of the administrator', () => {
  it('says how to build it where it was not built, and the interface works', async () => {
    const unbuilt = await service.another({ adminFolder: join(tmpdir(), 'nowhere') });
    const { status, body } = await unbuilt.call('GET', '/admin');
    expect(status).toBe(404);
    expect(body.detail).toContain('was not built');
    expect(body.advice).toContain('npm run build:web');
    expect((await unbuilt.call('GET', '/health/live')).status).toBe(200);
    await unbuilt.app.close();
  });

  it('comes under a policy that allows files and requests of this origin, and nothing else', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ulterior-admin-'));
    await writeFile(join(folder, 'admin.html'), '<!doctype html><title>x</title>');
    const built = await service.another({ adminFolder: folder });
    const { status, text, headers } = await built.call('GET', '/admin');
    expect([status, text]).toEqual([200, '<!doctype html><title>x</title>']);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers['cache-control']).toBe('no-cache');
    expect((await built.call('POST', '/admin')).status).toBe(405);
    await built.app.close();
    await rm(folder, { recursive: true });
  });
});
