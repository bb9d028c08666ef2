/** What the operator, and the lab, see of an interview; and what the person gets in return. */

import { Type } from 'typebox';
import { answersIn, UlteriorError } from 'ulterior/service-parts';
import { IdPath } from '../common/commonSchemas.ts';
import type { App, Service } from '../http/context.ts';
import { requireLedgerCost } from '../models/modelCost.ts';
import {
  AdviceView,
  BeliefView,
  BudgetQuery,
  LedgerView,
  Recommendations,
  TranscriptView,
} from './interviewSchemas.ts';
import { beliefOf } from './interviewView.ts';

/** Of two equally likely values, a quarter of a bit is known when one of them has a probability of 0.79. */
const DEFAULT_BUDGET = 0.25;

export function addInterviewViewRoutes(app: App, { interviews, views, limits }: Service): void {
  for (const schema of [BeliefView, AdviceView, LedgerView, TranscriptView, Recommendations]) app.addSchema(schema);
  const seen = { params: IdPath };

  app.get(
    '/v1/interviews/:id/belief',
    {
      config: { access: 'lab' },
      schema: {
        ...seen,
        summary: 'What is believed',
        description: 'The probability of each group, before any answer and now. Participants do not see it.',
        response: { 200: { $ref: 'Belief#' } },
      },
    },
    async ({ params: { id } }) => beliefOf(await interviews.load(id)),
  );

  app.get(
    '/v1/interviews/:id/advice',
    {
      config: { access: 'lab', problems: [409, 422] },
      schema: {
        ...seen,
        summary: 'Advice on the open question',
        description:
          'What an answer gives away, and what to do so that at most `budget` bits become known, whatever the honest answer is. `keeps` is false where nothing keeps the budget. Participants do not see it: anyone who asks under many budgets learns how much is believed.',
        querystring: BudgetQuery,
        response: { 200: { $ref: 'Advice#' } },
      },
    },
    async ({ params: { id }, query: { budget = DEFAULT_BUDGET } }) => {
      const loaded = await interviews.load(id);
      const { status, setup } = loaded.interview;
      if (status.kind === 'stopped') {
        throw new UlteriorError('INTERVIEW_STOPPED', 'no question is open', 'undo the last step, or see the ledger');
      }
      const item = setup.model.items.id(status.question);
      return views.view<'advice'>(loaded, { view: 'advice', answers: answersIn(loaded.interview), item, budget });
    },
  );

  app.get(
    '/v1/interviews/:id/ledger',
    {
      config: { access: 'lab', problems: [422] },
      schema: {
        ...seen,
        summary: 'What each answer gave away',
        description: 'In bits, and what would be known if the advice under `budget` had been followed.',
        querystring: BudgetQuery,
        response: { 200: { $ref: 'Ledger#' } },
      },
    },
    async ({ params: { id }, query: { budget = DEFAULT_BUDGET } }) => {
      const loaded = await interviews.load(id);
      const answers = answersIn(loaded.interview);
      requireLedgerCost(loaded.interview.setup.model, answers.length, limits);
      return views.view<'ledger'>(loaded, { view: 'ledger', answers, budget });
    },
  );

  app.get(
    '/v1/interviews/:id/transcript',
    {
      config: { access: 'lab' },
      schema: {
        ...seen,
        summary: 'The transcript',
        description: 'The whole interview, as plain JSON that replays to the same state.',
        response: { 200: { $ref: 'Transcript#' } },
      },
    },
    async ({ params: { id } }) => (await interviews.load(id)).interview.transcript(),
  );

  app.get(
    '/v1/interviews/:id/recommendations',
    {
      config: { access: 'participant', problems: [422] },
      schema: {
        ...seen,
        summary: 'What the person may like',
        description:
          'The items with the highest expected rating that were not asked: what the person gets for the answers.',
        querystring: Type.Object(
          { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })) },
          { additionalProperties: false },
        ),
        response: { 200: { $ref: 'Recommendations#' } },
      },
    },
    async ({ params: { id }, query: { limit = 10 } }) => {
      const loaded = await interviews.load(id);
      const answers = answersIn(loaded.interview);
      return views.view<'recommendations'>(loaded, { view: 'recommendations', answers, limit });
    },
  );
}
