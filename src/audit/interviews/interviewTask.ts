/**
 * A unit of work: some people of one fold, interviewed by one contender. They answer with the ratings they gave; in the
 * open protocol they say "haven't seen it" to everything else.
 */
import type { FactorModel } from '../../factorization/index.ts';
import { answersHeard, observe, startBelief } from '../../inference/index.ts';
import { Interview } from '../../interview/index.ts';
import { defineTask, derive, logitsFromWeights, softmax } from '../../maths/index.ts';
import { type Answered, type CompressedRows, type ItemIndex, itemIndex } from '../../ratings/index.ts';
import { type Equipment, interviewers } from '../attackers/equipment.ts';
import { receiveModel, type SentModel } from '../attackers/sentModel.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import type { Contender } from '../spec/contender.ts';
import { EARLY, emptyOutcomes, type OutcomeShape, type Outcomes, pointsOf } from './outcomes.ts';
import { predictedRating } from './predictedRating.ts';

export type InterviewSpec = Pick<
  AuditSpec,
  'protocol' | 'ridge' | 'prior' | 'maxQuestions' | 'ratingErrorEvery' | 'seed'
>;

/** From what held-out ratings are predicted: a model of ratings, and a ridge of its own for the profile. */
export interface Predictor {
  readonly model: SentModel;
  readonly ridge: number;
}

export interface InterviewUnit {
  readonly contender: Contender;
  readonly equipment: Equipment;
  /** Left out where rating error is not measured. */
  readonly predictor?: Predictor | undefined;
  readonly spec: InterviewSpec;
  /** Numbers of the people, which decide their random choices. */
  readonly people: Uint32Array;
  /** A row per person: what they can answer, and what is held out. */
  readonly histories: CompressedRows;
  readonly heldOut: CompressedRows;
}

export const interviewTask = defineTask<InterviewUnit, Outcomes>('audit-interviews', (unit) => {
  const model = receiveModel(unit.equipment.model);
  const shape = { types: model.typeLabels.length, ...unit.spec };
  const outcomes = emptyOutcomes(unit.people.length, shape);
  const prepare = interviewers(unit.contender, unit.equipment, model, unit.spec);
  for (let person = 0; person < unit.people.length; person++) {
    const interviewer = prepare(unit.people[person]!);
    interviewOne(unit, model, interviewer, shape, person, outcomes);
  }
  return outcomes;
});

function interviewOne(
  unit: InterviewUnit,
  model: FactorModel,
  { strategy, classifier, beliefOptions }: ReturnType<ReturnType<typeof interviewers>>,
  shape: OutcomeShape,
  person: number,
  outcomes: Outcomes,
) {
  const { spec, contender } = unit;
  const ratings = rowEntries(unit.histories, person);
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
  const recommender = unit.predictor && recommend(unit.predictor, rowEntries(unit.heldOut, person), spec.prior);
  for (const answered of known) recommender?.learn(answered);
  const width = (spec.maxQuestions + 1) * shape.types;
  const uniform = spec.prior === 'uniform' && classifier === undefined;
  for (let question = 0; ; question++) {
    const logWeights = interview.logWeights();
    outcomes.logits.set(logitsFromWeights(logWeights), person * width + question * shape.types);
    outcomes.heard[person * (spec.maxQuestions + 1) + question] = answersHeard(model, interview.belief);
    if (recommender !== undefined && question % spec.ratingErrorEvery === 0) {
      const point = person * pointsOf(shape) + question / spec.ratingErrorEvery;
      // A uniform prior is fair to the groups, but people are not: predictions weigh the groups as they are.
      const weighed = uniform ? logWeights.map((weight, t) => weight + Math.log(model.typePriors[t]!)) : logWeights;
      const { squares, ofMeans, ratings } = recommender.errors(softmax(weighed));
      outcomes.squaredErrors[point] = squares;
      outcomes.meanErrors[point] = ofMeans;
      outcomes.heldOut[point] = ratings;
    }
    if (interview.status.kind === 'stopped') break;
    const item = interview.status.question;
    const rating = ratings.get(item);
    if (question < EARLY) {
      outcomes.early[person * EARLY + question] = item + 1;
      if (rating === undefined) outcomes.skips[person] = outcomes.skips[person]! | (1 << question);
    }
    interview = rating === undefined ? interview.skip(item) : interview.answer(item, rating);
    recommender?.learn({ item, answer: rating ?? 'skip' });
  }
  outcomes.lengths[person] = interview.steps.length;
}

/** Predicts what is held out of one person, as the answers come in. What was asked needs no prediction any more. */
function recommend(predictor: Predictor, heldOut: Map<ItemIndex, number>, prior: InterviewSpec['prior']) {
  const model = receiveModel(predictor.model);
  let taste = startBelief(model, { ridge: predictor.ridge, prior });
  return {
    learn: ({ item, answer }: Answered) => {
      taste = taste.afterAll(observe(model, item, answer));
      heldOut.delete(item);
    },
    /** Squared errors of what is still held out: of the predictions, and of the items' means over training users. */
    errors: (probabilities: ArrayLike<number>) => {
      let [squares, ofMeans] = [0, 0];
      for (const [item, rating] of heldOut) {
        squares += (rating - predictedRating(model, taste, item, probabilities)) ** 2;
        ofMeans += (rating - model.itemStatistics.means[item]!) ** 2;
      }
      return { squares, ofMeans, ratings: heldOut.size };
    },
  };
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
