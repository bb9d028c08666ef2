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

/** Something that changes the interview. */
interface Step {
  readonly path: string;
  readonly body?: object;
  readonly made: (state: State) => State;
}

const same = (one: State, other: State) => JSON.stringify(one) === JSON.stringify(other);

export function participant(stage: Stage): Actor & { readonly seen: { id: string; token: string } } {
  const { world, word, checkAll, say } = stage;
  const { schedule, keys, modelId } = world;
  const seen = { id: '', token: '' };
  /** What is known, and what else may be: a change in hand was made. */
  let known: State = { answers: [], ended: false };
  let maybe: readonly State[] = [];
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
    if (rows === undefined) return requireThat(erasing, () => `the interview ${seen.id} is gone, and no one erased it`);
    const kept: State = { answers: rows.answers, ended: rows.interview.ended };
    const possible = [known, ...maybe];
    requireThat(
      possible.some((state) => same(kept, state)),
      () => `kept is ${text(kept)}; known is ${possible.map(text).join(' or ')}`,
    );
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
      maybe = [];
      take(answer);
      return;
    }
  };

  const requestFor = ({ path, body }: Step, at: number | undefined): Request => {
    const query = body === undefined && at !== undefined ? `?revision=${at}` : '';
    return {
      ...{ method: 'POST', url: url(path + query), as: seen.token, key: `key-${word()}` },
      ...(body === undefined ? {} : { body: at === undefined ? body : { ...body, revision: at } }),
    };
  };

  const change = async (step: Step) => {
    const request = requestFor(step, schedule.chance(0.5) ? revision : undefined);
    const after = step.made(known);
    maybe = [after];
    const answer = await persist(stage, request);
    if (answer?.status !== 200) return look();
    known = after;
    maybe = [];
    take(answer);
    await checkAll();
    // Sent again for no reason: nothing happens, and the answer is the same.
    if (schedule.chance(0.3)) {
      const again = await tryOnce(stage, request);
      const isSame = again?.status !== 200 || JSON.stringify(again.body) === JSON.stringify(answer.body);
      requireThat(isSame, () => `a repeated request was answered ${JSON.stringify(again)}`);
      await checkAll();
    }
  };

  /** In two windows at once, both made for one revision: at most one of the two counts. */
  const changeInTwoWindows = async (steps: readonly [Step, Step]) => {
    const requests = steps.map((step) => requestFor(step, revision));
    maybe = steps.map(({ made }) => made(known));
    const answers = await Promise.all(requests.map((request) => persist(stage, request)));
    const counted = answers.flatMap((answer, n) => (answer?.status === 200 ? [{ answer, after: maybe[n]! }] : []));
    requireThat(counted.length < 2, () => 'two changes that were made for one revision count');
    const [one] = counted;
    if (one === undefined) return look();
    known = one.after;
    maybe = [];
    take(one.answer);
    await checkAll();
  };

  const drawStep = (): Step | undefined => {
    const dice = schedule.below(10);
    if (known.ended || dice === 0) {
      if (known.answers.length === 0 && !known.ended) return undefined;
      return {
        path: '/undo',
        made: ({ answers, ended }) => (ended ? { answers, ended: false } : { answers: answers.slice(0, -1), ended }),
      };
    }
    if (dice === 1) return { path: '/end', made: ({ answers }) => ({ answers, ended: true }) };
    if (question === undefined) return undefined;
    const item = question;
    const rating = dice < 4 ? null : 1 + schedule.below(5);
    return {
      path: rating === null ? '/skips' : '/answers',
      body: rating === null ? { item } : { item, rating },
      made: ({ answers, ended }) => ({ answers: [...answers, { item, rating }], ended }),
    };
  };

  const step = async () => {
    const [one, other] = [drawStep(), drawStep()];
    if (one !== undefined && other !== undefined && schedule.chance(0.2)) await changeInTwoWindows([one, other]);
    else if (one !== undefined) await change(one);
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
