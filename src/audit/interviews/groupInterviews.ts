/** Interviews about groups, of one attribute or of several at once. */
import { attributesOf, type FactorModel } from '../../factorization/index.ts';
import { answersHeard, logMarginals } from '../../inference/index.ts';
import { Interview } from '../../interview/index.ts';
import { derive, largestAt, logitsFromWeights } from '../../maths/index.ts';
import { type Answered, itemIndex } from '../../ratings/index.ts';
import { type InterviewerData, interviewers } from '../attackers/interviewerData.ts';
import { receiveModel } from '../attackers/sentModel.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import type { Contender } from '../spec/contender.ts';
import { heldOutErrors, type Predictor } from './heldOutErrors.ts';
import type { Interviewee, InterviewKind, InterviewSpec, Note } from './interviewKind.ts';
import { type BandOutcomes, emptyBandOutcomes, emptyOutcomes, logitsName, unknownLogits } from './outcomes.ts';

export interface GroupInterviews {
  readonly about: 'groups';
  readonly contender: Contender;
  readonly interviewerData: InterviewerData;
  readonly spec: InterviewSpec;
  /** Left out where rating error is not measured. */
  readonly predictor?: Predictor | undefined;
  /** Where groups are bands of a number: the mean of the training people in each. */
  readonly bandMeans?: Float64Array | undefined;
}

/** As an audit interviews. */
export function interviewsBy(
  contender: Contender,
  interviewerData: InterviewerData,
  { protocol, ridge, prior, maxQuestions, ratingErrorEvery, seed }: AuditSpec,
  predictor?: Predictor,
): GroupInterviews {
  const spec = { protocol, ridge, prior, maxQuestions, ratingErrorEvery, seed };
  return { about: 'groups', contender, interviewerData, spec, predictor };
}

export function groupInterviews(unit: GroupInterviews, people: number): InterviewKind<Interview> {
  const { contender, interviewerData, spec, predictor, bandMeans } = unit;
  const { maxQuestions } = spec;
  const model = receiveModel(interviewerData.model);
  const prepare = interviewers(contender, interviewerData, model, spec);
  const types = attributesOf(model).attributes.map(({ labels }) => labels.length);
  const { logits: first, ...outcomes } = emptyOutcomes(people, { ...spec, types: types[0]! });
  const logits = [first, ...types.slice(1).map((count) => unknownLogits(people, maxQuestions, count))];
  const bands = bandMeans && emptyBandOutcomes(people, maxQuestions);
  return {
    start: (person) =>
      Interview.start({
        ...prepare(person.number),
        model,
        protocol: spec.protocol === 'open' ? { kind: 'open' } : { kind: 'rated', items: [...person.ratings.keys()] },
        stopping: { maxQuestions },
        known: knownRatings(person, contender.known ?? 0, spec.seed),
      }),
    notes: [
      oddsOfGroups(model, maxQuestions, logits, outcomes.heard),
      ...(predictor === undefined ? [] : [heldOutErrors(model, predictor, spec, outcomes)]),
      ...(bands === undefined ? [] : [numbersFromBands(bandMeans!, maxQuestions, bands)]),
    ],
    outcomes: { ...outcomes, ...Object.fromEntries(logits.map((values, at) => [logitsName(at), values])), ...bands },
  };
}

/** `logits`: of each attribute of the model. */
function oddsOfGroups(
  model: FactorModel,
  maxQuestions: number,
  logits: readonly Float32Array[],
  heard: Float32Array,
): Note<Interview> {
  return ({ row }) =>
    (interview, questions) => {
      const place = row * (maxQuestions + 1) + questions;
      const logWeights = interview.logWeights();
      const marginals = logits.length === 1 ? [logWeights] : logMarginals(model, logWeights);
      for (const [at, weights] of marginals.entries()) {
        logits[at]!.set(logitsFromWeights(weights), place * weights.length);
      }
      heard[place] = answersHeard(model, interview.belief);
    };
}

/** A band becomes a number by the mean of the training people in it. */
function numbersFromBands(
  bandMeans: Float64Array,
  maxQuestions: number,
  { mostLikely, weighted }: BandOutcomes,
): Note<Interview> {
  return ({ row }) =>
    (interview, questions) => {
      const at = row * (maxQuestions + 1) + questions;
      const posterior = interview.posterior();
      mostLikely[at] = bandMeans[largestAt(posterior)]!;
      weighted[at] = posterior.reduce((sum, share, band) => sum + share * bandMeans[band]!, 0);
    };
}

/** Some of the person's ratings, drawn once for all contenders. */
function knownRatings({ ratings, number }: Interviewee, count: number, seed: number): readonly Answered[] {
  if (count === 0) return [];
  const order = derive(seed, 'audit-known', number).shuffle([...ratings.keys()] as number[]);
  return order.slice(0, count).map((item) => ({ item: itemIndex(item), answer: ratings.get(itemIndex(item))! }));
}
