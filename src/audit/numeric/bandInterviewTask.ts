/**
 * A unit of work: some people of one fold, interviewed about the band their number lies in, as if bands were categories.
 * A band becomes a number by the mean of the training people in it.
 */
import { decodeModel } from '../../factorization/index.ts';
import { historyAt, type SparseRows } from '../../inference/index.ts';
import { Interview } from '../../interview/index.ts';
import { defineTask, largestAt } from '../../maths/index.ts';
import { itemIndex } from '../../ratings/index.ts';
import { createStrategy } from '../../selection/index.ts';

export interface BandInterviewUnit {
  /** The encoded model of the bands. */
  readonly model: Uint8Array;
  /** Of the training people in each band. */
  readonly bandMeans: Float64Array;
  readonly maxQuestions: number;
  readonly people: Uint32Array;
  readonly askable: SparseRows;
}

/** people x (maxQuestions + 1); NaN beyond the person's last answer. */
export interface BandOutcomes {
  readonly mostLikely: Float64Array;
  readonly weighted: Float64Array;
}

export function emptyBandOutcomes(people: number, maxQuestions: number): BandOutcomes {
  const unknown = () => new Float64Array(people * (maxQuestions + 1)).fill(Number.NaN);
  return { mostLikely: unknown(), weighted: unknown() };
}

export const bandInterviewTask = defineTask<BandInterviewUnit, BandOutcomes>('numeric-bands', (unit) => {
  const { bandMeans, maxQuestions, people } = unit;
  const model = decodeModel(unit.model);
  const outcomes = emptyBandOutcomes(people.length, maxQuestions);
  for (const [person, number] of people.entries()) {
    const { indices, values } = historyAt(unit.askable, person);
    const answers = new Map(Array.from(indices, (item, n) => [itemIndex(item), values[n]!]));
    let interview = Interview.start({
      model,
      strategy: createStrategy({ model, seed: 1, interview: number }),
      protocol: { kind: 'rated', items: [...answers.keys()] },
      stopping: { maxQuestions },
    });
    for (let question = 0; ; question++) {
      const at = person * (maxQuestions + 1) + question;
      const posterior = interview.posterior();
      outcomes.mostLikely[at] = bandMeans[largestAt(posterior)]!;
      outcomes.weighted[at] = posterior.reduce((sum, share, band) => sum + share * bandMeans[band]!, 0);
      if (interview.status.kind === 'stopped') break;
      const item = interview.status.question;
      interview = interview.answer(item, answers.get(item)!);
    }
  }
  return outcomes;
});
