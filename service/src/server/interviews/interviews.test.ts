import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Advisor, answersIn, ledgerOf } from '../../../../src/defence/index.ts';
import { createModel } from '../../../../src/factorization/index.ts';
import { Interview, replay } from '../../../../src/interview/index.ts';
import { createStrategy } from '../../../../src/selection/index.ts';
import { randomChannelModel } from '../../../../test/support/models.ts';
import {
  addModel,
  smallModel,
  startInterview,
  type TestService,
  testService,
} from '../../../../test/support/service.ts';

let service: TestService;
let modelId: string;
const model = smallModel();

beforeAll(async () => {
  service = await testService();
  modelId = await addModel(service.store, model);
});
afterAll(() => service.close());

const start = (more?: object) => startInterview(service, modelId, more);
const answer = (id: string, item: string, rating: number, as = service.keys.interview) =>
  service.call('POST', `/v1/interviews/${id}/answers`, { as, body: { item, rating } });

/** The same interview, without the service. */
const mirror = (maxQuestions = 10) =>
  Interview.start({
    model,
    strategy: createStrategy({ model, seed: 1 }),
    protocol: { kind: 'open' },
    stopping: { maxQuestions },
  });
const open = (interview: Interview) => {
  if (interview.status.kind !== 'asking') throw new Error('stopped');
  return interview.status.question;
};

describe('an interview', () => {
  it('asks and believes what the machine behind it does, answer by answer', async () => {
    const started = await start({ questions: 4 });
    let own = mirror(4);
    let shown = started;
    for (const given of [5, 'skip', 1, 4] as const) {
      const question = open(own);
      expect(shown.question).toEqual({
        number: own.steps.length + 1,
        item: model.items.id(question),
        title: model.items.title(question),
        scale: { min: 1, max: 5, step: 1 },
      });
      const { item } = shown.question;
      const path = `/v1/interviews/${started.id}/${given === 'skip' ? 'skips' : 'answers'}`;
      const body = given === 'skip' ? { item } : { item, rating: given };
      const answered = await service.call('POST', path, { as: started.token, body });
      expect(answered.status).toBe(200);
      shown = answered.body;
      own = given === 'skip' ? own.skip(question) : own.answer(question, given);
    }
    expect(shown).toMatchObject({ status: 'stopped', stopReason: 'budget', asked: 4, revision: 4 });
    expect(shown).not.toHaveProperty('question');
    const { body: belief } = await service.call('GET', `/v1/interviews/${started.id}/belief`, {
      as: service.keys.interview,
    });
    expect(belief.attributes).toHaveLength(1);
    expect(belief.attributes[0].posterior).toEqual(Array.from(own.posterior()));
    expect(belief.attributes[0].prior).toEqual(Array.from(model.typePriors));
    const { body: transcript } = await service.call('GET', `/v1/interviews/${started.id}/transcript`, {
      as: service.keys.interview,
    });
    expect(transcript).toEqual(JSON.parse(JSON.stringify(own.transcript())));
    const again = replay({ ...own.setup, strategy: createStrategy({ model, seed: 1 }) }, transcript);
    expect(again.posterior()).toEqual(own.posterior());
  });

  it('says of how many people it was less sure, if the model knows', async () => {
    const sureness = Array.from({ length: 19 }, (_, step) => (step < 14 ? 0 : 1));
    const fittedFor = { strategy: 'separation', ridge: 'model', protocol: 'open', people: 60 } as const;
    const points = [{ questions: 1, slope: 1, offsets: [0, 0], sureness }];
    const calibrated = createModel({ ...model, calibration: { points, fittedFor } });
    const beliefOf = async (modelId: string) => {
      const started = await startInterview(service, modelId, { mode: 'lab' });
      await answer(started.id, started.question.item, 5, started.token);
      return (await service.call('GET', `/v1/interviews/${started.id}/belief`, { as: started.token })).body;
    };
    expect((await beliefOf(await addModel(service.store, calibrated, 'calibrated'))).surerThan).toBe(0.7);
    expect(await beliefOf(modelId)).not.toHaveProperty('surerThan');
  });

  it('tells what each answer gave away, and advises as the advisor does', async () => {
    const started = await start({ mode: 'lab' });
    await answer(started.id, started.question.item, 5, started.token);
    const { body: ledger } = await service.call('GET', `/v1/interviews/${started.id}/ledger?budget=0.1`, {
      as: started.token,
    });
    const own = mirror().answer(open(mirror()), 5);
    const expected = ledgerOf([{ model }], answersIn(own), { budget: 0.1 });
    expect(ledger).toEqual({ budget: 0.1, ...JSON.parse(JSON.stringify(expected)) });
    const { body: advice } = await service.call('GET', `/v1/interviews/${started.id}/advice?budget=0.1`, {
      as: started.token,
    });
    const item = model.items.id(open(own));
    const told = Advisor.start([{ model }]).after(started.question.item, 5);
    expect(advice).toMatchObject({ item, ...JSON.parse(JSON.stringify(told.advise(item, { budget: 0.1 }))) });
  });

  it('recommends what was not asked, best first', async () => {
    const started = await start();
    await answer(started.id, started.question.item, 1);
    const { status, body } = await service.call('GET', `/v1/interviews/${started.id}/recommendations?limit=20`, {
      as: started.token,
    });
    expect(status).toBe(200);
    const ratings = body.rows.map(({ rating }: { rating: number }) => rating);
    expect(ratings).toEqual([...ratings].sort((a: number, b: number) => b - a));
    expect(body.rows.map(({ item }: { item: string }) => item)).not.toContain(started.question.item);
    expect(body.rows).toHaveLength(model.items.size - 1);
    for (const rating of ratings) expect(rating).toBeGreaterThanOrEqual(1);
  });

  it('is held with models of two channels, where a skip says something', async () => {
    const channels = await addModel(
      service.store,
      randomChannelModel({ items: 10, dimension: 2, types: 3, seed: 1 }),
      'two channels',
    );
    const started = await startInterview(service, channels, { mode: 'lab' });
    expect(started.strategy).toBe('envelope');
    await service.call('POST', `/v1/interviews/${started.id}/skips`, {
      as: started.token,
      body: { item: started.question.item },
    });
    const { body } = await service.call('GET', `/v1/interviews/${started.id}/belief`, { as: started.token });
    expect(body.attributes[0].posterior).not.toEqual(body.attributes[0].prior);
    expect(body.attributes[0].known).toBeGreaterThan(0);
    const { body: recommended } = await service.call('GET', `/v1/interviews/${started.id}/recommendations`, {
      as: started.token,
    });
    expect(recommended.rows).toHaveLength(9);
  });

  it('draws the same questions again where the strategy draws at random', async () => {
    const started = await start({ strategy: 'random' });
    const other = await service.another();
    const { body } = await other.call('GET', `/v1/interviews/${started.id}`, { as: started.token });
    expect(body.question).toEqual(started.question);
    const next = await answer(started.id, started.question.item, 3);
    const fresh = await service.another();
    const { body: seen } = await fresh.call('GET', `/v1/interviews/${started.id}/question`, { as: started.token });
    expect(seen).toEqual(next.body.question);
    await other.app.close();
    await fresh.app.close();
  });

  it('is served by two instances at once; one that read an older state is refused', async () => {
    const other = await service.another();
    const started = await start();
    const first = await answer(started.id, started.question.item, 2);
    const second = await other.call('POST', `/v1/interviews/${started.id}/answers`, {
      as: started.token,
      body: { item: first.body.question.item, rating: 4 },
    });
    expect(second.body).toMatchObject({ asked: 2, revision: 2 });
    const own = mirror();
    const mine = own.answer(open(own), 2);
    expect(first.body.question.item).toBe(model.items.id(open(mine)));
    expect(second.body.question.item).toBe(model.items.id(open(mine.answer(open(mine), 4))));
    const stale = await service.call('POST', `/v1/interviews/${started.id}/answers`, {
      as: started.token,
      body: { item: second.body.question.item, rating: 4, revision: 1 },
    });
    expect(stale).toMatchObject({ status: 409, body: { code: 'INTERVIEW_CHANGED' } });
    await other.app.close();
  });

  it('takes one of many answers that come at the same moment', async () => {
    const started = await start();
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((rating) => answer(started.id, started.question.item, rating, started.token)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409]);
    const { body } = await service.call('GET', `/v1/interviews/${started.id}`, { as: started.token });
    expect(body).toMatchObject({ asked: 1, revision: 1 });
  });

  it('ends, and an undo reopens it', async () => {
    const started = await start();
    const act = (what: string) => service.call('POST', `/v1/interviews/${started.id}/${what}`, { as: started.token });
    expect((await act('end')).body).toMatchObject({ status: 'stopped', stopReason: 'ended', revision: 1 });
    expect(await act('end')).toMatchObject({ status: 409, body: { code: 'INTERVIEW_STOPPED' } });
    expect(await service.call('GET', `/v1/interviews/${started.id}/question`, { as: started.token })).toMatchObject({
      status: 409,
      body: { code: 'INTERVIEW_STOPPED' },
    });
    expect((await act('undo')).body).toMatchObject({ status: 'asking', question: started.question });
    expect(await act('undo')).toMatchObject({ status: 409, body: { code: 'INTERVIEW_NOTHING_TO_UNDO' } });
    expect(await act('undo?revision=1')).toMatchObject({ status: 409, body: { code: 'INTERVIEW_CHANGED' } });
  });

  it('forgets what was undone, also in memory', async () => {
    const started = await start({ mode: 'lab' });
    await answer(started.id, started.question.item, 5);
    const undone = await service.call('POST', `/v1/interviews/${started.id}/undo`, { as: started.token });
    expect(undone.body).toMatchObject({ asked: 0, question: started.question });
    expect((await service.store.interviews.withAnswers(started.id))?.answers).toEqual([]);
    const { body } = await service.call('GET', `/v1/interviews/${started.id}/transcript`, { as: started.token });
    expect(body.events).toEqual([]);
  });

  it('stops when it is sure enough; the participant is not told that it is', async () => {
    const started = await start({ confidence: 0.5001, questions: 12 });
    const asOperator = await service.call('GET', `/v1/interviews/${started.id}`, { as: service.keys.interview });
    expect(asOperator.body).toMatchObject({ status: 'stopped', stopReason: 'confident', strategy: 'separation' });
    const asParticipant = await service.call('GET', `/v1/interviews/${started.id}`, { as: started.token });
    expect(asParticipant.body).toMatchObject({ status: 'stopped', stopReason: 'finished' });
    expect(asParticipant.body).not.toHaveProperty('strategy');
  });
});

describe('what is refused', () => {
  const problem = async (body: object) =>
    (await service.call('POST', '/v1/interviews', { as: service.keys.interview, body })).body;

  it.each([{}, { consent: false }, { consent: 'true' }, { consent: 1 }, { consent: null }])(
    'an interview without consent (%j)',
    async (consent) => {
      expect(await problem({ modelId, ...consent })).toMatchObject({
        status: 422,
        code: 'CONSENT_MISSING',
        detail: expect.stringContaining('personal'),
      });
    },
  );

  it('a model that is not there, a strategy that does not suit, values out of bounds', async () => {
    const absent = '00000000-0000-4000-8000-000000000000';
    expect(await problem({ modelId: absent, consent: true })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await problem({ modelId, consent: true, strategy: 'targeted', target: 'shoe size' })).toMatchObject({
      status: 422,
      code: 'ATTRIBUTE_UNKNOWN',
    });
    expect(await problem({ modelId, consent: true, strategy: 'fbcSelection' })).toMatchObject({ status: 400 });
    expect(await problem({ modelId, consent: true, questions: 201 })).toMatchObject({ status: 400 });
    expect(await problem({ modelId, consent: true, questions: '3' })).toMatchObject({ status: 400 });
    expect(await problem({ modelId, consent: true, retentionSeconds: 31 * 86_400 })).toMatchObject({ status: 400 });
    expect(await problem({ modelId, consent: true, extra: 1 })).toMatchObject({
      status: 400,
      code: 'REQUEST_INVALID',
      detail: expect.stringContaining('extra'),
    });
    const three = await addModel(
      service.store,
      randomChannelModel({ items: 5, dimension: 2, types: 3, seed: 1 }),
      'three types',
    );
    expect(await problem({ modelId: three, consent: true, strategy: 'separation' })).toMatchObject({
      status: 422,
      code: 'STRATEGY_UNSUITABLE',
    });
  });

  it('an answer to something else, off the scale, or twice', async () => {
    const started = await start();
    const { item } = started.question;
    const other = model.items.id(0 as never) === item ? model.items.id(1 as never) : model.items.id(0 as never);
    expect(await answer(started.id, other, 3)).toMatchObject({
      status: 409,
      body: { code: 'ITEM_NOT_ASKED', detail: `the answer is for "${other}"; the open question is "${item}"` },
    });
    expect(await answer(started.id, 'no such item', 3)).toMatchObject({ status: 422, body: { code: 'ITEM_UNKNOWN' } });
    expect(await answer(started.id, item, 6)).toMatchObject({ status: 422, body: { code: 'ANSWER_OFF_SCALE' } });
    expect(await answer(started.id, item, 2.5)).toMatchObject({ status: 422, body: { code: 'ANSWER_OFF_SCALE' } });
    expect(await answer(started.id, item, null as never)).toMatchObject({ status: 400 });
    expect((await answer(started.id, item, 3)).status).toBe(200);
    expect(await answer(started.id, item, 3)).toMatchObject({ status: 409, body: { code: 'ITEM_ANSWERED_TWICE' } });
  });
});

describe('erasure', () => {
  it('erases every answer and says how many; then there is nothing for anybody', async () => {
    const started = await start();
    const next = await answer(started.id, started.question.item, 3);
    await answer(started.id, next.body.question.item, 4);
    const path = `/v1/interviews/${started.id}`;
    const erased = await service.call('DELETE', path, { as: started.token });
    expect(erased).toMatchObject({ status: 200, body: { interviews: 1, answers: 2, scrub: 'done' } });
    expect(await service.call('GET', path, { as: started.token })).toMatchObject({ status: 401 });
    expect(await service.call('GET', path, { as: service.keys.interview })).toMatchObject({ status: 404 });
    expect(await service.call('DELETE', path, { as: service.keys.interview })).toMatchObject({ status: 404 });
    expect(await service.store.interviews.withAnswers(started.id)).toBeUndefined();
  });

  it('says 202 while it is owed that the answers leave the files, to the person who repeats it, too', async () => {
    const { store } = service;
    let owed = true;
    const owing = await service.another({
      store: {
        ...store,
        interviews: {
          ...store.interviews,
          remove: async (id) => {
            const removed = await store.interviews.remove(id);
            if (!owed) return removed;
            return { interviews: 0, answers: 0, ...removed, scrub: 'owed' };
          },
        },
        erasures: { ...store.erasures, isOwed: async (id) => owed && id === started.id },
      },
    });
    const started = await start();
    await answer(started.id, started.question.item, 3);
    const path = `/v1/interviews/${started.id}`;
    const erase = (as: string, at = path) => owing.call('DELETE', at, { as });
    expect(await erase(started.token)).toMatchObject({
      status: 202,
      body: { interviews: 1, answers: 1, scrub: 'owed' },
    });
    for (const as of [started.token, service.keys.interview]) {
      expect(await erase(as)).toMatchObject({ status: 202, body: { interviews: 0, answers: 0, scrub: 'owed' } });
    }
    expect((await owing.call('GET', path, { as: started.token })).status).toBe(401);
    expect((await erase(started.token, `/v1/interviews/${(await start()).id}`)).status).toBe(401);
    owed = false;
    expect([(await erase(started.token)).status, (await erase(service.keys.interview)).status]).toEqual([401, 404]);
    await owing.app.close();
  });
});

describe('the list', () => {
  it('has every interview once, page by page, and nothing of the answers', async () => {
    const made: string[] = [];
    for (let n = 0; n < 5; n++) made.push((await start()).id);
    const seen: string[] = [];
    let after = '';
    do {
      const { body } = await service.call('GET', `/v1/interviews?limit=2${after}`, { as: service.keys.interview });
      expect(body.rows.length).toBeLessThanOrEqual(2);
      for (const row of body.rows) {
        seen.push(row.id);
        expect(Object.keys(row).sort()).toEqual(
          ['id', 'modelId', 'mode', 'strategy', 'ended', 'revision', 'createdAt', 'expiresAt'].sort(),
        );
      }
      after = body.next === undefined ? '' : `&after=${encodeURIComponent(body.next)}`;
    } while (after !== '');
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => made.includes(id))).toEqual(made);
    const broken = await service.call('GET', '/v1/interviews?after=nonsense', { as: service.keys.interview });
    expect(broken).toMatchObject({ status: 400, body: { code: 'REQUEST_INVALID' } });
  });
});
