/**
 * A unit of work: some people of one fold, interviewed about their number by one strategy. They are asked what they are
 * known to have rated (the paper's protocol), and answer with those ratings.
 */
import { decodeNumericModel } from '../../factorization/index.ts';
import { historyAt, type SparseRows } from '../../inference/index.ts';
import { NumericInterview } from '../../interview/index.ts';
import { defineTask } from '../../maths/index.ts';
import { itemIndex } from '../../ratings/index.ts';
import { createNumericStrategy } from '../../selection/index.ts';
import { EARLY } from '../interviews/outcomes.ts';
import type { NumericAuditSpec } from './numericSpec.ts';

export interface NumericInterviewUnit {
  /** The encoded model of the fold. */
  readonly model: Uint8Array;
  readonly strategy: string;
  readonly spec: Pick<NumericAuditSpec, 'ridge' | 'maxQuestions' | 'seed'>;
  /** Numbers of the people, which decide their random choices. */
  readonly people: Uint32Array;
  /** A row per person: what may be asked. */
  readonly askable: SparseRows;
}

/**
 * One row per person, as flat arrays that travel between threads cheaply:
 *
 *   means, deviations  people x (maxQuestions + 1): the belief after q answers; NaN beyond the person's last answer
 *   lengths            how many questions each person answered
 *   early              people x EARLY: the first items asked, plus one; 0 for none
 */
export interface NumericOutcomes {
  readonly means: Float64Array;
  readonly deviations: Float64Array;
  readonly lengths: Uint32Array;
  readonly early: Uint32Array;
}

export function emptyNumericOutcomes(people: number, maxQuestions: number): NumericOutcomes {
  const unknown = () => new Float64Array(people * (maxQuestions + 1)).fill(Number.NaN);
  return {
    means: unknown(),
    deviations: unknown(),
    lengths: new Uint32Array(people),
    early: new Uint32Array(people * EARLY),
  };
}

export const numericInterviewTask = defineTask<NumericInterviewUnit, NumericOutcomes>('numeric-interviews', (unit) => {
  const { spec, people, strategy } = unit;
  const model = decodeNumericModel(unit.model);
  const outcomes = emptyNumericOutcomes(people.length, spec.maxQuestions);
  for (const [person, number] of people.entries()) {
    const { indices, values } = historyAt(unit.askable, person);
    const answers = new Map(Array.from(indices, (item, n) => [itemIndex(item), values[n]!]));
    let interview = NumericInterview.start({
      model,
      strategy: createNumericStrategy({ model, seed: spec.seed, interview: number }, strategy),
      protocol: { kind: 'rated', items: [...answers.keys()] },
      stopping: { maxQuestions: spec.maxQuestions },
      beliefOptions: { ridge: spec.ridge === 'model' ? undefined : spec.ridge },
    });
    for (let question = 0; ; question++) {
      const at = person * (spec.maxQuestions + 1) + question;
      outcomes.means[at] = interview.belief.mean;
      outcomes.deviations[at] = interview.belief.deviation;
      if (interview.status.kind === 'stopped') break;
      const item = interview.status.question;
      if (question < EARLY) outcomes.early[person * EARLY + question] = item + 1;
      interview = interview.answer(item, answers.get(item)!);
    }
    outcomes.lengths[person] = interview.steps.length;
  }
  return outcomes;
});
