/**
 * A unit of work: some people of one fold, interviewed by one contender. They are asked what they are known to have
 * rated (the paper's protocol), and answer with those ratings.
 */
import { decodeModel, type FactorModel } from '../factorization/index.ts';
import { type LinearModel, linearClassifier, observe, rowOf, startBelief } from '../inference/index.ts';
import { Interview } from '../interview/index.ts';
import { defineTask, largestAt } from '../numeric/index.ts';
import { type CompressedRows, itemIndex } from '../ratings/index.ts';
import { createStrategy } from '../selection/index.ts';
import { EARLY, emptyOutcomes, logitsFromWeights, type OutcomeShape, type Outcomes, pointsOf } from './outcomes.ts';
import type { AuditSpec, Contender } from './spec.ts';

export interface InterviewUnit {
  /** The encoded model of the fold. */
  readonly model: Uint8Array;
  /** For contenders that are judged by a linear classifier. */
  readonly judge?: LinearModel | undefined;
  readonly contender: Contender;
  readonly spec: Pick<AuditSpec, 'ridge' | 'prior' | 'predictionRidge' | 'maxQuestions' | 'ratingErrorEvery' | 'seed'>;
  /** Numbers of the people, which decide their random choices. */
  readonly people: Uint32Array;
  /** A row per person: what may be asked, and what is held out. */
  readonly askable: CompressedRows;
  readonly heldOut: CompressedRows;
}

export const interviewTask = defineTask<InterviewUnit, Outcomes>('audit-interviews', (unit) => {
  const model = decodeModel(unit.model);
  const shape = { types: model.typeLabels.length, ...unit.spec };
  const outcomes = emptyOutcomes(unit.people.length, shape);
  for (let person = 0; person < unit.people.length; person++) interviewOne(unit, model, shape, person, outcomes);
  return outcomes;
});

function interviewOne(
  unit: InterviewUnit,
  model: FactorModel,
  shape: OutcomeShape,
  person: number,
  outcomes: Outcomes,
) {
  const { spec, contender } = unit;
  const answers = rowEntries(unit.askable, person);
  const heldOut = rowEntries(unit.heldOut, person);
  const ridge = contender.ridge ?? (spec.ridge === 'model' ? undefined : spec.ridge);
  const beliefOptions = { ridge, prior: spec.prior };
  const classifier = unit.judge && linearClassifier(unit.judge);
  const seed = { seed: spec.seed, interview: unit.people[person]! };
  let interview = Interview.start({
    model,
    strategy: createStrategy({ model, ...seed, classifier, beliefOptions }, contender.strategy),
    protocol: { kind: 'rated', items: [...answers.keys()].map(itemIndex) },
    stopping: { maxQuestions: spec.maxQuestions },
    beliefOptions,
    classifier,
  });
  // Ratings are predicted from a profile with a ridge of its own.
  let taste = startBelief(model, { ridge: spec.predictionRidge, prior: spec.prior });
  const width = (spec.maxQuestions + 1) * shape.types;
  for (let question = 0; ; question++) {
    const logWeights = classifier ? interview.posterior().map(Math.log) : interview.belief.logWeights;
    outcomes.logits.set(logitsFromWeights(logWeights), person * width + question * shape.types);
    if (question % spec.ratingErrorEvery === 0) {
      const type = largestAt(logWeights);
      let sum = 0;
      for (const [item, rating] of heldOut)
        sum += (rating - taste.predict(rowOf(model, itemIndex(item))).means[type]!) ** 2;
      outcomes.squaredErrors[person * pointsOf(shape) + question / spec.ratingErrorEvery] = sum;
    }
    if (interview.status.kind === 'stopped') break;
    const item = interview.status.question;
    const rating = answers.get(item)!;
    if (question < EARLY) outcomes.early[person * EARLY + question] = item + 1;
    interview = interview.answer(item, rating);
    taste = taste.afterAll(observe(model, item, rating));
  }
  outcomes.lengths[person] = interview.steps.length;
  outcomes.heldOut[person] = heldOut.size;
}

function rowEntries({ starts, indices, values }: CompressedRows, row: number): Map<number, number> {
  const entries = new Map<number, number>();
  for (let at = starts[row]!; at < starts[row + 1]!; at++) entries.set(indices[at]!, values[at]!);
  return entries;
}
