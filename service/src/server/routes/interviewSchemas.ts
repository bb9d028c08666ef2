/** What interviews look like from outside. */

import { type Static, Type } from 'typebox';
import { strategiesInService } from 'ulterior/service-parts';
import { Attribute, EXAMPLE_ID, Id, oneOf, Scale, Scrub, Text, Time } from '../common/commonSchemas.ts';
import type { Limits } from '../common/limits.ts';

export function StartInterview({ questions, retentionSeconds, defaultRetentionSeconds }: Limits) {
  return Type.Object(
    {
      modelId: Id,
      consent: Type.Literal(true, {
        description:
          'The person was told what will be inferred from the answers and agreed. Without it nothing is asked.',
      }),
      strategy: Type.Optional(
        oneOf(
          strategiesInService('interviews'),
          'How questions are chosen; by default the exact one for the number of types.',
        ),
      ),
      target: Type.Optional(Text(200, 'Of a model of several attributes: the one to ask for (strategy targeted).')),
      protocol: Type.Optional(
        Type.Literal('open', { description: 'Anything may be asked, and a skip is an answer. There is no other.' }),
      ),
      questions: Type.Optional(
        Type.Integer({ minimum: 1, maximum: questions, default: 10, description: 'Most questions to ask.' }),
      ),
      confidence: Type.Optional(
        Type.Number({ minimum: 0.5, maximum: 0.9999, description: 'Ends when the guess is this sure.' }),
      ),
      errorRate: Type.Optional(
        Type.Number({
          minimum: 0.0001,
          maximum: 0.4999,
          description: 'Ends when the sequential test has decided, wrong at most this often.',
        }),
      ),
      mode: Type.Optional(
        oneOf(
          ['participant', 'lab'],
          'participant (default): the token sees questions only. lab: it also sees belief, advice, ledger, transcript and strategy.',
        ),
      ),
      retentionSeconds: Type.Optional(
        Type.Integer({
          minimum: 60,
          maximum: retentionSeconds,
          default: defaultRetentionSeconds,
          description: 'After this time everything about the interview is erased.',
        }),
      ),
    },
    {
      additionalProperties: false,
      examples: [{ modelId: EXAMPLE_ID, consent: true, questions: 10, mode: 'lab' }],
    },
  );
}

export const Question = Type.Object(
  {
    number: Type.Integer({ minimum: 1, description: 'Which question this is.' }),
    item: Type.String({ description: 'Id of the item; an answer names it.' }),
    title: Type.String(),
    scale: Scale,
  },
  { $id: 'Question', examples: [{ number: 1, item: 'i17', title: 'The Harbour', scale: { min: 1, max: 5, step: 1 } }] },
);

const stateParts = {
  id: Id,
  modelId: Id,
  mode: oneOf(['participant', 'lab'], 'What the token sees.'),
  infers: Type.Array(Attribute, { description: 'What is inferred from the answers: the person must be told.' }),
  status: oneOf(['asking', 'stopped'], 'Whether a question is open.'),
  stopReason: Type.Optional(
    oneOf(
      ['budget', 'confident', 'decided', 'littleGain', 'exhausted', 'ended', 'finished'],
      'Why it stopped. A participant reads "finished" where the reason would tell what is believed.',
    ),
  ),
  question: Type.Optional(Type.Unsafe<Static<typeof Question>>({ $ref: 'Question#' })),
  asked: Type.Integer({ description: 'Questions that were answered or skipped.' }),
  maxQuestions: Type.Optional(Type.Integer()),
  revision: Type.Integer({ description: 'Grows with each change.' }),
  strategy: Type.Optional(Type.String({ description: 'Not shown to participants.' })),
  createdAt: Time,
  expiresAt: Time,
};

export const InterviewState = Type.Object(stateParts, {
  $id: 'InterviewState',
  description: 'An interview as it stands.',
});
export type InterviewState = Static<typeof InterviewState>;

export const StartedInterview = Type.Object(
  {
    ...stateParts,
    token: Type.String({
      description: 'Gives access to this interview and nothing else. It is shown once and not kept.',
    }),
  },
  { $id: 'StartedInterview' },
);

export const InterviewRow = Type.Object({
  id: Id,
  modelId: Id,
  mode: oneOf(['participant', 'lab'], 'What the token sees.'),
  strategy: Type.Optional(Type.String()),
  ended: Type.Boolean({ description: 'Whether someone ended it; it may also have stopped by itself.' }),
  revision: Type.Integer(),
  createdAt: Time,
  expiresAt: Time,
});

const Item = Text(500, 'Id of the item that was asked.');
const Revision = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 2 ** 31 - 1,
    description: 'Refuse if the interview is no longer at this revision.',
  }),
);

export const GiveAnswer = Type.Object(
  { item: Item, rating: Type.Number({ description: 'On the scale of the question.' }), revision: Revision },
  { additionalProperties: false, examples: [{ item: 'i17', rating: 4 }] },
);

export const GiveSkip = Type.Object(
  { item: Item, revision: Revision },
  { additionalProperties: false, examples: [{ item: 'i17' }] },
);

export const AtRevision = Type.Object({ revision: Revision }, { additionalProperties: false });

const Shares = Type.Array(Type.Number(), { description: 'Probability of each group, in their order.' });

export const BeliefView = Type.Object(
  {
    revision: Type.Integer(),
    asked: Type.Integer(),
    surerThan: Type.Optional(
      Type.Number({
        description:
          'Share of the people whom the model was calibrated with of whom it was less sure after as many answers, in steps of 0.05. Only where the interview is like theirs.',
      }),
    ),
    attributes: Type.Array(
      Type.Object({
        name: Type.String(),
        labels: Type.Array(Type.String()),
        prior: Shares,
        posterior: Shares,
        guess: Type.String({ description: 'The most probable group.' }),
        known: Type.Number({ description: 'Bits by which the belief is away from what it was before any answer.' }),
      }),
    ),
  },
  { $id: 'Belief', description: 'What the answers tell the operator.' },
);

export const BudgetQuery = Type.Object(
  {
    budget: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 64,
        default: 0.25,
        description: 'How many bits may become known about each attribute.',
      }),
    ),
  },
  { additionalProperties: false },
);

const SayWhat = Type.Union([Type.Number(), Type.Literal('skip')], { description: 'A rating, or skip.' });

const Guess = Type.Object({ value: Type.String(), probability: Type.Number() });

const adviceParts = {
  action: oneOf(['answer', 'skip', 'distort'], 'What to do with the question.'),
  say: Type.Optional(SayWhat),
  because: Type.Optional(oneOf(['budget', 'gain'], 'Why not to answer.')),
  keeps: Type.Boolean({
    description: 'Whether the budget holds if the advice is followed; false if nothing keeps it.',
  }),
  attributes: Type.Array(
    Type.Object({
      attribute: Type.String(),
      budget: Type.Number(),
      known: Type.Number(),
      cost: Type.Number({ description: 'Bits that an answer is expected to give away.' }),
      knownAfter: Type.Number({ description: 'At most, once the advice was followed.' }),
      used: Type.Number({ description: 'Share of the budget; above 1 it is exceeded.' }),
      usedAfter: Type.Number({ description: 'At most, once the advice was followed.' }),
      guess: Guess,
      guessAfter: Guess,
      beforehand: Type.Number({ description: 'Bits between the prior alone and an even guess.' }),
    }),
  ),
  gain: Type.Optional(
    Type.Object({
      drop: Type.Number(),
      share: Type.Number({ description: 'Share of the uncertainty about ratings that an answer removes.' }),
    }),
  ),
};

export const AdviceView = Type.Object(
  { item: Type.String(), title: Type.String(), ...adviceParts },
  { $id: 'Advice', description: 'What an answer to the open question gives away, and whether to answer.' },
);

const Reached = { known: Type.Number(), posterior: Shares };

export const LedgerView = Type.Object(
  {
    budget: Type.Number(),
    entries: Type.Array(
      Type.Object({
        item: Type.String(),
        title: Type.String(),
        answer: SayWhat,
        lines: Type.Array(
          Type.Object({
            attribute: Type.String(),
            cost: Type.Number({ description: 'Bits it was expected to give away.' }),
            bits: Type.Number({ description: 'Bits by which more is known after it; negative where less.' }),
            known: Type.Number(),
            followed: Type.Number({ description: 'What would be known if the advice had been followed.' }),
            posterior: Shares,
          }),
        ),
        advice: Type.Object(adviceParts),
        followed: SayWhat,
      }),
    ),
    totals: Type.Array(
      Type.Object({
        attribute: Type.String(),
        labels: Type.Array(Type.String()),
        knownBefore: Type.Number({ description: 'With the bits of all answers it adds up to what is known.' }),
        before: Shares,
        ...Reached,
        cost: Type.Number(),
        followed: Type.Object(Reached),
      }),
    ),
  },
  { $id: 'Ledger', description: 'What each answer gave away.' },
);

export const TranscriptView = Type.Object(
  {
    format: Type.Literal('ulterior-transcript'),
    version: Type.Integer(),
    attribute: Type.String(),
    dataFingerprint: Type.String(),
    strategy: Type.String(),
    protocol: oneOf(['open', 'rated'], 'What may be asked.'),
    ridge: Type.Number(),
    prior: Shares,
    stopping: Type.Object({
      maxQuestions: Type.Optional(Type.Integer()),
      confidence: Type.Optional(Type.Number()),
      errorRates: Type.Optional(Type.Number()),
      smallestGain: Type.Optional(Type.Number()),
    }),
    calibrated: Type.Optional(Type.Boolean()),
    known: Type.Array(Type.Object({ item: Type.String(), answer: SayWhat })),
    events: Type.Array(
      Type.Object({
        event: oneOf(['answer', 'skip', 'undo', 'end'], 'What happened.'),
        item: Type.Optional(Type.String()),
        rating: Type.Optional(Type.Number()),
      }),
    ),
  },
  {
    $id: 'Transcript',
    description: 'What `ulterior ask advise --transcript` reads. What was undone is not in it: it was erased.',
  },
);

export const Recommendations = Type.Object(
  {
    rows: Type.Array(
      Type.Object({
        item: Type.String(),
        title: Type.String(),
        rating: Type.Number({ description: 'How the person is expected to rate it, if they know it.' }),
      }),
    ),
  },
  { $id: 'Recommendations', description: 'What the person may like best among the more popular items.' },
);

export const Erased = Type.Object(
  {
    interviews: Type.Integer({ description: '0 if it was erased before, and the scrub was owed since.' }),
    answers: Type.Integer({ description: 'Answers that were erased with it.' }),
    scrub: Scrub,
  },
  { examples: [{ interviews: 1, answers: 12, scrub: 'done' }] },
);
