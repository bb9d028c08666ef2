/**
 * A unit of work: some people of one fold, asked in one way, while every attribute of the model is watched. Anything may
 * be asked; people answer with the ratings they gave, and with "haven't seen it" to everything else.
 */
import { attributesOf, decodeModel } from '../../factorization/index.ts';
import { historyAt, logMarginals, type SparseRows } from '../../inference/index.ts';
import { Interview } from '../../interview/index.ts';
import { defineTask } from '../../maths/index.ts';
import { itemIndex } from '../../ratings/index.ts';
import { createStrategy } from '../../selection/index.ts';
import { EARLY, logitsFromWeights } from '../interviews/outcomes.ts';
import type { LeakRow } from './leakMatrixRecords.ts';
import type { LeakMatrixSpec } from './leakMatrixSpec.ts';

export interface JointInterviewUnit {
  /** The encoded model of the fold. */
  readonly model: Uint8Array;
  readonly row: Pick<LeakRow, 'strategy' | 'target'>;
  readonly spec: Pick<LeakMatrixSpec, 'questions' | 'ridge' | 'seed'>;
  /** Probability of each type before the first question. */
  readonly prior: Float64Array;
  /** Numbers of the people, which decide their random choices. */
  readonly people: Uint32Array;
  /** A row per person: what they have rated. */
  readonly histories: SparseRows;
}

/**
 * One row per person, as flat arrays that travel between threads cheaply:
 *
 *   logits   for each attribute of the model, people x (questions + 1) x its values: log odds of each value against the
 *            rest after q questions; NaN beyond the last
 *   lengths  how many questions each person was asked
 *   seen     how many of them each person answered with a rating
 *   early    people x EARLY: the first items asked, plus one; 0 for none
 */
export interface JointOutcomes {
  readonly logits: readonly Float32Array[];
  readonly lengths: Uint32Array;
  readonly seen: Uint32Array;
  readonly early: Uint32Array;
}

/** `values`: how many each attribute has. */
export function emptyJointOutcomes(people: number, questions: number, values: readonly number[]): JointOutcomes {
  return {
    logits: values.map((count) => new Float32Array(people * (questions + 1) * count).fill(Number.NaN)),
    lengths: new Uint32Array(people),
    seen: new Uint32Array(people),
    early: new Uint32Array(people * EARLY),
  };
}

export const jointInterviewTask = defineTask<JointInterviewUnit, JointOutcomes>('joint-interviews', (unit) => {
  const { row, spec, people } = unit;
  const model = decodeModel(unit.model);
  const values = attributesOf(model).attributes.map(({ labels }) => labels.length);
  const outcomes = emptyJointOutcomes(people.length, spec.questions, values);
  const beliefOptions = { ridge: spec.ridge === 'model' ? undefined : spec.ridge, prior: unit.prior };
  for (const [person, number] of people.entries()) {
    const { indices, values: given } = historyAt(unit.histories, person);
    const ratings = new Map(Array.from(indices, (item, n) => [itemIndex(item), given[n]!]));
    const context = { model, seed: spec.seed, interview: number, target: row.target, beliefOptions };
    let interview = Interview.start({
      model,
      strategy: createStrategy(context, row.strategy),
      protocol: { kind: 'open' },
      stopping: { maxQuestions: spec.questions },
      beliefOptions,
    });
    for (let question = 0; ; question++) {
      for (const [at, logWeights] of logMarginals(model, interview.belief.logWeights).entries()) {
        const place = (person * (spec.questions + 1) + question) * values[at]!;
        outcomes.logits[at]!.set(logitsFromWeights(logWeights), place);
      }
      if (interview.status.kind === 'stopped') break;
      const item = interview.status.question;
      if (question < EARLY) outcomes.early[person * EARLY + question] = item + 1;
      const rating = ratings.get(item);
      interview = rating === undefined ? interview.skip(item) : interview.answer(item, rating);
      if (rating !== undefined) outcomes.seen[person]!++;
    }
    outcomes.lengths[person] = interview.steps.length;
  }
  return outcomes;
});
