/**
 * A person who answers, sends again what was not answered, takes answers back, ends, and may be erased. What was acknowledged is
 * there, once and in order; beside it there may be the one change whose answer is still to come.
 */
import { type Actor, persist, requireThat, type Stage, tryOnce } from './actors.ts';
import type { StoredAnswer } from './core.ts';
import type { Answer, Request } from './machine.ts';

interface State {
  readonly answers: readonly StoredAnswer[];
  readonly ended: boolean;
}

type Change = (state: State) => State;

const same = (one: State, other: State) => JSON.stringify(one) === JSON.stringify(other);

export function participant(stage: Stage): Actor & { readonly seen: { id: string; token: string } } {
  const { world, word, checkAll, say } = stage;
  const { schedule, keys, modelId } = world;
  const seen = { id: '', token: '' };
  /** What is known, and what else may be: the change in hand was made. */
  let known: State = { answers: [], ended: false };
  let maybe: State | undefined;
  let erased = false;
  let erasing = false;
  let question: string | undefined;
  let revision = 0;

  const take = ({ body }: Answer) => {
    question = body.question?.item;
    revision = body.revision;
  };
  const url = (rest = '') => `/v1/interviews/${seen.id}${rest}`;

  const check = async () => {
    if (seen.id === '') return;
    const rows = await world.observer.interviews.withAnswers(seen.id);
    if (erased) return requireThat(rows === undefined, () => `the interview ${seen.id} is there after it was erased`);
    if (rows === undefined) return requireThat(erasing, () => `the interview ${seen.id} is gone, and nobody erased it`);
    const kept: State = { answers: rows.answers, ended: rows.interview.ended };
    const isKnown = same(kept, known) || (maybe !== undefined && same(kept, maybe));
    requireThat(isKnown, () => `kept is ${text(kept)}; known is ${text(known)}${maybe ? ` or ${text(maybe)}` : ''}`);
  };

  /** After an unknown outcome: whatever is kept when nothing is under way any more is what is known. */
  const look = async () => {
    for (;;) {
      await schedule.pause(20_000);
      const answer = await persist(stage, { method: 'GET', url: url(), as: seen.token });
      if (answer?.status !== 200) continue;
      await schedule.point();
      await check();
      const rows = await world.observer.interviews.withAnswers(seen.id);
      known = { answers: rows!.answers, ended: rows!.interview.ended };
      maybe = undefined;
      take(answer);
      return;
    }
  };

  const change = async (path: string, body: object | undefined, made: Change) => {
    const at = schedule.chance(0.5) ? revision : undefined;
    const asBody = body !== undefined;
    const query = !asBody && at !== undefined ? `?revision=${at}` : '';
    const request: Request = {
      ...{ method: 'POST' as const, url: url(path + query), as: seen.token, key: `key-${word()}` },
      ...(asBody ? { body: at === undefined ? body : { ...body, revision: at } } : {}),
    };
    maybe = made(known);
    const answer = await persist(stage, request);
    if (answer?.status === 200) {
      known = maybe;
      maybe = undefined;
      take(answer);
      await checkAll();
      // Sent again for no reason: nothing happens, and the answer is the same.
      if (schedule.chance(0.3)) {
        const again = await tryOnce(stage, request);
        const isSame = again?.status !== 200 || JSON.stringify(again.body) === JSON.stringify(answer.body);
        requireThat(isSame, () => `a repeated request was answered ${JSON.stringify(again)}`);
        await checkAll();
      }
    } else await look();
  };

  const step = async () => {
    const dice = schedule.below(10);
    if (known.ended || dice === 0) {
      if (known.answers.length === 0 && !known.ended) return;
      await change('/undo', undefined, ({ answers, ended }) =>
        ended ? { answers, ended: false } : { answers: answers.slice(0, -1), ended },
      );
    } else if (dice === 1) await change('/end', undefined, ({ answers }) => ({ answers, ended: true }));
    else if (question !== undefined) {
      const item = question;
      const rating = dice < 4 ? null : 1 + schedule.below(5);
      const given = rating === null ? { item } : { item, rating };
      await change(rating === null ? '/skips' : '/answers', given, ({ answers, ended }) => ({
        answers: [...answers, { item, rating }],
        ended,
      }));
    }
  };

  const erase = async () => {
    erasing = true;
    const as = schedule.chance(0.5) ? seen.token : keys.interview;
    for (;;) {
      const answer = await persist(stage, { method: 'DELETE', url: url(), as });
      if (answer === undefined) continue;
      // 404: an earlier try, whose answer was lost.
      requireThat([202, 404, 401].includes(answer.status), () => `erasing was answered ${JSON.stringify(answer)}`);
      break;
    }
    erased = true;
    say(`erased ${seen.id}`);
    await checkAll();
    for (const credential of [seen.token, keys.interview]) {
      const answer = await tryOnce(stage, { method: 'GET', url: url(), as: credential });
      requireThat(answer?.status !== 200, () => `erased, and read: ${JSON.stringify(answer?.body)}`);
    }
  };

  return {
    seen,
    check,
    act: async () => {
      const body = { modelId, consent: true, questions: 6, mode: 'lab', retentionSeconds: 30 * 86_400 };
      const request = {
        method: 'POST',
        url: '/v1/interviews',
        as: keys.interview,
        key: `key-${word()}`,
        body,
      } as const;
      const started = await persist(stage, request, 3);
      if (started?.status !== 201) return;
      seen.token = started.body.token;
      seen.id = started.body.id;
      take(started);
      const steps = 1 + schedule.below(6);
      for (let n = 0; n < steps; n++) await step();
      if (schedule.chance(0.5)) await erase();
    },
    conclude: check,
  };
}

const text = ({ answers, ended }: State) =>
  `[${answers.map(({ item, rating }) => `${item}:${rating ?? 'skip'}`).join(' ')}]${ended ? ' ended' : ''}`;

/** Somebody with a token of their own, and keys of too small a scope, at what belongs to another. */
export function intruder(stage: Stage, victim: { readonly id: string }): Actor {
  const { world, word } = stage;
  const { schedule, keys, modelId } = world;
  return {
    check: async () => {},
    act: async () => {
      const body = { modelId, consent: true, mode: 'lab', questions: 3 };
      const started = await persist(
        stage,
        { method: 'POST', url: '/v1/interviews', as: keys.interview, body, key: word() },
        2,
      );
      if (started?.status !== 201) return;
      for (let n = 0; n < 4; n++) {
        await schedule.pause(schedule.below(2000));
        if (victim.id === '') continue;
        const url = `/v1/interviews/${victim.id}`;
        const request = schedule.one([
          { method: 'GET', url, as: started.body.token },
          { method: 'GET', url: `${url}/question`, as: started.body.token },
          { method: 'POST', url: `${url}/end`, as: started.body.token },
          { method: 'DELETE', url, as: started.body.token },
          { method: 'GET', url, as: keys.audit },
          { method: 'GET', url: '/v1/interviews', as: started.body.token },
          { method: 'GET', url: '/v1/keys', as: keys.interview },
        ] as const);
        const answer = await tryOnce(stage, request);
        requireThat((answer?.status ?? 404) >= 400, () => `${request.method} ${request.url} was allowed`);
      }
    },
  };
}
