/** What is written down of people, and how long it stays. */
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UlteriorError } from '../../../../src/errors/index.ts';
import {
  addModel,
  markedModel,
  startInterview,
  type TestService,
  testService,
} from '../../../../test/support/service.ts';
import type { Store } from '../../store/index.ts';
import { LeastRecentlyUsed } from '../common/leastRecentlyUsed.ts';
import { sweep } from '../process/sweep.ts';

let lines = '';
let now = new Date('2026-03-01T00:00:00Z');
let service: TestService;
let modelId: string;

beforeAll(async () => {
  service = await testService({
    clock: () => now,
    logger: {
      level: 'trace',
      stream: {
        write: (line) => {
          lines += line;
        },
      },
    },
  });
  modelId = await addModel(service.store, markedModel(), 'markedModel');
});
afterAll(() => service.close());

const begin = async (more: object = {}) => {
  const { body, status } = await service.call('POST', '/v1/interviews', {
    as: service.keys.interview,
    body: { modelId, consent: true, ...more },
  });
  expect(status).toBe(201);
  return body;
};

describe('the log', () => {
  it('has a line for each request, and no rating, item, token, key, id or address in it', async () => {
    lines = '';
    const { id, token, question } = await begin({ mode: 'lab' });
    const path = `/v1/interviews/${id}`;
    const headers = { 'idempotency-key': 'markedWord', 'x-forwarded-for': '203.0.113.77', 'user-agent': 'markedAgent' };
    const answered = await service.call('POST', `${path}/answers`, {
      as: token,
      headers,
      body: { item: question.item, rating: 123456.5 },
    });
    expect(answered.status).toBe(200);
    for (const view of ['belief', 'advice', 'ledger', 'transcript', 'recommendations', 'question', '']) {
      expect((await service.call('GET', `${path}/${view}`.replace(/\/$/, ''), { as: token })).status).toBe(200);
    }
    // Requests that are refused are logged, too.
    await service.call('POST', `${path}/answers`, { as: token, body: { item: 'markedItem99', rating: 234567.5 } });
    await service.call('POST', `${path}/answers`, { as: token, body: { item: question.item, rating: -234567.5 } });
    await service.call('POST', `${path}/answers`, { as: token, body: { item: question.item, rating: '234567.5' } });
    await service.call('GET', `${path}/markedNowhere?rating=234567`, { as: token });
    await service.call('GET', path, { as: `uli_${'markedSecret'.padEnd(43, 'x')}` });
    await service.call('DELETE', path, { as: token });
    const logged = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(logged.length).toBeGreaterThanOrEqual(14);
    expect(logged).toContainEqual(
      expect.objectContaining({ method: 'POST', route: '/v1/interviews/:id/answers', status: 200, msg: 'answered' }),
    );
    const secrets = [
      'marked',
      '123456',
      '234567',
      id,
      token,
      token.slice(4),
      service.keys.interview.slice(-43),
      modelId,
    ];
    for (const secret of [...secrets, service.keys.interview.slice(4, 20), '203.0.113', '127.0.0.1']) {
      expect(lines, secret).not.toContain(secret);
    }
  });

  it('tells of those who were refused, also where it tells nothing of others', async () => {
    const told: string[] = [];
    const quiet = await service.another({
      logger: { level: 'warn', stream: { write: (line: string) => told.push(line) } },
    });
    const list = (as?: string) => quiet.call('GET', '/v1/keys', { as });
    const statuses = [await list(service.keys.admin), await list(service.keys.interview), await list('ulk_no')];
    expect(statuses.map(({ status }) => status)).toEqual([200, 403, 401]);
    const lines = told.map((line) => JSON.parse(line));
    expect(lines.map(({ route, status, msg }) => [route, status, msg])).toEqual([
      ['/v1/keys', 403, 'refused'],
      ['/v1/keys', 401, 'refused'],
    ]);
    await quiet.app.close();
  });

  it('tells of a fault where it was, and not what it said', async () => {
    const broken = await service.another({
      store: withInterviews(service.store, {
        withAnswers: () => {
          throw new Error('insert into answers values (markedItem3, 345678)');
        },
      }),
    });
    const { id, token } = await begin();
    lines = '';
    const { status, body, text } = await broken.call('GET', `/v1/interviews/${id}`, { as: token });
    expect(status).toBe(500);
    expect(body).toMatchObject({ code: 'SERVICE_FAULT', title: 'Something went wrong inside the service' });
    expect(text).not.toMatch(/insert|marked|345678/);
    expect(lines).not.toMatch(/insert|marked|345678/);
    const fault = lines
      .split('\n')
      .map((line) => (line === '' ? {} : JSON.parse(line)))
      .find(({ msg }) => msg === 'fault');
    expect(fault).toMatchObject({ level: 50, route: '/v1/interviews/:id', err: { type: 'Error' } });
    expect(fault.err.stack).toContain('privacy.test.ts');
    expect(body.instance).toBe(`urn:uuid:${fault.request}`);
    await broken.app.close();
  });

  it('a store that does not answer is no fault of the request: come back later, and nothing of where it is', async () => {
    const away = await service.another({
      store: withInterviews(service.store, {
        list: () => {
          throw new UlteriorError('STORE_UNAVAILABLE', 'postgres://user:markedPassword@host cannot be reached', 'look');
        },
      }),
    });
    const { status, headers, body, text } = await away.call('GET', '/v1/interviews', { as: service.keys.interview });
    expect(status).toBe(503);
    expect(headers['retry-after']).toBe('5');
    expect(body.code).toBe('STORE_UNAVAILABLE');
    expect(text).not.toContain('marked');
    await away.app.close();
    const dead = await service.another({
      store: {
        ...service.store,
        takesWrites: () => Promise.reject(new UlteriorError('STORE_UNAVAILABLE', 'no', 'no')),
      },
    });
    expect((await dead.call('GET', '/health/ready')).status).toBe(503);
    expect((await dead.call('GET', '/health/live')).status).toBe(200);
    await dead.app.close();
  });

  it('has no fault where a client goes away after a wrong key', async () => {
    const { keys } = service.store;
    let reset = async () => {};
    let answered = () => {};
    const looked = new Promise<void>((resolve) => {
      answered = resolve;
    });
    const find = async (id: string) => {
      await reset();
      const found = await keys.find(id);
      setImmediate(answered);
      return found;
    };
    const other = await service.another({ store: { ...service.store, keys: { ...keys, find } } });
    await other.app.listen({ host: '127.0.0.1', port: 0 });
    const client = connect({ port: (other.app.server.address() as AddressInfo).port, host: '127.0.0.1' });
    const cut = new Promise((resolve) =>
      other.app.server.once('connection', (socket: Socket) => socket.once('close', resolve)),
    );
    reset = async () => {
      client.resetAndDestroy();
      await cut;
    };
    lines = '';
    client.write(
      `GET /v1/models HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ulk_${'0'.repeat(16)}_${'x'.repeat(43)}\r\n\r\n`,
    );
    await looked;
    reset = async () => {};
    expect((await other.call('GET', '/v1/models', { as: 'x' })).status).toBe(401);
    await other.app.close();
    const logged = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(logged.map(({ msg, status }) => [msg, status])).toEqual([['refused', 401]]);
  });
});

function withInterviews(store: Store, change: Partial<Store['interviews']>): Store {
  return { ...store, interviews: { ...store.interviews, ...change } };
}

describe('figures', () => {
  it('count requests, interviews and answers, and name nobody', async () => {
    const { id, token, question } = await begin();
    await service.call('POST', `/v1/interviews/${id}/answers`, { as: token, body: { item: question.item, rating: 1 } });
    const { text, headers } = await service.call('GET', '/metrics', { as: service.keys.audit });
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    for (const line of text.trim().split('\n')) {
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"\n]*",?)+\})? [-+.\de]+)$/);
    }
    expect(text).toMatch(
      /ulterior_requests_total\{method="POST",route="\/v1\/interviews\/:id\/answers",status="200"\} \d+/,
    );
    expect(text).toMatch(/ulterior_request_seconds_bucket\{method="POST",route="\/v1\/interviews",le="\+Inf"\} \d+/);
    expect(text).toMatch(/ulterior_interviews_total\{event="started"\} \d+/);
    expect(text).toMatch(/ulterior_answers_total\{event="rated"\} \d+/);
    for (const secret of ['marked', id, modelId, token.slice(4)]) expect(text).not.toContain(secret);
  });
});

describe('retention', () => {
  const later = (seconds: number) => new Date(now.getTime() + 1000 * seconds);

  it('an interview is gone for everybody from the moment it expires, and erased by the next sweep', async () => {
    const start = now;
    const { id, token, question, expiresAt } = await begin({ retentionSeconds: 600 });
    expect(Date.parse(expiresAt)).toBe(later(600).getTime());
    await service.call('POST', `/v1/interviews/${id}/answers`, { as: token, body: { item: question.item, rating: 1 } });
    const path = `/v1/interviews/${id}`;
    now = later(599);
    expect((await sweep(service.app.service)).interviews).toBe(0);
    expect((await service.call('GET', path, { as: token })).status).toBe(200);
    now = later(1);
    expect((await service.call('GET', path, { as: token })).status).toBe(401);
    expect((await service.call('GET', path, { as: service.keys.interview })).status).toBe(404);
    expect((await sweep(service.app.service)).interviews).toBeGreaterThan(0);
    expect(await service.store.interviews.withAnswers(id)).toBeUndefined();
    now = start;
  });

  it('is a day for interviews and a week for data, unless said otherwise', async () => {
    const { expiresAt } = await begin();
    expect(Date.parse(expiresAt)).toBe(later(86_400).getTime());
    const { body } = await service.call('POST', '/v1/data?name=x', {
      as: service.keys.audit,
      body: Buffer.from('a,b\n'),
    });
    expect(Date.parse(body.expiresAt)).toBe(later(7 * 86_400).getTime());
  });

  it('data and remembered responses are swept, too', async () => {
    const start = now;
    const headers = { 'idempotency-key': 'swept' };
    const upload = () =>
      service.call('POST', '/v1/data?name=x&retentionSeconds=60', {
        as: service.keys.audit,
        headers,
        body: Buffer.from('a,b\n'),
      });
    const first = await upload();
    expect((await upload()).body.id).toBe(first.body.id);
    now = later(30 * 86_400);
    const swept = await sweep(service.app.service);
    expect(swept.uploads).toBeGreaterThan(0);
    expect(swept.responses).toBeGreaterThan(0);
    expect(await service.store.uploads.find(first.body.id)).toBeUndefined();
    expect((await upload()).body.id).not.toBe(first.body.id);
    now = start;
  });

  it('audits are kept for ninety days, and swept', async () => {
    const start = now;
    const ask = () =>
      service.call('POST', '/v1/audits', { as: service.keys.audit, body: { data: { name: 'world:demo' } } });
    const { body } = await ask();
    const kept = Date.parse(body.expiresAt) - Date.parse(body.createdAt);
    expect(kept).toBe(90 * 86_400_000);
    now = new Date(Date.parse(body.expiresAt) - 1);
    expect((await sweep(service.app.service)).audits).toBe(0);
    now = new Date(Date.parse(body.expiresAt));
    const second = await ask();
    expect((await sweep(service.app.service)).audits).toBe(1);
    expect(await service.store.audits.find(body.id)).toBeUndefined();
    expect(await service.store.audits.find(second.body.id)).toBeDefined();
    now = start;
  });

  it('every sweep makes up for scrubs that are owed', async () => {
    const owing = { ...service.store, erasures: { ...service.store.erasures, settle: async () => 3 } };
    expect((await sweep({ ...service.app.service, store: owing })).owed).toBe(3);
    expect((await sweep(service.app.service)).owed).toBe(0);
  });

  it('what lies idle in memory is let go', async () => {
    const start = now;
    await begin();
    expect(service.app.service.interviews.size).toBeGreaterThan(0);
    now = later(300);
    await sweep(service.app.service);
    expect(service.app.service.interviews.size).toBe(0);
    now = start;
  });
});

describe('interviews in memory', () => {
  it('are let go of when they have stopped, and read again for whoever looks at one', async () => {
    const another = await service.another();
    const inMemory = () => another.app.service.interviews.size;
    const { id, token, question } = await startInterview(another, modelId, { questions: 1 });
    expect(inMemory()).toBe(1);
    const body = { item: question.item, rating: 1 };
    const last = await another.call('POST', `/v1/interviews/${id}/answers`, { as: token, body });
    expect(last).toMatchObject({ status: 200, body: { stopReason: 'budget' } });
    expect(inMemory()).toBe(0);
    const { body: seen } = await another.call('GET', `/v1/interviews/${id}`, { as: token });
    expect(seen).toEqual(last.body);
    const ended = await startInterview(another, modelId);
    await another.call('POST', `/v1/interviews/${ended.id}/end`, { as: ended.token });
    // The first was looked at.
    expect(inMemory()).toBe(1);
    await another.app.close();
  });

  it('weigh what they take: every answer adds to it', async () => {
    const small = await service.another({ limits: { cacheBytes: 800_000 } });
    for (let person = 0; person < 12; person++) {
      const { id, token, question } = await startInterview(small, modelId, { questions: 12 });
      let item = question.item;
      for (let at = 0; at < 8; at++) {
        const body = { item, rating: 1 };
        const next = await small.call('POST', `/v1/interviews/${id}/answers`, { as: token, body });
        item = next.body.question.item;
      }
    }
    // About 35,000 bytes each; interviews have a quarter of the 800,000.
    expect(small.app.service.interviews.size).toBeGreaterThan(2);
    expect(small.app.service.interviews.size).toBeLessThanOrEqual(5);
    await small.app.close();
  });
});

describe('a bounded memory', () => {
  it('keeps what was used last, within its weight', () => {
    let time = 0;
    const memory = new LeastRecentlyUsed<string>(10, () => new Date(time));
    memory.set('a', 'A', 4);
    memory.set('b', 'B', 4);
    memory.get('a');
    memory.set('c', 'C', 4);
    expect([memory.get('a'), memory.get('b'), memory.get('c')]).toEqual(['A', undefined, 'C']);
    memory.set('huge', 'H', 11);
    expect(memory.get('huge')).toBeUndefined();
    memory.set('a', 'A2', 6);
    expect([memory.get('a'), memory.size]).toEqual(['A2', 2]);
    time = 5000;
    memory.get('c');
    memory.dropIdle(5);
    expect([memory.get('a'), memory.get('c'), memory.size]).toEqual([undefined, 'C', 1]);
    memory.delete('c');
    memory.set('d', 'D', 10);
    expect(memory.get('d')).toBe('D');
  });
});
