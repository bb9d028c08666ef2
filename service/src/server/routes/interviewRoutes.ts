/** Starting, answering and erasing interviews. What is believed of them is in interviewView.ts. */

import { randomInt } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Interview, type ItemIndex, UlteriorError } from 'ulterior/service-parts';
import type { Remember, StoredInterview } from '../../store/index.ts';
import { IdempotencyHeaders, IdPath } from '../common/commonSchemas.ts';
import { hashOf, newToken } from '../common/credentials.ts';
import { given } from '../common/given.ts';
import { found } from '../common/problem.ts';
import type { Counted } from '../figures/metrics.ts';
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

/** What a request does to an interview: here, in the store, and in the figures. */
interface Change {
  /** The one that the caller has seen, if it says so. */
  readonly revision: number | undefined;
  readonly act: (interview: Interview) => Interview;
  readonly write: (
    id: string,
    revision: number,
    remember: Remember<StoredInterview>,
  ) => Promise<StoredInterview | undefined>;
  readonly keep?: (loaded: LoadedInterview) => void;
  readonly counted: readonly [Counted, string];
}

export function addInterviewRoutes(app: App, service: Service): void {
  const { store, limits, clock, metrics, models, interviews } = service;
  for (const schema of [Question, InterviewState, StartedInterview]) app.addSchema(schema);
  const State = { $ref: 'InterviewState#' };
  const starts = app.createRateLimit({ max: () => limits.interviewsPerHour, timeWindow: HOUR, keyGenerator: nameOf });

  app.post(
    '/v1/interviews',
    {
      config: { access: 'interview', problems: [404] },
      schema: {
        summary: 'Start an interview',
        description:
          'Gives the first question and a token for the person who answers. `consent` must be true: the person was told what is inferred, and agreed.',
        headers: IdempotencyHeaders,
        body: StartInterview(limits),
        response: { 201: { $ref: 'StartedInterview#' } },
      },
      preValidation: async ({ body }) => {
        if ((body as { consent?: unknown } | null | undefined)?.consent !== true) {
          throw new UlteriorError(
            'CONSENT_MISSING',
            'an interview infers something personal from answers that look harmless; it may not begin unless the person was told so and agreed',
            'tell the person what is inferred (GET the model), ask, and send "consent": true if they agree',
          );
        }
      },
    },
    async (request, reply) =>
      once(service, request, reply, 201, async (answered) => {
        const { modelId, strategy, target, questions = DEFAULT_QUESTIONS, confidence, errorRate } = request.body;
        const { mode = 'participant', retentionSeconds = limits.defaultRetentionSeconds } = request.body;
        const setup: StoredSetup = {
          ...given({ strategy: strategy ?? (target && 'targeted'), target }),
          stopping: { maxQuestions: questions, ...given({ confidence, errorRates: errorRate }) },
          seed: randomInt(2 ** 31),
        };
        // A model may be at hand here that was removed elsewhere.
        found('model', await store.models.find(modelId));
        const interview = begun(await models.get(modelId), setup);
        await refuseIfExceeded(starts, request);
        const token = newToken();
        const stored = await store.interviews.add(
          {
            modelId,
            mode,
            setup: { ...setup, strategy: interview.setup.strategy.name },
            tokenHash: hashOf(token),
            expiresAt: new Date(clock().getTime() + 1000 * retentionSeconds),
          },
          answered((stored) => ({ ...stateOf({ stored, interview }, request.caller), token })),
        );
        metrics.count('ulterior_interviews_total', 'started');
        interviews.keep({ stored, interview });
      }),
  );

  addListRoute(app, {
    url: '/v1/interviews',
    access: 'interview',
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
        summary: 'The state of an interview',
        description: 'With the open question, if there is one.',
        params: IdPath,
        response: { 200: State },
      },
    },
    async ({ params: { id }, caller }) => stateOf(await interviews.load(id, readOf(caller)), caller),
  );

  app.get(
    '/v1/interviews/:id/question',
    {
      config: { access: 'participant', problems: [409] },
      schema: {
        summary: 'The open question',
        description: 'A problem with the code INTERVIEW_STOPPED where no question is open.',
        params: IdPath,
        response: { 200: { $ref: 'Question#' } },
      },
    },
    async ({ params: { id }, caller }) => {
      const { question, stopReason } = stateOf(await interviews.load(id, readOf(caller)), caller);
      if (question === undefined) {
        throw new UlteriorError(
          'INTERVIEW_STOPPED',
          `the interview has stopped (${stopReason!})`,
          'start a new interview, or undo the last step',
        );
      }
      return question;
    },
  );

  /** Makes the change once, by its idempotency key, if nobody else has changed the interview since it was read. */
  const changeOnce = (
    request: FastifyRequest & { params: { id: string } },
    reply: FastifyReply,
    { revision, act, write, keep = (changed) => void interviews.keepOpen(changed), counted }: Change,
  ) => {
    const { id } = request.params;
    return once(service, request, reply, 200, async (answered) => {
      const loaded = await interviews.load(id, readOf(request.caller));
      const at = loaded.stored.revision;
      if (revision !== undefined && revision !== at) throw changed();
      const interview = act(loaded.interview);
      const remember = answered((stored: StoredInterview) => stateOf({ stored, interview }, request.caller));
      const stored = await write(id, at, remember);
      if (stored === undefined) throw changed();
      metrics.count(...counted);
      keep({ stored, interview });
    });
  };
  const changing = { params: IdPath, headers: IdempotencyHeaders, response: { 200: State } };

  app.post(
    '/v1/interviews/:id/answers',
    {
      config: { access: 'participant', problems: [409] },
      schema: {
        ...changing,
        summary: 'Answer the open question',
        description: 'Gives the interview with its next question.',
        body: GiveAnswer,
      },
    },
    async (request, reply) => {
      const { item, rating, revision } = request.body;
      return changeOnce(request, reply, {
        revision,
        act: (interview) => interview.answer(askedItem(interview, item), rating),
        write: (id, at, remember) => store.interviews.append(id, at, { item, rating }, remember),
        counted: ['ulterior_answers_total', 'rated'],
      });
    },
  );

  app.post(
    '/v1/interviews/:id/skips',
    {
      config: { access: 'participant', problems: [409] },
      schema: {
        ...changing,
        summary: 'Skip the open question',
        description: 'It costs a question. In a model of two channels a skip tells something too.',
        body: GiveSkip,
      },
    },
    async (request, reply) => {
      const { item, revision } = request.body;
      return changeOnce(request, reply, {
        revision,
        act: (interview) => interview.skip(askedItem(interview, item)),
        write: (id, at, remember) => store.interviews.append(id, at, { item, rating: null }, remember),
        counted: ['ulterior_answers_total', 'skipped'],
      });
    },
  );

  app.post(
    '/v1/interviews/:id/undo',
    {
      config: { access: 'participant', problems: [409] },
      schema: {
        ...changing,
        summary: 'Take the last answer back',
        description: 'It is erased, not marked. If the interview was ended, undo reopens it.',
        querystring: AtRevision,
      },
    },
    async (request, reply) =>
      changeOnce(request, reply, {
        revision: request.query.revision,
        act: (interview) => interview.undo(),
        write: store.interviews.undo,
        // Read anew by whoever comes next: the interview at hand still knows what was undone.
        keep: ({ stored: { id } }) => interviews.drop(id),
        counted: ['ulterior_answers_total', 'undone'],
      }),
  );

  app.post(
    '/v1/interviews/:id/end',
    {
      config: { access: 'participant', problems: [409] },
      schema: {
        ...changing,
        summary: 'End an interview',
        description: 'Its answers stay until they expire or are erased.',
        querystring: AtRevision,
      },
    },
    async (request, reply) =>
      changeOnce(request, reply, {
        revision: request.query.revision,
        act: (interview) => interview.end(),
        write: store.interviews.end,
        counted: ['ulterior_interviews_total', 'ended'],
      }),
  );

  app.delete(
    '/v1/interviews/:id',
    {
      config: { access: 'participant' },
      schema: {
        summary: 'Erase an interview',
        description:
          'Erases the interview with every answer, and says how many answers went. 202 while it is owed that they leave the files, too; to send it again is to ask how far that is.',
        params: IdPath,
        response: { 200: Erased, 202: Erased },
      },
    },
    async ({ params: { id } }, reply) => {
      const gone = await store.interviews.remove(id);
      interviews.drop(id);
      const removed = found('interview', gone);
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
    ...given({ strategy }),
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

function changed(): UlteriorError {
  return new UlteriorError(
    'INTERVIEW_CHANGED',
    'the interview was changed by another request in between',
    'read the interview again, and answer the question that is open now',
  );
}
