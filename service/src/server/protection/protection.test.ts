/** A history in, what to send instead out; on the folder database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodePresenceModel, itemDigests, protectHistory, secretDraws } from '../../../../src/defence/index.ts';
import { itemIndex } from '../../../../src/ratings/index.ts';
import { randomPresence } from '../../../../src/testing/models.ts';
import { randomModel } from '../../../../test/support/models.ts';
import { addModel, type TestService, testService } from '../../../../test/support/service.ts';

const model = randomPresence(randomModel({ items: 40, dimension: 2, types: 2, seed: 4 }), 3);
const ids = Array.from({ length: 40 }, (_, item) => model.items.id(itemIndex(item)));
const secret = '5a'.repeat(32);
// Every other item: the guard of this model keeps what follows a rated one.
const places = ids.map((_, item) => item).filter((item) => item % 2 === 0);
const ratings = places.map((item, n) => ({ item: ids[item]!, rating: 1 + (n % 5) }));
const group = model.groups[1]!;

let service: TestService;
let id: string;
beforeAll(async () => {
  service = await testService();
  const added = await service.call('POST', '/v1/models?name=chances', {
    as: service.keys.admin,
    body: encodePresenceModel(model),
  });
  expect([added.status, added.body.use, added.body.types]).toEqual([201, 'protection', [...model.groups]]);
  id = added.body.id;
});
afterAll(() => service.close());

const asked = (body: object, as = service.keys.interview, of = id) =>
  service.call('POST', `/v1/models/${of}/protected-history`, { as, body: { group, secret, ratings, ...body } });

describe('a history that is protected by the service', () => {
  it('is what the library sends with the same secret, and the same again', async () => {
    const { status, body } = await asked({});
    const history = { indices: places, values: ratings.map(({ rating }) => rating) };
    const bytes = new Uint8Array(32).fill(0x5a);
    const draws = (pass: number) => secretDraws(bytes, '', pass, itemDigests(ids));
    const { sent, withheld } = protectHistory(model, { ratings: history, group: 1 }, {}, draws);
    expect(status).toBe(200);
    expect(body.sent).toEqual(Array.from(sent.indices, (item, n) => ({ item: ids[item], rating: sent.values[n] })));
    expect(body.withheld).toEqual(withheld.map((item) => ids[item]));
    expect(body.withheld.length).toBeGreaterThan(0);
    expect([body.unknown, body.warnings]).toEqual([[], []]);
    expect((await asked({})).body).toEqual(body);
    expect((await asked({ ratings: ratings.toReversed() })).body).toEqual(body);
    expect((await asked({ secret: '5b'.repeat(32) })).body).not.toEqual(body);
    expect((await asked({ strength: 0 })).body.sent).toEqual(ratings);
  });

  it('comes with a warning where the model knows of no difference between the groups', async () => {
    const stages = model.stages.map((stage) => ({ ...stage, groupVariance: 0 }));
    const alike = await service.call('POST', '/v1/models?name=alike', {
      as: service.keys.admin,
      body: encodePresenceModel({ ...model, stages }),
    });
    const { body } = await asked({}, service.keys.interview, alike.body.id);
    expect(body.warnings).toEqual([expect.stringMatching(/^The \d+ people of this model do not show, .*no proof/)]);
    await service.call('DELETE', `/v1/models/${alike.body.id}`, { as: service.keys.admin });
  });

  it('keeps what was withheld withheld when it grows', async () => {
    const { body: before } = await asked({ ratings: ratings.slice(0, 10) });
    const { sent, withheld } = before;
    const { body: after } = await asked({ before: { sent, withheld } });
    for (const item of withheld) expect(after.withheld).toContain(item);
    const items = after.sent.map((rated: { item: string }) => rated.item);
    for (const { item } of sent) expect(items).toContain(item);
  });

  it('leaves out items that the model does not know, and says which', async () => {
    const { body } = await asked({ ratings: [...ratings, { item: 'a new film', rating: 3 }] });
    expect(body.unknown).toEqual(['a new film']);
    expect(JSON.stringify(body.sent)).not.toContain('a new film');
  });

  it('is not kept: neither ratings nor group nor secret reach the store', async () => {
    const marked = [
      { item: ids[30]!, rating: 5 },
      { item: 'a film that only one person has seen', rating: 4 },
    ];
    await asked({ ratings: marked, secret: '7c'.repeat(32), person: 'someone of that name' });
    const { body: models } = await service.call('GET', '/v1/models', { as: service.keys.admin });
    expect(models.rows).toHaveLength(1);
    const { body: overview } = await service.call('GET', '/metrics', { as: service.keys.admin });
    for (const word of ['7c7c7c', 'only one person', 'someone of that name']) expect(overview).not.toContain(word);
  });

  it('is refused where it says what cannot be, and to whoever has no key', async () => {
    expect((await asked({}, 'x')).status).toBe(401);
    expect((await asked({ group: 'nobody' })).body).toMatchObject({ code: 'PARAMETER_OUT_OF_RANGE', status: 400 });
    expect((await asked({ ratings: [...ratings, ratings[0]] })).body.code).toBe('REQUEST_INVALID');
    expect((await asked({ ratings: [{ item: ids[0], rating: 77 }] })).body.code).toBe('ANSWER_OFF_SCALE');
    expect((await asked({ ratings: [{ item: 'unknown', rating: 3 }] })).body.code).toBe('USER_WITHOUT_RATINGS');
    expect((await asked({ secret: 'abc' })).body.code).toBe('REQUEST_INVALID');
    const ofRatings = await addModel(service.store);
    expect((await asked({}, service.keys.interview, ofRatings)).body.code).toBe('MODEL_FOREIGN');
  });

  it('comes from a model that no interview can be held with, whose items are listed', async () => {
    const { body: items } = await service.call('GET', `/v1/models/${id}/items?limit=2`, { as: service.keys.interview });
    expect(items.rows.map((row: { id: string }) => row.id)).toEqual(ids.slice(0, 2));
    const started = await service.call('POST', '/v1/interviews', {
      as: service.keys.interview,
      body: { modelId: id, consent: true },
    });
    expect([started.status, started.body.code]).toEqual([422, 'MODEL_FOREIGN']);
  });
});
