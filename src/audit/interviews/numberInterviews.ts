/** Interviews about a number. People are asked what they are known to have rated: the paper's protocol. */
import { decodeNumericModel } from '../../factorization/index.ts';
import { NumericInterview } from '../../interview/index.ts';
import { createNumericStrategy } from '../../selection/index.ts';
import type { InterviewKind } from './interviewKind.ts';
import { emptyNumericOutcomes } from './outcomes.ts';

export interface NumberInterviews {
  readonly about: 'number';
  /** The encoded model of the fold. */
  readonly model: Uint8Array;
  readonly strategy: string;
  readonly spec: { readonly ridge: number | 'model'; readonly maxQuestions: number; readonly seed: number };
}

export function numberInterviews(unit: NumberInterviews, people: number): InterviewKind<NumericInterview> {
  const { ridge, maxQuestions, seed } = unit.spec;
  const model = decodeNumericModel(unit.model);
  const outcomes = { ...emptyNumericOutcomes(people, maxQuestions) };
  return {
    start: ({ number, ratings }) =>
      NumericInterview.start({
        model,
        strategy: createNumericStrategy({ model, seed, interview: number }, unit.strategy),
        protocol: { kind: 'rated', items: [...ratings.keys()] },
        stopping: { maxQuestions },
        beliefOptions: { ridge: ridge === 'model' ? undefined : ridge },
      }),
    notes: [
      ({ row }) =>
        ({ belief }, questions) => {
          const at = row * (maxQuestions + 1) + questions;
          outcomes.means[at] = belief.mean;
          outcomes.deviations[at] = belief.deviation;
        },
    ],
    outcomes,
  };
}
