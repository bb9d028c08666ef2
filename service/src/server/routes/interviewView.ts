/** What is shown of an interview. A participant sees the questions; whoever runs it, and the lab, see what is believed. */
import { attributesOf, bitsBetween, largestAt, marginal, type StopReason } from 'ulterior/service-parts';
import type { StoredInterview } from '../../store/index.ts';
import { given } from '../common/given.ts';
import type { Caller } from '../http/access.ts';
import type { LoadedInterview, StoredSetup } from '../interviews/interviewCache.ts';
import type { InterviewState } from './interviewSchemas.ts';

/** Reasons that do not depend on what the answers were. */
const TELLS_NOTHING: readonly StopReason[] = ['budget', 'exhausted', 'ended'];

/** Whether the caller sees what the operator sees. */
function seesBelief(caller: Caller, { mode }: StoredInterview): boolean {
  return caller.kind === 'key' || mode === 'lab';
}

export function stateOf({ stored, interview }: LoadedInterview, caller: Caller): InterviewState {
  const { model } = interview.setup;
  const { status } = interview;
  const open = seesBelief(caller, stored);
  const { stopping } = stored.setup as unknown as StoredSetup;
  return {
    id: stored.id,
    modelId: stored.modelId,
    mode: stored.mode,
    infers: attributesOf(model).attributes.map(({ name, labels }) => ({ name, labels: [...labels] })),
    status: status.kind,
    ...(status.kind === 'stopped'
      ? { stopReason: open || TELLS_NOTHING.includes(status.reason) ? status.reason : ('finished' as const) }
      : {
          question: {
            number: interview.steps.length + 1,
            item: model.items.id(status.question),
            title: model.items.title(status.question),
            scale: model.scale,
          },
        }),
    asked: interview.steps.length,
    ...given({ maxQuestions: stopping.maxQuestions }),
    revision: stored.revision,
    ...(open ? { strategy: interview.setup.strategy.name } : {}),
    createdAt: stored.createdAt.toISOString(),
    expiresAt: stored.expiresAt.toISOString(),
  };
}

export function beliefOf({ stored, interview }: LoadedInterview) {
  const { model } = interview.setup;
  const { prior } = interview.belief.parameters;
  const posterior = interview.posterior();
  return {
    revision: stored.revision,
    asked: interview.steps.length,
    ...given({ surerThan: interview.surerThan() }),
    attributes: attributesOf(model).attributes.map(({ name, labels }) => {
      const before = marginal(model, prior, name);
      const now = marginal(model, posterior, name);
      return {
        name,
        labels: [...labels],
        prior: Array.from(before),
        posterior: Array.from(now),
        guess: labels[largestAt(now)]!,
        known: bitsBetween(Float64Array.from(now, Math.log), Float64Array.from(before, Math.log)),
      };
    }),
  };
}
