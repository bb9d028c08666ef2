/** Recommendations, advice and ledger: worked out beside everything else, bounded, and never for others to wait for. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Advisor, ledgerOf } from '../../../../src/defence/index.ts';
import { createModel } from '../../../../src/factorization/index.ts';
import { failure } from '../../../../test/support/failure.ts';
import { randomModel } from '../../../../test/support/models.ts';
import {
  addModel,
  smallModel,
  startInterview,
  type TestService,
  testService,
} from '../../../../test/support/service.ts';
import { defaultLimits } from '../common/limits.ts';
import { requireModelCost } from '../models/modelCost.ts';
import { mostCompared, recommend } from './recommend.ts';

let service: TestService;
let modelId: string;
beforeAll(async () => {
  service = await testService();
  modelId = await addModel(service.store);
});
afterAll(() => service.close());

/** An interview of the lab with some answers, and what was answered. */
async function answered(on: TestService, model = modelId, count = 2) {
  const { id, token, question } = await startInterview(on, model, { mode: 'lab', questions: 20 });
  const answers: { item: string; answer: number }[] = [];
  let item = question.item as string;
  for (let at = 0; at < count; at++) {
    const body = { item, rating: 1 + (at % 5) };
    const next = await on.call('POST', `/v1/interviews/${id}/answers`, { as: token, body });
    answers.push({ item, answer: body.rating });
    item = next.body.question.item;
  }
  const get = (path: string) => on.call('GET', `/v1/interviews/${id}/${path}`, { as: token });
  return { id, token, item, answers, get };
}

describe('views', () => {
  it('are what the library works out', async () => {
    const model = smallModel();
    const { get, answers, item } = await answered(service);
    const rows = recommend(model, answers, 3).map(({ item: at, rating }) => ({
      item: model.items.id(at),
      title: model.items.title(at),
      rating,
    }));
    expect((await get('recommendations?limit=3')).body).toEqual({ rows });
    const advisor = answers.reduce((told, given) => told.after(given.item, given.answer), Advisor.start([{ model }]));
    expect((await get('advice?budget=0.5')).body).toEqual(
      JSON.parse(JSON.stringify({ item, title: item, ...advisor.advise(item, { budget: 0.5 }) })),
    );
    expect((await get('ledger?budget=0.5')).body).toEqual(
      JSON.parse(JSON.stringify({ budget: 0.5, ...ledgerOf([{ model }], answers, { budget: 0.5 }) })),
    );
  });

  it('hold up nobody: whoever asks later for something simple hears first', async () => {
    const costly = createModel({
      ...randomModel({ items: 1500, dimension: 8, types: 6, seed: 4 }),
      scale: { min: 1, max: 5, step: 0.04 },
    });
    const { get } = await answered(service, await addModel(service.store, costly, 'costly'), 1);
    const order: string[] = [];
    const view = get('recommendations').then(({ status }) => order.push(`view ${status}`));
    // The request is at work once the interview is loaded; afterwards only the view is left to do.
    while (service.app.service.views.waiting === 0) await new Promise((resolve) => setImmediate(resolve));
    for (let time = 0; time < 3; time++) {
      await service.call('GET', '/v1/models', { as: service.keys.interview });
      order.push('simple');
    }
    await view;
    expect(order).toEqual(['simple', 'simple', 'simple', 'view 200']);
    expect(service.app.service.views.waiting).toBe(0);
  });

  it('are worked out once for a state, and again for another', async () => {
    const { id, token, get, item } = await answered(service);
    const { views, interviews } = service.app.service;
    const before = await get('recommendations');
    const loaded = await interviews.load(id);
    const work = { view: 'ledger', answers: [], budget: 1 } as const;
    expect(views.view<'ledger'>(loaded, work)).toBe(views.view<'ledger'>(loaded, work));
    await service.call('POST', `/v1/interviews/${id}/answers`, { as: token, body: { item, rating: 5 } });
    const after = await get('recommendations');
    expect(before.text).toContain(`"${item}"`);
    expect(after.text).not.toContain(`"${item}"`);
    await service.call('DELETE', `/v1/interviews/${id}`, { as: token });
    expect((await get('recommendations')).status).toBe(401);
  });

  it('of one interview are refused beyond a few at once, and those of others are not', async () => {
    const [first, second] = [await answered(service), await answered(service)];
    const asked = Array.from({ length: 6 }, (_, at) => first.get(`advice?budget=0.${at + 1}`));
    const other = second.get('advice');
    const replies = await Promise.all(asked);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429, 429]);
    expect(replies.find(({ status }) => status === 429)).toMatchObject({
      headers: { 'retry-after': '1' },
      body: { code: 'TOO_MANY_REQUESTS' },
    });
    expect((await other).status).toBe(200);
    expect((await first.get('advice?budget=0.7')).status).toBe(200);
  });

  it('are refused where too many wait', async () => {
    const busy = await service.another({ limits: { viewsWaiting: 2 } });
    const people = [await answered(busy), await answered(busy), await answered(busy)];
    const replies = await Promise.all(people.map(({ get }) => get('ledger')));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 503]);
    expect(replies.find(({ status }) => status === 503)).toMatchObject({
      headers: { 'retry-after': '5' },
      body: { code: 'SERVICE_BUSY' },
    });
    await busy.app.close();
  });

  it('that take too long are refused, and the next ones are not', async () => {
    const limits = { ...defaultLimits, viewSeconds: 0.001 };
    const other = await service.another({ limits });
    const { get } = await answered(other);
    expect(await get('advice')).toMatchObject({ status: 422, body: { code: 'REQUEST_TOO_COSTLY' } });
    await other.app.close();
    const again = await answered(service);
    expect((await again.get('advice')).status).toBe(200);
  });

  it('of too many answers on too many levels are refused beforehand', async () => {
    // Two answers on five levels.
    for (const [ledgerSteps, status] of [
      [10, 200],
      [9, 422],
    ] as const) {
      const other = await service.another({ limits: { ledgerSteps } });
      const reply = await (await answered(other)).get('ledger');
      expect(reply.status).toBe(status);
      if (status === 422) expect(reply.body.code).toBe('REQUEST_TOO_COSTLY');
      await other.app.close();
    }
  });

  it('compare fewer items where each takes longer', () => {
    const model = smallModel();
    const withScale = (step: number) => createModel({ ...model, scale: { min: 0, max: 1, step } });
    expect(mostCompared(model)).toBe(2000);
    expect(mostCompared(withScale(0.001))).toBe(500);
    expect(mostCompared(withScale(0))).toBe(2000);
  });
});

describe('models', () => {
  it('whose sizes are allowed and whose products are not are refused', () => {
    const check = (limits: object) => failure(() => requireModelCost(smallModel(), { ...defaultLimits, ...limits }));
    // 12 items, one row each, 2 factors and 2 types.
    expect(check({ questionSteps: 12 * (2 + 8 * 2) })).toBe('no error');
    expect(check({ questionSteps: 12 * (2 + 8 * 2) - 1 })).toMatch(/^UPLOAD_TOO_COSTLY: a question .* 216 steps/);
    expect(check({ adviceSteps: 12 * 4 })).toBe('no error');
    expect(check({ adviceSteps: 12 * 4 - 1 })).toMatch(/^UPLOAD_TOO_COSTLY: advice .* 48 steps/);
    const { modelItems, modelTypes, modelDimension, questionSteps, adviceSteps } = defaultLimits;
    expect(modelItems * (modelDimension + 8 * modelTypes)).toBeGreaterThan(questionSteps);
    expect(modelItems * modelDimension ** 2).toBeGreaterThan(adviceSteps);
  });
});
