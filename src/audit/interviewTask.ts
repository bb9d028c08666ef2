/**
 * A unit of work: some people of one fold, interviewed by one contender. They answer with the ratings they gave; in the
 * open protocol they say "haven't seen it" to everything else.
 */
import { decodeModel, type FactorModel } from '../factorization/index.ts';
import { answersHeard, observe, rowOf, startBelief, statedLogWeights } from '../inference/index.ts';
import { Interview } from '../interview/index.ts';
import { defineTask, derive, largestAt } from '../numeric/index.ts';
import { type Answered, type CompressedRows, type ItemIndex, itemIndex } from '../ratings/index.ts';
import type { Contender } from './contender.ts';
import { type Equipment, interviewers } from './equipment.ts';
import { EARLY, emptyOutcomes, logitsFromWeights, type OutcomeShape, type Outcomes, pointsOf } from './outcomes.ts';
import type { AuditSpec } from './spec.ts';

export type InterviewSpec = Pick<
  AuditSpec,
  'protocol' | 'ridge' | 'prior' | 'predictionRidge' | 'maxQuestions' | 'ratingErrorEvery' | 'seed'
>;

export interface InterviewUnit {
  readonly contender: Contender;
  readonly equipment: Equipment;
  /** The encoded model of ratings from which held-out ratings are predicted. */
  readonly ratingModel: Uint8Array;
  readonly spec: InterviewSpec;
  /** Numbers of the people, which decide their random choices. */
  readonly people: Uint32Array;
  /** A row per person: what they can answer, and what is held out. */
  readonly histories: CompressedRows;
  readonly heldOut: CompressedRows;
}

export const interviewTask = defineTask<InterviewUnit, Outcomes>('audit-interviews', (unit) => {
  const model = decodeModel(unit.equipment.model);
  const ratingModel = unit.ratingModel === unit.equipment.model ? model : decodeModel(unit.ratingModel);
  const shape = { types: model.typeLabels.length, ...unit.spec };
  const outcomes = emptyOutcomes(unit.people.length, shape);
  const prepare = interviewers(unit.contender, unit.equipment, model, unit.spec);
  for (let person = 0; person < unit.people.length; person++) {
    const interviewer = prepare(unit.people[person]!);
    interviewOne(unit, model, ratingModel, interviewer, shape, person, outcomes);
  }
  return outcomes;
});

function interviewOne(
  unit: InterviewUnit,
  model: FactorModel,
  ratingModel: FactorModel,
  { strategy, classifier, beliefOptions }: ReturnType<ReturnType<typeof interviewers>>,
  shape: OutcomeShape,
  person: number,
  outcomes: Outcomes,
) {
  const { spec, contender } = unit;
  const ratings = rowEntries(unit.histories, person);
  const heldOut = rowEntries(unit.heldOut, person);
  const known = knownRatings(ratings, contender.known ?? 0, spec.seed, unit.people[person]!);
  let interview = Interview.start({
    model,
    strategy,
    protocol: spec.protocol === 'open' ? { kind: 'open' } : { kind: 'rated', items: [...ratings.keys()] },
    stopping: { maxQuestions: spec.maxQuestions },
    beliefOptions,
    classifier,
    known,
  });
  // Ratings are predicted from a profile with a ridge of its own. What was asked needs no prediction any more.
  let taste = startBelief(ratingModel, { ridge: spec.predictionRidge, prior: spec.prior });
  const learn = ({ item, answer }: Answered) => {
    taste = taste.afterAll(observe(ratingModel, item, answer));
    heldOut.delete(item);
  };
  known.forEach(learn);
  const width = (spec.maxQuestions + 1) * shape.types;
  for (let question = 0; ; question++) {
    const logWeights = logWeightsOf(interview);
    outcomes.logits.set(logitsFromWeights(logWeights), person * width + question * shape.types);
    outcomes.heard[person * (spec.maxQuestions + 1) + question] = answersHeard(model, interview.belief);
    if (question % spec.ratingErrorEvery === 0) {
      const type = largestAt(logWeights);
      let sum = 0;
      for (const [item, rating] of heldOut) sum += (rating - taste.predict(rowOf(ratingModel, item)).means[type]!) ** 2;
      const point = person * pointsOf(shape) + question / spec.ratingErrorEvery;
      outcomes.squaredErrors[point] = sum;
      outcomes.heldOut[point] = heldOut.size;
    }
    if (interview.status.kind === 'stopped') break;
    const item = interview.status.question;
    if (question < EARLY) outcomes.early[person * EARLY + question] = item + 1;
    const rating = ratings.get(item);
    interview = rating === undefined ? interview.skip(item) : interview.answer(item, rating);
    learn({ item, answer: rating ?? 'skip' });
  }
  outcomes.lengths[person] = interview.steps.length;
}

/** Of the classifier that judges, or of the belief; calibrated where the model is. */
function logWeightsOf(interview: Interview): Float64Array {
  const { model, classifier } = interview.setup;
  if (classifier !== undefined) return interview.posterior().map(Math.log);
  return statedLogWeights(model, interview.belief);
}

/** Some of the person's ratings, drawn once for all contenders. */
function knownRatings(
  ratings: ReadonlyMap<ItemIndex, number>,
  count: number,
  seed: number,
  person: number,
): readonly Answered[] {
  if (count === 0) return [];
  const order = derive(seed, 'audit-known', person).shuffle([...ratings.keys()] as number[]);
  return order.slice(0, count).map((item) => ({ item: itemIndex(item), answer: ratings.get(itemIndex(item))! }));
}

function rowEntries({ starts, indices, values }: CompressedRows, row: number): Map<ItemIndex, number> {
  const entries = new Map<ItemIndex, number>();
  for (let at = starts[row]!; at < starts[row + 1]!; at++) entries.set(itemIndex(indices[at]!), values[at]!);
  return entries;
}
