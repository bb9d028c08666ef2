import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UlteriorError } from '../../../../src/errors/index.ts';
import { encodeModel } from '../../../../src/factorization/index.ts';
import {
  addModel,
  markedModel,
  smallModel,
  startInterview,
  type TestService,
  testService,
} from '../../../../test/support/service.ts';
import type { Store } from '../../store/index.ts';
import { seal, unseal } from './sealedResponse.ts';

const ABSENT = '00000000-0000-4000-8000-000000000000';

let service: TestService;
let modelId: string;
let words = 0;
const word = () => ({ 'idempotency-key': `word-${words++}` });

beforeAll(async () => {
  service = await testService();
  modelId = await addModel(service.store);
});
afterAll(() => service.close());

/** The service over a store of which one method is replaced. */
function withStore(change: (store: Store) => Partial<Store>): Promise<TestService> {
  return service.another({ store: { ...service.store, ...change(service.store) } });
}

describe('a request that is repeated', () => {
  it('starts one interview and gets the same token again', async () => {
    const headers = word();
    const begin = () =>
      service.call('POST', '/v1/interviews', {
        as: service.keys.interview,
        headers,
        body: { modelId, consent: true },
      });
    const [first, second] = [await begin(), await begin()];
    expect(first.status).toBe(201);
    expect(second.status).toBe(201);
    expect(second.text).toBe(first.text);
    expect(second.headers['content-type']).toBe(first.headers['content-type']);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect((await service.call('GET', `/v1/interviews/${first.body.id}`, { as: second.body.token })).status).toBe(200);
  });

  it('gives an answer once', async () => {
    const { id, token, question } = await startInterview(service, modelId);
    const headers = word();
    const answer = () =>
      service.call('POST', `/v1/interviews/${id}/answers`, {
        as: token,
        headers,
        body: { item: question.item, rating: 4 },
      });
    const [first, second] = [await answer(), await answer()];
    expect(second.text).toBe(first.text);
    expect((await service.store.interviews.withAnswers(id))?.answers).toHaveLength(1);
  });

  it.each(['undo', 'end'])('does %s once', async (what) => {
    const { id, token, question } = await startInterview(service, modelId);
    const answered = await service.call('POST', `/v1/interviews/${id}/answers`, {
      as: token,
      body: { item: question.item, rating: 4 },
    });
    await service.call('POST', `/v1/interviews/${id}/skips`, {
      as: token,
      body: { item: answered.body.question.item },
    });
    const headers = word();
    const act = () => service.call('POST', `/v1/interviews/${id}/${what}`, { as: token, headers });
    const [first, second] = [await act(), await act()];
    expect(first.status).toBe(200);
    expect(second.text).toBe(first.text);
    expect((await service.store.interviews.find(id))?.revision).toBe(3);
  });

  it('makes one key, one upload, one model, one audit', async () => {
    const twice = async (path: string, as: string, body: unknown) => {
      const headers = word();
      const first = await service.call('POST', path, { as, headers, body });
      const second = await service.call('POST', path, { as, headers, body });
      expect(first.status, first.text).toBe(201);
      expect(second.text).toBe(first.text);
    };
    await twice('/v1/keys', service.keys.admin, { name: 'twice', scope: 'audit' });
    await twice('/v1/data?name=twice', service.keys.audit, Buffer.from('user,item,rating\n1,2,3\n'));
    await twice('/v1/audits', service.keys.audit, { data: { name: 'world:demo' } });
    await twice('/v1/models?name=twice', service.keys.admin, encodeModel(smallModel()));
    const { body: keys } = await service.call('GET', '/v1/keys?limit=100', { as: service.keys.admin });
    expect(keys.rows.filter(({ name }: { name: string }) => name === 'twice')).toHaveLength(1);
    expect((await service.store.uploads.list({ limit: 10 })).rows).toHaveLength(1);
    expect((await service.store.audits.list({ limit: 10 })).rows).toHaveLength(1);
  });

  it('that failed may be repeated in another way', async () => {
    const headers = word();
    const begin = (body: object) =>
      service.call('POST', '/v1/interviews', { as: service.keys.interview, headers, body: { consent: true, ...body } });
    expect((await begin({ modelId: '00000000-0000-4000-8000-000000000000' })).status).toBe(404);
    expect((await begin({ modelId })).status).toBe(201);
  });

  it('with another body, path or content is refused', async () => {
    const headers = word();
    const make = (path: string, body: object) => service.call('POST', path, { as: service.keys.admin, headers, body });
    expect((await make('/v1/keys', { name: 'one', scope: 'audit' })).status).toBe(201);
    for (const [path, body] of [
      ['/v1/keys', { name: 'two', scope: 'audit' }],
      ['/v1/audits', { data: { name: 'world:demo' } }],
    ] as const) {
      expect(await make(path, body)).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } });
    }
  });

  it('belongs to whoever sent it: the same word of another key is another request', async () => {
    const headers = word();
    const begin = (as: string) =>
      service.call('POST', '/v1/interviews', { as, headers, body: { modelId, consent: true } });
    const [mine, yours] = [await begin(service.keys.interview), await begin(service.keys.admin)];
    expect(yours.status).toBe(201);
    expect(yours.body.id).not.toBe(mine.body.id);
  });

  it('while the first is being worked on is told to wait', async () => {
    let go = () => {};
    const waiting = new Promise<void>((resolve) => {
      go = resolve;
    });
    let begun = () => {};
    const underway = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const slow = await withStore(({ keys }) => ({
      keys: {
        ...keys,
        add: async (key) => {
          begun();
          await waiting;
          return keys.add(key);
        },
      },
    }));
    const headers = word();
    const make = () =>
      slow.call('POST', '/v1/keys', { as: service.keys.admin, headers, body: { name: 'slow', scope: 'audit' } });
    const first = make();
    await underway;
    const second = await make();
    expect(second).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_BUSY' } });
    expect(second.headers['retry-after']).toBe('1');
    go();
    expect((await first).status).toBe(201);
    expect((await make()).text).toBe((await first).text);
    await slow.app.close();
  });

  it('whose outcome is known finds it, though the database was away when it was to be written down', async () => {
    const away = new UlteriorError('STORE_UNAVAILABLE', 'away', 'wait');
    let failures = 0;
    const failing =
      <Words extends unknown[]>(action: (...words: Words) => Promise<void>) =>
      async (...words: Words) => {
        if (failures-- > 0) throw away;
        return action(...words);
      };
    const other = await withStore(({ idempotency }) => ({
      idempotency: {
        ...idempotency,
        complete: failing(idempotency.complete),
        abandon: failing(idempotency.abandon),
      },
    }));
    const headers = word();
    const make = (scope: string) =>
      other.call('POST', '/v1/keys', { as: service.keys.admin, headers, body: { name: 'late', scope } });
    const settled = async () => {
      while (failures >= 0) await new Promise((resolve) => setTimeout(resolve, 20));
      for (let again = await make('audit'); ; again = await make('audit')) if (again.status !== 409) return again;
    };
    failures = 2;
    const first = await make('audit');
    expect(first.status).toBe(201);
    const second = await settled();
    expect(second).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' } });
    expect(second.text).toBe(first.text);

    // Refused, so nothing was done; and the word is free again.
    const begin = (consent: boolean, modelId: string, word: Record<string, string>) =>
      other.call('POST', '/v1/interviews', { as: service.keys.interview, headers: word, body: { modelId, consent } });
    const mine = word();
    failures = 2;
    expect((await begin(true, ABSENT, mine)).status).toBe(404);
    while (failures >= 0) await new Promise((resolve) => setTimeout(resolve, 20));
    let again = await begin(true, modelId, mine);
    while (again.status === 409) again = await begin(true, modelId, mine);
    expect(again.status).toBe(201);
    await other.app.close();
  });

  it('gets its word back where the database went away and it turns out that nothing was done', async () => {
    const away = () => new UlteriorError('STORE_UNAVAILABLE', 'the connection broke', 'try again');
    // Before the database heard of it, and after it has done it.
    for (const done of [false, true]) {
      let breaks = true;
      let asked = () => {};
      const lookedAt = new Promise<void>((resolve) => {
        asked = resolve;
      });
      const broken = await withStore(({ interviews, idempotency }) => ({
        interviews: {
          ...interviews,
          append: async (...words) => {
            if (!breaks) return interviews.append(...words);
            breaks = false;
            if (done) await interviews.append(...words);
            throw away();
          },
          find: async (id) => {
            const found = await interviews.find(id);
            if (done) setImmediate(asked);
            return found;
          },
        },
        idempotency: {
          ...idempotency,
          abandon: async (...words) => {
            await idempotency.abandon(...words);
            asked();
          },
        },
      }));
      const { id, token, question } = await startInterview(service, modelId);
      const headers = word();
      const answer = () =>
        broken.call('POST', `/v1/interviews/${id}/answers`, {
          as: token,
          headers,
          body: { item: question.item, rating: 4 },
        });
      expect(await answer()).toMatchObject({ status: 503, body: { code: 'STORE_UNAVAILABLE' } });
      await lookedAt;
      expect(await answer()).toMatchObject(
        done ? { status: 409, body: { code: 'IDEMPOTENCY_BUSY' } } : { status: 200 },
      );
      expect((await service.store.interviews.withAnswers(id))?.answers).toHaveLength(1);
      await broken.app.close();
    }
  });

  it('with a word that is none is refused', async () => {
    const make = (headers: Record<string, string>) =>
      service.call('POST', '/v1/keys', { as: service.keys.admin, headers, body: { name: 'x', scope: 'audit' } });
    expect((await make({ 'idempotency-key': 'x'.repeat(201) })).status).toBe(400);
    expect((await make({ 'idempotency-key': 'a b' })).status).toBe(400);
    expect((await make({ 'idempotency-key': '' })).status).toBe(400);
  });
});

describe('what is remembered', () => {
  it('holds no secret, item or rating in clear', async () => {
    const kept: string[] = [];
    const marked = await addModel(service.store, markedModel(), 'marked');
    const watched = await withStore(({ idempotency }) => ({
      idempotency: {
        ...idempotency,
        begin: (...words) => {
          kept.push(JSON.stringify(words));
          return idempotency.begin(...words);
        },
        complete: (...words) => {
          kept.push(JSON.stringify(words));
          return idempotency.complete(...words);
        },
      },
    }));
    const started = await watched.call('POST', '/v1/interviews', {
      as: service.keys.interview,
      headers: word(),
      body: { modelId: marked, consent: true },
    });
    const { id, token, question } = started.body;
    await watched.call('POST', `/v1/interviews/${id}/answers`, {
      as: token,
      headers: word(),
      body: { item: question.item, rating: 654321 },
    });
    expect(kept).toHaveLength(4);
    const text = kept.join('\n');
    for (const secret of [
      token,
      token.slice(4),
      id,
      question.item,
      question.title,
      'marked',
      '654321',
      service.keys.interview.slice(-43),
    ]) {
      expect(text).not.toContain(secret);
    }
    await watched.app.close();
  });

  it('opens with the secret it was sealed with, and with no other; altered it does not open', () => {
    const sealed = seal('{"token":"uli_x"}', 'secret');
    expect(unseal(sealed, 'secret')).toBe('{"token":"uli_x"}');
    expect(seal('{"token":"uli_x"}', 'secret')).not.toBe(sealed);
    expect(() => unseal(sealed, 'other')).toThrow();
    const bytes = Buffer.from(sealed, 'base64');
    bytes[bytes.length - 1]! ^= 1;
    expect(() => unseal(bytes.toString('base64'), 'secret')).toThrow();
  });
});
