/** Every route against every kind of credential. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addModel, startInterview, type TestService, testService } from '../../../../test/support/service.ts';
import { createKey } from '../common/credentials.ts';

const ABSENT = '00000000-0000-4000-8000-000000000000';

/** Who may call what, written down a second time. */
const ROUTES = {
  open: ['GET /health/live', 'GET /health/ready', 'GET /openapi.json'],
  key: [
    'GET /metrics',
    'GET /v1/models',
    'GET /v1/models/{id}',
    'GET /v1/models/{id}/items',
    'POST /v1/models/{id}/protected-history',
  ],
  admin: [
    'POST /v1/models',
    'DELETE /v1/models/{id}',
    'POST /v1/keys',
    'GET /v1/keys',
    'DELETE /v1/keys/{id}',
    'GET /v1/overview',
  ],
  audit: [
    'POST /v1/data',
    'GET /v1/data',
    'GET /v1/data/sources',
    'DELETE /v1/data/{id}',
    'POST /v1/audits',
    'GET /v1/audits',
    'GET /v1/audits/{id}',
    'GET /v1/audits/{id}/events',
    'POST /v1/audits/{id}/cancel',
    'GET /v1/audits/{id}/records',
    'GET /v1/audits/{id}/report',
    'DELETE /v1/audits/{id}',
  ],
  interview: ['POST /v1/interviews', 'GET /v1/interviews'],
  participant: [
    'GET /v1/interviews/{id}',
    'GET /v1/interviews/{id}/question',
    'GET /v1/interviews/{id}/recommendations',
    'POST /v1/interviews/{id}/answers',
    'POST /v1/interviews/{id}/skips',
    'POST /v1/interviews/{id}/undo',
    'POST /v1/interviews/{id}/end',
    'DELETE /v1/interviews/{id}',
  ],
  lab: [
    'GET /v1/interviews/{id}/belief',
    'GET /v1/interviews/{id}/advice',
    'GET /v1/interviews/{id}/ledger',
    'GET /v1/interviews/{id}/transcript',
  ],
} as const;
type Group = keyof typeof ROUTES;

/** What each credential opens; what it does not, it is refused with that status. */
const CREDENTIALS: Readonly<Record<string, { opens: readonly Group[]; refused: number }>> = {
  nothing: { opens: ['open'], refused: 401 },
  'a made-up key': { opens: ['open'], refused: 401 },
  'a made-up token': { opens: ['open'], refused: 401 },
  'a key with another secret': { opens: ['open'], refused: 401 },
  'a revoked key': { opens: ['open'], refused: 401 },
  'basic credentials': { opens: ['open'], refused: 401 },
  'the key for interviews': { opens: ['open', 'key', 'interview', 'participant', 'lab'], refused: 403 },
  'the key for audits': { opens: ['open', 'key', 'audit'], refused: 403 },
  'the key of the administrator': { opens: Object.keys(ROUTES) as Group[], refused: 403 },
  "the participant's token": { opens: ['open', 'participant'], refused: 403 },
  'the token of the lab': { opens: ['open', 'participant', 'lab'], refused: 403 },
};

let service: TestService;
let modelId: string;
let credentials: Readonly<Record<string, { header?: string; id: string }>>;

beforeAll(async () => {
  service = await testService();
  modelId = await addModel(service.store);
  const participant = await startInterview(service, modelId);
  const lab = await startInterview(service, modelId, { mode: 'lab' });
  const revoked = await createKey(service.store, 'revoked', 'admin');
  await service.store.keys.revoke(revoked.stored.id);
  const secret = 'A'.repeat(43);
  const { id } = participant;
  credentials = {
    nothing: { id },
    'a made-up key': { header: `Bearer ulk_${'0'.repeat(16)}_${secret}`, id },
    'a made-up token': { header: `Bearer uli_${secret}`, id },
    'a key with another secret': { header: `Bearer ${service.keys.admin.slice(0, -43)}${secret}`, id },
    'a revoked key': { header: `Bearer ${revoked.key}`, id },
    'basic credentials': { header: `Basic ${Buffer.from(`admin:${service.keys.admin}`).toString('base64')}`, id },
    'the key for interviews': { header: `Bearer ${service.keys.interview}`, id },
    'the key for audits': { header: `Bearer ${service.keys.audit}`, id },
    'the key of the administrator': { header: `Bearer ${service.keys.admin}`, id },
    "the participant's token": { header: `Bearer ${participant.token}`, id },
    'the token of the lab': { header: `Bearer ${lab.token}`, id: lab.id },
  };
});
afterAll(() => service.close());

const all = Object.entries(ROUTES).flatMap(([group, routes]) =>
  routes.map((route) => ({ group: group as Group, route })),
);

it('the table has every route of the document, and no other', () => {
  const { paths = {} } = service.app.swagger() as { paths?: Record<string, object> };
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(all.map(({ route }) => route).sort()).toEqual(documented.sort());
});

describe.each(Object.keys(CREDENTIALS))('%s', (name) => {
  const { opens, refused } = CREDENTIALS[name]!;

  // Erasing comes last, or nothing is left to ask for.
  const ordered = [...all].sort((a, b) => Number(a.route.startsWith('DELETE')) - Number(b.route.startsWith('DELETE')));
  it.each(ordered)('$route', async ({ group, route }) => {
    const { header, id } = credentials[name]!;
    const [method, pattern] = route.split(' ') as ['GET' | 'POST' | 'DELETE', string];
    // Of a deletion that is allowed something absent is named.
    const named = method === 'DELETE' && opens.includes(group) && !name.includes('token') ? ABSENT : id;
    const url = pattern.replace('{id}', group === 'participant' || group === 'lab' ? named : ABSENT);
    const { status, body } = await service.call(method, url, {
      ...(method === 'POST' ? { body: {} } : {}),
      headers: header === undefined ? {} : { authorization: header },
    });
    if (opens.includes(group)) {
      expect([401, 403], `${status} ${JSON.stringify(body)}`).not.toContain(status);
      expect(status).toBeLessThan(500);
    } else {
      expect(status).toBe(refused);
      expect(body).toMatchObject({
        status: refused,
        code: expect.stringMatching(/CREDENTIAL_REFUSED|SCOPE_TOO_SMALL|LAB_ONLY/),
      });
    }
  });
});

describe('a token', () => {
  it('of another interview finds nothing, whether the interview exists or not', async () => {
    const [mine, other] = [await startInterview(service, modelId), await startInterview(service, modelId)];
    for (const { group, route } of all.filter(({ group }) => group === 'participant' || group === 'lab')) {
      const [method, pattern] = route.split(' ') as ['GET' | 'POST' | 'DELETE', string];
      const ask = (id: string, as: string) =>
        service.call(method, pattern.replace('{id}', id), { as, ...(method === 'POST' ? { body: {} } : {}) });
      const [foreign, absent] = [await ask(other.id, mine.token), await ask(ABSENT, mine.token)];
      expect(foreign.status, `${group} ${route}`).toBe(404);
      expect({ ...foreign.body, instance: '' }).toEqual({ ...absent.body, instance: '' });
      const wrong = `uli_${'B'.repeat(43)}`;
      const [known, unknown] = [await ask(other.id, wrong), await ask(ABSENT, wrong)];
      expect(known.status).toBe(401);
      expect({ ...known.body, instance: '' }).toEqual({ ...unknown.body, instance: '' });
    }
    expect(await service.store.interviews.find(other.id)).toBeDefined();
  });

  it('is kept as a hash only', async () => {
    const { id, token } = await startInterview(service, modelId);
    const stored = JSON.stringify(await service.store.interviews.withAnswers(id));
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(token.slice(4));
  });
});

describe('keys', () => {
  it('are made, listed without secret, and revoked', async () => {
    const made = await service.call('POST', '/v1/keys', {
      as: service.keys.admin,
      body: { name: 'study', scope: 'interview' },
    });
    expect(made).toMatchObject({ status: 201, body: { name: 'study', scope: 'interview' } });
    const { id, key } = made.body;
    expect(key).toMatch(/^ulk_[0-9a-f]{16}_[\w-]{43}$/);
    expect((await service.call('GET', '/v1/interviews', { as: key })).status).toBe(200);
    const listed = await service.call('GET', '/v1/keys?limit=100', { as: service.keys.admin });
    expect(listed.body.rows.find((row: { id: string }) => row.id === id)).toMatchObject({ name: 'study' });
    expect(listed.text).not.toContain(key.slice(-43));
    expect((await service.call('DELETE', `/v1/keys/${id}`, { as: service.keys.admin })).status).toBe(204);
    expect((await service.call('GET', '/v1/interviews', { as: key })).status).toBe(401);
    expect((await service.call('DELETE', `/v1/keys/${'f'.repeat(16)}`, { as: service.keys.admin })).status).toBe(404);
  });

  it('with a name or scope that makes no sense are not made', async () => {
    const make = (body: object) => service.call('POST', '/v1/keys', { as: service.keys.admin, body });
    expect((await make({ name: 'x', scope: 'root' })).status).toBe(400);
    expect((await make({ name: '', scope: 'admin' })).status).toBe(400);
    expect((await make({ name: 'a\nb', scope: 'admin' })).status).toBe(400);
  });
});

describe('too many requests', () => {
  it('are refused by key, and others go on', async () => {
    const limited = await service.another({ limits: { requestsPerMinute: 3 } });
    const ask = (as: string) => limited.call('GET', '/v1/models', { as });
    for (let n = 0; n < 3; n++) expect((await ask(service.keys.audit)).status).toBe(200);
    const refused = await ask(service.keys.audit);
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(service.keys.interview)).status).toBe(200);
    await limited.app.close();
  });

  it('with wrong keys are refused by address, and do not keep out who has a right one', async () => {
    const limited = await service.another({ limits: { refusalsPerMinute: 2 } });
    const wrong = `uli_${'C'.repeat(43)}`;
    const ask = (as: string) => limited.call('GET', '/v1/models', { as });
    expect((await ask(wrong)).status).toBe(401);
    expect((await ask(wrong)).status).toBe(401);
    expect((await ask(wrong)).status).toBe(429);
    expect((await ask(service.keys.admin)).status).toBe(200);
    await limited.app.close();
  });

  it('to start interviews are refused by key', async () => {
    const limited = await service.another({ limits: { interviewsPerHour: 1 } });
    const begin = (as: string) => limited.call('POST', '/v1/interviews', { as, body: { modelId, consent: true } });
    expect((await begin(service.keys.interview)).status).toBe(201);
    expect(await begin(service.keys.interview)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
    expect((await begin(service.keys.admin)).status).toBe(201);
    await limited.app.close();
  });
});

it('a route that does not say who may call it keeps the application from starting', async () => {
  const { buildApp } = await import('../process/app.ts');
  const app = await buildApp({ store: service.store });
  app.get('/silent', async () => 'everything');
  await expect(app.ready()).rejects.toThrow(/\/silent does not say who may call it/);
});

it('the last key of an administrator cannot be revoked, by itself or by anybody', async () => {
  const idOf = (key: string) => key.split('_')[1]!;
  const alone = await testService();
  const revoke = (key: string) => alone.call('DELETE', `/v1/keys/${idOf(key)}`, { as: alone.keys.admin });
  expect(await revoke(alone.keys.admin)).toMatchObject({ status: 409, body: { code: 'LAST_ADMIN_KEY' } });
  // It opens everything as before, and other keys can be revoked.
  expect((await revoke(alone.keys.audit)).status).toBe(204);
  expect((await alone.call('GET', '/v1/models', { as: alone.keys.audit })).status).toBe(401);
  const { body: other } = await alone.call('POST', '/v1/keys', {
    as: alone.keys.admin,
    body: { name: 'another', scope: 'admin' },
  });
  expect((await revoke(alone.keys.admin)).status).toBe(204);
  expect((await alone.call('GET', '/v1/keys', { as: alone.keys.admin })).status).toBe(401);
  expect((await alone.call('GET', '/v1/keys', { as: other.key })).status).toBe(200);
  await alone.close();
});
