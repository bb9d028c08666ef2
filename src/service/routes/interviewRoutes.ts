/** Starting, answering and erasing interviews. What is believed of them is in interviewViews.ts. */
import { randomInt } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UlteriorError } from '../../errors/index.ts';
import type { Interview } from '../../interview/index.ts';
import type { ItemIndex } from '../../ratings/index.ts';
import type { StoredInterview } from '../../store/index.ts';
import { IdempotencyHeaders, IdPath, problems, withKey, withKeyOrToken } from '../common/commonSchemas.ts';
import { hashOf, newToken } from '../common/credentials.ts';
import { notFound } from '../common/problem.ts';
import { type Caller, nameOf, refuseIfExceeded } from '../http/access.ts';
import type { App, Service } from '../http/context.ts';
import { once } from '../http/idempotency.ts';
import { addListRoute } from '../http/listRoute.ts';
import { begun, type LoadedInterview, type StoredSetup } from '../interviews/interviewCache.ts';
import {
  AtRevision,
  Erased,
  GiveAnswer,
  GiveSkip,
  InterviewRow,
  InterviewState,
  Question,
  StartedInterview,
  StartInterview,
} from './interviewSchemas.ts';
import { stateOf } from './interviewView.ts';

const DEFAULT_QUESTIONS = 10;
const HOUR = 3_600_000;
const TAG = 'interviews';
const tags = [TAG];

/** The revision that a change was asked to be made at; none while nothing was asked of the database. */
interface Attempt {
  at: number | undefined;
}

export function addInterviewRoutes(app: App, service: Service): void {
  const { store, limits, clock, metrics, models, interviews } = service;
  for (const schema of [Question, InterviewState, StartedInterview]) app.addSchema(schema);
  const State = { $ref: 'InterviewState#' };
  const starts = app.createRateLimit({ max: () => limits.interviewsPerHour, timeWindow: HOUR, keyGenerator: nameOf });

  app.post(
    '/v1/interviews',
    {
      config: { access: 'interview' },
      bodyLimit: limits.jsonBytes,
      schema: {
        tags,
        summary: 'Start an interview',
        description:
          'Gives the first question and a token for the person who answers. `consent` must be true: the person was told what is inferred, and agreed.',
        security: withKey,
        headers: IdempotencyHeaders,
        body: StartInterview(limits),
        response: { 201: { $ref: 'StartedInterview#' }, ...problems(400, 401, 403, 404, 409, 413, 415, 422) },
      },
      preValidation: async ({ body }) => {
        if ((body as { consent?: unknown } | null | undefined)?.consent !== true) throw consentMissing();
      },
    },
    async (request, reply) =>
      once(service, request, reply, 201, async () => {
        const { modelId, strategy, target, questions = DEFAULT_QUESTIONS, confidence, errorRate } = request.body;
        const { mode = 'participant', retentionSeconds = limits.defaultRetentionSeconds } = request.body;
        const setup: StoredSetup = {
          strategy: strategy ?? (target === undefined ? undefined : 'targeted'),
          target,
          stopping: {
            maxQuestions: questions,
            confidence,
            errorRates: errorRate,
          },
          seed: randomInt(2 ** 31),
        };
        // A model may be at hand here that was removed elsewhere.
        if ((await store.models.find(modelId)) === undefined) throw notFound('model');
        const interview = begun(await models.get(modelId), setup);
        await refuseIfExceeded(starts, request);
        const token = newToken();
        const stored = await store.interviews.add({
          modelId,
          mode,
          setup: { ...setup, strategy: interview.setup.strategy.name },
          tokenHash: hashOf(token),
          expiresAt: new Date(clock().getTime() + 1000 * retentionSeconds),
        });
        metrics.count('ulterior_interviews_total', 'started');
        return { ...stateOf(interviews.keep({ stored, interview }), request.caller), token };
      }),
  );

  addListRoute(app, {
    url: '/v1/interviews',
    access: 'interview',
    tag: TAG,
    what: 'interviews',
    description: 'Oldest first. Nothing of what was answered is in the list.',
    schema: InterviewRow,
    list: store.interviews.list,
    view: rowOf,
  });

  app.get(
    '/v1/interviews/:id',
    {
      config: { access: 'participant' },
      schema: {
        tags,
        summary: 'The state of an interview',
        description: 'With the open question, if there is one.',
        security: withKeyOrToken,
        params: IdPath,
        response: { 200: State, ...problems(400, 401, 403, 404) },
      },
    },
    async ({ params: { id }, caller }) => stateOf(await interviews.load(id, readOf(caller)), caller),
  );

  app.get(
    '/v1/interviews/:id/question',
    {
      config: { access: 'participant' },
      schema: {
        tags,
        summary: 'The open question',
        description: 'A problem with the code INTERVIEW_STOPPED where no question is open.',
        security: withKeyOrToken,
        params: IdPath,
        response: { 200: { $ref: 'Question#' }, ...problems(400, 401, 403, 404, 409) },
      },
    },
    async ({ params: { id }, caller }) => {
      const { question, stopReason } = stateOf(await interviews.load(id, readOf(caller)), caller);
      if (question === undefined) throw stopped(stopReason!);
      return question;
    },
  );

  /** Changes the interview as `act` says, if nobody else has changed it since it was read. */
  const change = async (
    { params: { id }, caller }: { params: { id: string }; caller: Caller },
    revision: number | undefined,
    act: (interview: Interview) => Interview,
    write: (revision: number) => Promise<StoredInterview | undefined>,
    attempt: Attempt,
  ): Promise<LoadedInterview> => {
    const loaded = await interviews.load(id, readOf(caller));
    if (revision !== undefined && revision !== loaded.stored.revision) throw changed();
    const interview = act(loaded.interview);
    attempt.at = loaded.stored.revision;
    const stored = await write(loaded.stored.revision);
    if (stored === undefined) throw changed();
    return { stored, interview };
  };

  /** Does it once, by its idempotency key. A change that comes after all finds another revision, and so does its repetition. */
  const changeOnce = (
    request: FastifyRequest & { params: { id: string } },
    reply: FastifyReply,
    work: (attempt: Attempt) => Promise<unknown>,
  ) => {
    const attempt: Attempt = { at: undefined };
    const undone = async () => {
      if (attempt.at === undefined) return true;
      return (await store.interviews.find(request.params.id))?.revision === attempt.at;
    };
    return once(service, request, reply, 200, () => work(attempt), undone);
  };

  app.post(
    '/v1/interviews/:id/answers',
    {
      config: { access: 'participant' },
      bodyLimit: limits.jsonBytes,
      schema: {
        tags,
        summary: 'Answer the open question',
        description: 'Gives the interview with its next question.',
        security: withKeyOrToken,
        params: IdPath,
        headers: IdempotencyHeaders,
        body: GiveAnswer,
        response: { 200: State, ...problems(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    async (request, reply) =>
      changeOnce(request, reply, async (attempt) => {
        const { id } = request.params;
        const { item, rating, revision } = request.body;
        const loaded = await change(
          request,
          revision,
          (interview) => interview.answer(askedItem(interview, item), rating),
          (at) => store.interviews.append(id, at, { item, rating }),
          attempt,
        );
        metrics.count('ulterior_answers_total', 'rated');
        return stateOf(interviews.keepOpen(loaded), request.caller);
      }),
  );

  app.post(
    '/v1/interviews/:id/skips',
    {
      config: { access: 'participant' },
      bodyLimit: limits.jsonBytes,
      schema: {
        tags,
        summary: 'Skip the open question',
        description: 'It costs a question. In a model of two channels a skip tells something too.',
        security: withKeyOrToken,
        params: IdPath,
        headers: IdempotencyHeaders,
        body: GiveSkip,
        response: { 200: State, ...problems(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    async (request, reply) =>
      changeOnce(request, reply, async (attempt) => {
        const { id } = request.params;
        const { item, revision } = request.body;
        const loaded = await change(
          request,
          revision,
          (interview) => interview.skip(askedItem(interview, item)),
          (at) => store.interviews.append(id, at, { item, rating: null }),
          attempt,
        );
        metrics.count('ulterior_answers_total', 'skipped');
        return stateOf(interviews.keepOpen(loaded), request.caller);
      }),
  );

  app.post(
    '/v1/interviews/:id/undo',
    {
      config: { access: 'participant' },
      schema: {
        tags,
        summary: 'Take the last answer back',
        description: 'It is erased, not marked. If the interview was ended, undo reopens it.',
        security: withKeyOrToken,
        params: IdPath,
        headers: IdempotencyHeaders,
        querystring: AtRevision,
        response: { 200: State, ...problems(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    async (request, reply) =>
      changeOnce(request, reply, async (attempt) => {
        const { id } = request.params;
        await change(
          request,
          request.query.revision,
          (interview) => interview.undo(),
          (at) => store.interviews.undo(id, at),
          attempt,
        );
        // Read anew: the interview at hand still knows what was undone.
        interviews.drop(id);
        metrics.count('ulterior_answers_total', 'undone');
        return stateOf(await interviews.load(id), request.caller);
      }),
  );

  app.post(
    '/v1/interviews/:id/end',
    {
      config: { access: 'participant' },
      schema: {
        tags,
        summary: 'End an interview',
        description: 'Its answers stay until they expire or are erased.',
        security: withKeyOrToken,
        params: IdPath,
        headers: IdempotencyHeaders,
        querystring: AtRevision,
        response: { 200: State, ...problems(400, 401, 403, 404, 409, 413, 415, 422) },
      },
    },
    async (request, reply) =>
      changeOnce(request, reply, async (attempt) => {
        const { id } = request.params;
        const loaded = await change(
          request,
          request.query.revision,
          (interview) => interview.end(),
          (at) => store.interviews.end(id, at),
          attempt,
        );
        metrics.count('ulterior_interviews_total', 'ended');
        return stateOf(interviews.keepOpen(loaded), request.caller);
      }),
  );

  app.delete(
    '/v1/interviews/:id',
    {
      config: { access: 'participant' },
      schema: {
        tags,
        summary: 'Erase an interview',
        description:
          'Erases the interview with every answer, and says how many answers went. 202 while it is owed that they leave the files, too; to send it again is to ask how far that is.',
        security: withKeyOrToken,
        params: IdPath,
        response: { 200: Erased, 202: Erased, ...problems(400, 401, 403, 404) },
      },
    },
    async ({ params: { id } }, reply) => {
      const removed = await store.interviews.remove(id);
      interviews.drop(id);
      if (removed === undefined) throw notFound('interview');
      if (removed.interviews > 0) metrics.count('ulterior_interviews_total', 'erased');
      return reply.code(removed.scrub === 'done' ? 200 : 202).send(removed);
    },
  );
}

/** What was read of the interview when the token was looked up. */
function readOf(caller: Caller): StoredInterview | undefined {
  return caller.kind === 'token' ? caller.interview : undefined;
}

function rowOf({ id, modelId, mode, setup, ended, revision, createdAt, expiresAt }: StoredInterview) {
  const { strategy } = setup as unknown as StoredSetup;
  return {
    id,
    modelId,
    mode,
    strategy,
    ended,
    revision,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

/** The item by its id; an answer for another than the open question is refused by name, not by number. */
function askedItem({ status, setup: { model }, answers }: Interview, id: string): ItemIndex {
  const item = model.items.indexOf(id);
  if (item === undefined) {
    throw new UlteriorError('ITEM_UNKNOWN', 'the model has no such item', 'answer the open question, by its item id');
  }
  const answered = answers.some((given) => given.item === item);
  if (status.kind === 'asking' && status.question !== item && !answered) {
    throw new UlteriorError(
      'ITEM_NOT_ASKED',
      `the answer is for "${id}"; the open question is "${model.items.id(status.question)}"`,
      'answer the open question, or skip it',
    );
  }
  return item;
}

function consentMissing(): UlteriorError {
  return new UlteriorError(
    'CONSENT_MISSING',
    'an interview infers something personal from answers that look harmless; it may not begin unless the person was told so and agreed',
    'tell the person what is inferred (GET the model), ask, and send "consent": true if they agree',
  );
}

function stopped(reason: string): UlteriorError {
  return new UlteriorError(
    'INTERVIEW_STOPPED',
    `the interview has stopped (${reason})`,
    'start a new interview, or undo the last step',
  );
}

function changed(): UlteriorError {
  return new UlteriorError(
    'INTERVIEW_CHANGED',
    'the interview was changed by another request in between',
    'read the interview again, and answer the question that is open now',
  );
}
