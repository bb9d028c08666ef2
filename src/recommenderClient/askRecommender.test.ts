/** A real server on loopback that behaves, misbehaves and breaks: every failure has a code, and nothing that was answered is lost. */
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { asyncFailure } from '../../test/support/failure.ts';
import { recommenderServer, reply, type SeenRequest } from '../../test/support/recommenderServer.ts';
import { UlteriorError } from '../errors/index.ts';
import {
  createDataset,
  createRatingMatrix,
  type ItemIndex,
  listOf,
  numberedVocabulary,
  type RecommendationLists,
  type UserIndex,
  userIndex,
} from '../ratings/index.ts';
import { askRecommender as ask, type RecommenderCall, recommenderContractDocument } from './index.ts';

const parent = mkdtempSync(join(tmpdir(), 'ulterior-recommender-'));
afterAll(() => rmSync(parent, { recursive: true }));
const newFolder = () => mkdtempSync(join(parent, 'journal-'));

const USERS = 12;
const ITEMS = 9;
/** Person n has rated the items n, n + 1 and n + 2, modulo their number. */
const datasetWith = (rating: (user: number, item: number) => number) => {
  const pairs = Array.from({ length: USERS }, (_, user) => [0, 1, 2].map((k) => [user, (user + k) % ITEMS])).flat();
  return createDataset({
    users: numberedVocabulary<UserIndex>(USERS, 'u'),
    items: numberedVocabulary<ItemIndex>(ITEMS, 'i'),
    ratings: createRatingMatrix(USERS, ITEMS, {
      users: Uint32Array.from(pairs.map(([user]) => user!)),
      items: Uint32Array.from(pairs.map(([, item]) => item!)),
      values: Float32Array.from(pairs.map(([user, item]) => rating(user!, item!))),
    }),
    attributes: [],
  });
};
const dataset = datasetWith((user, item) => 0.1 + ((user + item) % 5));

/** What a good server recommends: the two items after those that the person has rated. */
const goodItems = ({ user }: SeenRequest) => [3, 4].map((k) => `i${(Number(user.slice(1)) + k) % ITEMS}`);
const good = (response: ServerResponse, request: SeenRequest) =>
  reply(response, { items: goodItems(request).map((item, rank) => ({ item, score: 1 - rank / 2 })) });

const usual = { dataset, topN: 2, perSecond: 10_000, firstWait: 0.001, retries: 2, timeout: 20 } as const;
const askRecommender = (call: Pick<RecommenderCall, 'url'> & Partial<RecommenderCall>) => ask({ ...usual, ...call });
const shown = (lists: RecommendationLists) =>
  Object.fromEntries(lists.users.map((user, n) => [user, Array.from(listOf(lists, n), (item) => lists.items[item]!)]));
const expected = Object.fromEntries(
  Array.from({ length: USERS }, (_, n) => [`u${n}`, goodItems({ user: `u${n}`, history: [], n: 2 })]),
);

describe('a recommender that answers', () => {
  it('gets one request per person with the whole history, and its lists come back in the order of the people', async () => {
    const server = await recommenderServer(good);
    const told: number[] = [];
    const { lists, scores, requests, kept } = await askRecommender({
      url: server.url,
      headers: { 'X-Key': 'abc' },
      onProgress: ({ done, total }) => told.push(done / total),
    });
    expect(shown(lists)).toEqual(expected);
    expect(lists.users).toEqual(Array.from({ length: USERS }, (_, n) => `u${n}`));
    expect([...scores.subarray(0, 4)]).toEqual([1, 0.5, 1, 0.5]);
    expect([requests, kept]).toEqual([USERS, 0]);
    expect(server.requests.toSorted((a, b) => Number(a.user.slice(1)) - Number(b.user.slice(1)))[1]).toEqual({
      user: 'u1',
      history: [
        { item: 'i1', rating: 2.1 },
        { item: 'i2', rating: 3.1 },
        { item: 'i3', rating: 4.1 },
      ],
      n: 2,
    });
    expect(server.headers[0]).toMatchObject({ 'x-key': 'abc', 'content-type': 'application/json' });
    expect(told[0]).toBe(0);
    expect(told.at(-1)).toBe(1);
    expect(told).toHaveLength(USERS + 1);
  });

  it('may answer with ids alone, with numbers for ids, with more fields and with more items', async () => {
    const forms = [
      (items: string[]) => items,
      (items: string[]) => ({ items }),
      (items: string[]) => ({ took: 3, items: items.map((item) => ({ item, why: 'new', score: null })) }),
      (items: string[]) => [...items, 'i8', 'i8', 'nowhere'],
    ];
    for (const form of forms) {
      const server = await recommenderServer((response, request) => reply(response, form(goodItems(request))));
      const { lists, scores } = await askRecommender({ url: server.url });
      expect(shown(lists)).toEqual(expected);
      expect(scores.every(Number.isNaN)).toBe(true);
    }
    const numbers = await recommenderServer((response) => reply(response, [7, 8]));
    const numbered = { ...dataset, items: numberedVocabulary<ItemIndex>(ITEMS, '') };
    const { lists } = await askRecommender({ url: numbers.url, dataset: numbered });
    expect(lists.items).toEqual(['7', '8']);
  });

  it('is asked for the people that were named, each once', async () => {
    const server = await recommenderServer(good);
    const people = [userIndex(5), userIndex(2), userIndex(5)];
    const { lists } = await askRecommender({ url: server.url, people });
    expect(lists.users).toEqual(['u5', 'u2']);
    expect(server.requests).toHaveLength(2);
    const beyond = [userIndex(USERS)];
    expect(await asyncFailure(() => askRecommender({ url: server.url, people: beyond }))).toMatch(
      /^PARAMETER_OUT_OF_RANGE: people/,
    );
  });

  it('gives the same lists whatever the order of its answers, and never more at once than allowed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 12 }), { minLength: USERS, maxLength: USERS }),
        fc.integer({ min: 1, max: 5 }),
        async (delays, concurrency) => {
          const server = await recommenderServer(async (response, request, turn) => {
            await pause(delays[turn]);
            good(response, request);
          });
          const { lists } = await askRecommender({ url: server.url, concurrency });
          expect(shown(lists)).toEqual(expected);
          expect(server.mostAtOnce).toBeLessThanOrEqual(concurrency);
        },
      ),
      { numRuns: 10 },
    );
  });

  it('gets requests at equal distances', async () => {
    const server = await recommenderServer(good);
    await askRecommender({ url: server.url, perSecond: 50 });
    // Eleven gaps of 20 ms; the first may arrive late, the last never early.
    expect(server.times.at(-1)! - server.times[0]!).toBeGreaterThan(10 * 20 - 15);
  });

  it('may repeat nothing, leave nothing out, and keep items of a larger catalogue if the call says so', async () => {
    const server = await recommenderServer((response) => reply(response, ['beyond']));
    const { lists } = await askRecommender({ url: server.url, atLeast: 1, unknownItems: 'keep' });
    expect(lists.items).toEqual(['beyond']);
    // Somebody who has rated all but one item can be recommended one.
    const one = await recommenderServer((response) => reply(response, ['i3']));
    const short = { url: one.url, topN: 8, people: [userIndex(0)] };
    expect(await asyncFailure(() => askRecommender(short))).toMatch(
      /^RECOMMENDER_LIST_SHORT.*has 1 items of 8.*at least 6/,
    );
  });
});

describe('a recommender that misbehaves', () => {
  type Behaviour = (response: ServerResponse, request: SeenRequest) => void;
  const faults: [string, Behaviour, RegExp, requestsForOne: number][] = [
    [
      'hangs',
      () => {},
      /^RECOMMENDER_TIMEOUT: \S+ does not answer within 0\.2 s, also after 2 repeated requests ->/,
      3,
    ],
    ['stops in the middle', (response) => response.write('{"items": ['), /^RECOMMENDER_TIMEOUT/, 3],
    ['breaks the connection', (response) => response.destroy(), /^RECOMMENDER_UNREACHABLE/, 3],
    ['answers 500', (response) => reply(response, {}, 500), /^RECOMMENDER_REFUSED: \S+ answers with status 500 ->/, 1],
    ['answers 401', (response) => reply(response, {}, 401), /^RECOMMENDER_REFUSED.*--http-header-env/, 1],
    ['answers 503 for ever', (response) => reply(response, {}, 503), /^RECOMMENDER_REFUSED.*503, also after 2/, 3],
    [
      'wants an hour',
      (response) => reply(response, {}, 429, { 'retry-after': '3600' }),
      /^RECOMMENDER_REFUSED.*429 and asks to come back in 3600 s/,
      1,
    ],
    [
      'answers no JSON',
      (response) => reply(response, '<html>'),
      /^RECOMMENDER_NOT_JSON.*for the user "u\d+" is not JSON/,
      1,
    ],
    ['answers nothing', (response) => response.end(), /^RECOMMENDER_NOT_JSON/, 1],
    ['answers a number', (response) => reply(response, 7), /^RECOMMENDER_ANSWER_INVALID.*it has no list of items/, 1],
    ['answers null', (response) => reply(response, null), /^RECOMMENDER_ANSWER_INVALID.*it has no list of items/, 1],
    [
      'answers other objects',
      (response) => reply(response, [{ id: 'i1' }]),
      /^RECOMMENDER_ANSWER_INVALID.*entry 1 has no id/,
      1,
    ],
    [
      'answers fractions for ids',
      (response) => reply(response, ['i1', 1.5]),
      /^RECOMMENDER_ANSWER_INVALID.*entry 2 has no id/,
      1,
    ],
    [
      'answers texts for scores',
      (response) => reply(response, [{ item: 'i1', score: 'high' }]),
      /^RECOMMENDER_ANSWER_INVALID.*entry 1 has a score that is not a number/,
      1,
    ],
    [
      'knows other items',
      (response) => reply(response, ['i1', 'x9']),
      /^RECOMMENDER_ITEM_UNKNOWN.*1 of 2 items.*"x9"/,
      1,
    ],
    ['repeats an item', (response) => reply(response, ['i1', 'i1']), /^LIST_ITEM_REPEATED.*"i1" twice/, 1],
    ['gives too few items', (response) => reply(response, ['i1']), /^RECOMMENDER_LIST_SHORT.*has 1 items of 2/, 1],
    [
      'gives too many bytes',
      (response) => response.write(`["${'x'.repeat(3000)}`),
      /^RECOMMENDER_ANSWER_TOO_LARGE.*more than 1000 bytes/,
      1,
    ],
  ];

  it.each(faults)(
    '%s: a code, a bounded number of requests, and everything before it is kept',
    async (_, behave, wanted, requests) => {
      let broken = true;
      const server = await recommenderServer((response, request) =>
        broken && Number(request.user.slice(1)) >= 7 ? behave(response, request) : good(response, request),
      );
      const folder = newFolder();
      const secret = 'Bearer 5ecret';
      const headers = { Authorization: secret };
      const call = { url: `${server.url}?key=hidden`, folder, concurrency: 1, mostBytes: 1000, headers };
      const hangs = wanted.source.includes('TIMEOUT');
      // A short time limit must not meet a good answer that is merely slow.
      if (hangs) await askRecommender({ ...call, people: Array.from({ length: 7 }, (_, n) => userIndex(n)) });
      const timeout = hangs ? 0.2 : 20;
      const error = await askRecommender({ ...call, timeout }).catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(UlteriorError);
      const { code, message, advice, details } = error as UlteriorError;
      expect(`${code}: ${message} -> ${advice}`).toMatch(wanted);
      expect(advice).toContain(`the lists of 7 of ${USERS} people are kept in "${folder}"`);
      expect(details).toMatchObject({ done: 7, total: USERS, requests: (hangs ? 0 : 7) + requests });
      expect(server.requests).toHaveLength(7 + requests);
      // Neither the header nor the query of the address is told or kept.
      const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
      expect(JSON.stringify([message, advice, details, (error as Error).stack, kept])).not.toMatch(/5ecret|hidden/);

      broken = false;
      const before = server.requests.length;
      const again = await askRecommender(call);
      expect(shown(again.lists)).toEqual(expected);
      expect([again.kept, again.requests]).toEqual([7, 5]);
      const asked = server.requests.slice(before).map(({ user }) => user);
      expect(asked).toEqual(['u7', 'u8', 'u9', 'u10', 'u11']);
    },
  );

  it('breaks off or is busy for a while: requests are repeated, and only as often as that takes', async () => {
    const breaks: Behaviour[] = [
      (response) => response.destroy(),
      (response) => reply(response, {}, 503),
      (response) => reply(response, {}, 429, { 'retry-after': '0' }),
      (response) => reply(response, {}, 503, { 'retry-after': new Date(Date.now() - 1000).toUTCString() }),
      (response) => reply(response, {}, 503, { 'retry-after': 'soon' }),
    ];
    for (const behave of breaks) {
      const server = await recommenderServer((response, request, turn) =>
        turn % 2 === 0 ? behave(response, request) : good(response, request),
      );
      const { lists, requests } = await askRecommender({ url: server.url, concurrency: 1 });
      expect(shown(lists)).toEqual(expected);
      expect([requests, server.requests.length]).toEqual([2 * USERS, 2 * USERS]);
    }
  });

  it('says when to come back: nobody is asked before', async () => {
    const server = await recommenderServer((response, request, turn) =>
      turn === 0 ? reply(response, {}, 429, { 'retry-after': '1' }) : pause(20).then(() => good(response, request)),
    );
    await askRecommender({ url: server.url, concurrency: 3 });
    // Those that were under way when it said so, and then a pause.
    const early = server.times.filter((time) => time - server.times[0]! < 900);
    expect(early.length).toBeLessThanOrEqual(3);
    expect(server.times).toHaveLength(USERS + 1);
  });

  it('sends people elsewhere: no history follows', async () => {
    const elsewhere = await recommenderServer(good);
    for (const status of [301, 302, 303, 307, 308]) {
      const server = await recommenderServer((response) => reply(response, {}, status, { location: elsewhere.url }));
      const refusal = await asyncFailure(() => askRecommender({ url: server.url, headers: { Authorization: 's' } }));
      expect(refusal).toMatch(/^RECOMMENDER_REDIRECTED.*sends the request to http:.*name it as the address/);
    }
    expect(elsewhere.requests).toEqual([]);
  });

  it('is not there', async () => {
    expect(await asyncFailure(() => askRecommender({ url: 'http://127.0.0.1:1/' }))).toMatch(
      /^RECOMMENDER_UNREACHABLE: the connection to http:\/\/127\.0\.0\.1:1\/ fails/,
    );
  });

  it('fails for one person while others are under way: their answers are kept', async () => {
    const server = await recommenderServer(async (response, request) => {
      // The first fails when three others are under way; those take longer.
      while (server.requests.length < 4) await pause(1);
      if (request.user === 'u0') return reply(response, {}, 500);
      await pause(80);
      return good(response, request);
    });
    const folder = newFolder();
    expect(await asyncFailure(() => askRecommender({ url: server.url, folder, concurrency: 4 }))).toMatch(
      /^RECOMMENDER_REFUSED.*the lists of 3 of 12 people are kept/,
    );
  });
});

describe('limits', () => {
  it('the budget counts every request; the next call resumes where it was', async () => {
    const server = await recommenderServer((response, request, turn) =>
      turn === 2 ? reply(response, {}, 503) : good(response, request),
    );
    const call = { url: server.url, folder: newFolder(), budget: 5, concurrency: 2 };
    expect(await asyncFailure(() => askRecommender(call))).toMatch(
      /^RECOMMENDER_BUDGET_USED: all 5 requests are used up.*the lists of 4 of 12 people are kept/,
    );
    expect(server.requests).toHaveLength(5);
    expect(await asyncFailure(() => askRecommender(call))).toMatch(/the lists of 9 of 12 people are kept/);
    expect(shown((await askRecommender(call)).lists)).toEqual(expected);
    expect(server.requests).toHaveLength(13);
    // All is there: nothing is sent.
    expect(await askRecommender(call)).toMatchObject({ requests: 0, kept: USERS });
    expect(server.requests).toHaveLength(13);
  });

  it('a budget that cannot suffice is refused before anything is sent, where nothing would be kept', async () => {
    const server = await recommenderServer(good);
    expect(await asyncFailure(() => askRecommender({ url: server.url, budget: 5 }))).toMatch(
      /^RECOMMENDER_BUDGET_USED: 5 requests cannot reach 12 people.*nothing was sent/,
    );
    expect(server.requests).toEqual([]);
  });

  it('a stop from outside ends what is under way, and the next call asks only for the rest', async () => {
    const control = new AbortController();
    const server = await recommenderServer((response, request, turn) => {
      if (turn < 5) return good(response, request);
      // The sixth is never answered.
      if (turn === 5) control.abort();
      return turn === 5 ? undefined : good(response, request);
    });
    const call = { url: server.url, folder: newFolder(), concurrency: 1 };
    expect(await asyncFailure(() => askRecommender({ ...call, signal: control.signal }))).toMatch(
      /^RECOMMENDER_INTERRUPTED: stopped after the lists of 5 of 12 people.*the same call asks only for the rest/,
    );
    expect(server.requests).toHaveLength(6);
    expect(shown((await askRecommender(call)).lists)).toEqual(expected);
    expect(server.requests.slice(6).map(({ user }) => user)).toEqual(['u5', 'u6', 'u7', 'u8', 'u9', 'u10', 'u11']);
    const stopped = AbortSignal.abort();
    expect(await asyncFailure(() => askRecommender({ url: server.url, signal: stopped }))).toMatch(
      /^RECOMMENDER_INTERRUPTED.*nothing is kept/,
    );
    expect(server.requests).toHaveLength(13);
  });

  it('a stop ends a wait too', async () => {
    const control = new AbortController();
    const server = await recommenderServer((response) => {
      reply(response, {}, 503, { 'retry-after': '200' });
      setTimeout(() => control.abort(), 20);
    });
    expect(await asyncFailure(() => askRecommender({ url: server.url, signal: control.signal }))).toMatch(
      /^RECOMMENDER_INTERRUPTED/,
    );
  });

  it.each([
    [{ topN: 0 }, 'topN'],
    [{ topN: 2, atLeast: 3 }, 'atLeast'],
    [{ perSecond: 0 }, 'perSecond'],
    [{ concurrency: 0 }, 'concurrency'],
    [{ timeout: 0 }, 'timeout'],
    [{ budget: 0 }, 'budget'],
    [{ retries: -1 }, 'retries'],
    [{ mostBytes: 1 }, 'mostBytes'],
  ])('%o is out of range', async (change, name) => {
    const call = { url: 'http://127.0.0.1:1/', ...change };
    expect(await asyncFailure(() => askRecommender(call))).toMatch(new RegExp(`^PARAMETER_OUT_OF_RANGE: ${name} `));
  });
});

describe('where histories may go', () => {
  const refusal = (url: string, change: Partial<RecommenderCall> = {}) =>
    asyncFailure(() => askRecommender({ url, signal: AbortSignal.abort(), ...change }));

  it.each(['https://shop.example/recommend', 'http://localhost:1/', 'http://127.0.0.9:1/', 'http://[::1]:1/'])(
    '%s is taken',
    async (url) => {
      expect(await refusal(url)).toMatch(/^RECOMMENDER_INTERRUPTED/);
    },
  );

  it.each([
    ['http://shop.example/recommend', /not encrypted.*--allow-http/],
    ['http://127.0.0.1.example/', /not encrypted/],
    ['http://0.0.0.0/', /not encrypted/],
    ['ftp://shop.example/', /does not begin with https/],
    ['shop.example', /does not begin with https/],
    ['https://me:pass5ecret@shop.example/', /holds a name or a password/],
  ])('%s is refused', async (url, wanted) => {
    const told = await refusal(url);
    expect(told).toMatch(/^RECOMMENDER_ADDRESS/);
    expect(told).toMatch(wanted);
    expect(told).not.toContain('5ecret');
  });

  it('another machine without encryption only if the call says so', async () => {
    expect(await refusal('http://shop.example/', { allowHttp: true })).toMatch(/^RECOMMENDER_INTERRUPTED/);
  });

  it('a header that cannot be sent is named without its value', async () => {
    const told = await refusal('https://shop.example/', { headers: { 'X-Key': 'line 5ecret\nmore' } });
    expect(told).toMatch(/^RECOMMENDER_ADDRESS: the header "X-Key" cannot be sent/);
    expect(told).not.toContain('5ecret');
    expect(await refusal('https://shop.example/', { headers: { 'X Key': '5ecret' } })).not.toContain('5ecret');
  });
});

describe('the journal', () => {
  it('belongs to one address, one set of ratings and one length of lists', async () => {
    const server = await recommenderServer(good);
    const call = { url: server.url, folder: newFolder() };
    await askRecommender(call);
    const refusals = [
      [{ url: `${server.url}other` }, 'another recommender'],
      [{ url: `${server.url}?model=2` }, 'another recommender'],
      [{ dataset: datasetWith(() => 3) }, 'other ratings'],
      [{ topN: 1 }, 'another length'],
    ] as const;
    for (const [change, wanted] of refusals) {
      const told = await asyncFailure(() => askRecommender({ ...call, ...change }));
      expect(told).toMatch(/^CHECKPOINT_FOREIGN/);
      expect(told).toContain(wanted);
    }
    expect(server.requests).toHaveLength(USERS);
    // Another header, pace or attribute is the same work.
    await askRecommender({ ...call, headers: { 'X-Key': 'new' }, perSecond: 500 });
    expect(server.requests).toHaveLength(USERS);
  });

  it('is no other folder', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'identity.json'), '{"spec": 1}');
    const url = 'http://127.0.0.1:1/';
    expect(await asyncFailure(() => askRecommender({ url, folder }))).toMatch(/^CHECKPOINT_FOREIGN.*not the journal/);
    const headless = newFolder();
    writeFileSync(join(headless, 'answers.jsonl'), '');
    expect(await asyncFailure(() => askRecommender({ url, folder: headless }))).toMatch(/^CHECKPOINT_FOREIGN/);
    const file = join(folder, 'identity.json');
    expect(await asyncFailure(() => askRecommender({ url, folder: file }))).toMatch(/^FILE_NOT_WRITABLE/);
  });

  it('survives a line that was cut off, and lines that are no answers: those people are asked again', async () => {
    const server = await recommenderServer(good);
    const call = { url: server.url, folder: newFolder() };
    await askRecommender(call);
    const path = join(call.folder, 'answers.jsonl');
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, [...lines.slice(0, 8), '{"user":"u1","items":["i1"]}', 'null', ''].join('\n'));
    appendFileSync(path, lines[8]!.slice(0, 20));
    const again = await askRecommender(call);
    expect(shown(again.lists)).toEqual(expected);
    expect([again.kept, again.requests]).toEqual([8, 4]);
    // What was written after the cut line is whole.
    expect((await askRecommender(call)).requests).toBe(0);
  });

  it('asks again for lists that this call does not take', async () => {
    let items = ['i1'];
    const server = await recommenderServer((response) => reply(response, items));
    const call = { url: server.url, folder: newFolder() };
    await askRecommender({ ...call, atLeast: 1 });
    items = ['i1', 'i2'];
    const { lists, kept } = await askRecommender(call);
    expect([kept, lists.entries.length]).toEqual([0, 2 * USERS]);
  });

  it('can be read by its owner alone', async () => {
    const server = await recommenderServer(good);
    const folder = newFolder();
    await askRecommender({ url: server.url, folder });
    expect(statSync(join(folder, 'answers.jsonl')).mode & 0o077).toBe(0);
  });
});

it('docs/recommender.schema.json is what scripts/write-spec-schema.mjs makes of the contract', () => {
  const written = readFileSync(new URL('../../docs/recommender.schema.json', import.meta.url), 'utf8');
  expect(JSON.parse(written)).toEqual(recommenderContractDocument());
});
