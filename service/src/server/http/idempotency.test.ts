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
import type { Remember, Remembrance, Store } from '../../store/index.ts';
import { seal, unseal } from './sealedResponse.ts';

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

  it('while the first is being worked on is done once; where another request has the word then, the first is refused', async () => {
    let go = () => {};
    const waiting = new Promise<void>((resolve) => {
      go = resolve;
    });
    let reached = 0;
    const slow = await withStore(({ keys }) => ({
      keys: {
        ...keys,
        add: async (...words) => {
          reached++;
          await waiting;
          return keys.add(...words);
        },
      },
    }));
    const make = (through: TestService, headers: Record<string, string>, name: string) =>
      through.call('POST', '/v1/keys', { as: service.keys.admin, headers, body: { name, scope: 'audit' } });
    const [mine, taken] = [word(), word()];
    const [first, other] = [make(slow, mine, 'slow'), make(slow, taken, 'slow too')];
    while (reached < 2) await new Promise((resolve) => setImmediate(resolve));
    const second = await make(service, mine, 'slow');
    expect(second.status).toBe(201);
    expect((await make(service, taken, 'another')).status).toBe(201);
    go();
    expect(await first).toMatchObject({
      ...{ status: 201, text: second.text, headers: { 'idempotency-replayed': 'true' } },
    });
    expect(await other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } });
    const { rows } = await service.store.keys.list({ limit: 100 });
    expect(rows.filter(({ name }) => name.startsWith('slow'))).toHaveLength(1);
    await slow.app.close();
  });

  it.each([
    ['before the database heard of it', false],
    ['after the database has done it', true],
  ])('after the connection broke %s is done once, and gets the first answer', async (_, done) => {
    let breaks = true;
    let lost: Remembrance | undefined;
    const broken = await withStore(({ interviews }) => ({
      interviews: {
        ...interviews,
        append: async (id, revision, answer, remember) => {
          if (!breaks) return interviews.append(id, revision, answer, remember);
          breaks = false;
          if (done) await interviews.append(id, revision, answer, (result) => (lost = remember!(result)));
          throw new UlteriorError('STORE_UNAVAILABLE', 'the connection broke', 'try again');
        },
      },
    }));
    const { id, token, question } = await startInterview(service, modelId);
    const headers = word();
    const body = { item: question.item, rating: 4 };
    const answer = () => broken.call('POST', `/v1/interviews/${id}/answers`, { as: token, headers, body });
    expect(await answer()).toMatchObject({ status: 503, body: { code: 'STORE_UNAVAILABLE' } });
    const again = await answer();
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([200, done ? 'true' : undefined]);
    if (done) expect(again.text).toBe(unseal(lost!.body, token));
    expect((await answer()).text).toBe(again.text);
    expect((await service.store.interviews.withAnswers(id))?.answers).toHaveLength(1);
    await broken.app.close();
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
    const watched = await withStore(({ idempotency, interviews }) => {
      const heard =
        <Result>(remember?: Remember<Result>): Remember<Result> =>
        (result) => {
          const remembrance = remember?.(result);
          kept.push(JSON.stringify(remembrance));
          return remembrance;
        };
      return {
        idempotency: {
          ...idempotency,
          find: (...words) => {
            kept.push(JSON.stringify(words));
            return idempotency.find(...words);
          },
        },
        interviews: {
          ...interviews,
          add: (interview, remember) => interviews.add(interview, heard(remember)),
          append: (id, revision, answer, remember) => interviews.append(id, revision, answer, heard(remember)),
        },
      };
    });
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
