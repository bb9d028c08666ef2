/** How well held-out ratings are predicted as the answers come in. What was asked needs no prediction any more. */
import type { FactorModel } from '../../factorization/index.ts';
import { observe, startBelief } from '../../inference/index.ts';
import type { Interview } from '../../interview/index.ts';
import { softmax } from '../../maths/index.ts';
import type { Answered, ItemIndex } from '../../ratings/index.ts';
import { receiveModel, type SentModel } from '../attackers/sentModel.ts';
import type { InterviewSpec, Note } from './interviewKind.ts';
import { type Outcomes, pointsOf } from './outcomes.ts';
import { predictedRating } from './predictedRating.ts';

/** From what ratings are predicted: a model of ratings, and a ridge of its own for the profile. */
export interface Predictor {
  readonly model: SentModel;
  readonly ridge: number;
}

/** `model` is that of the interview. */
export function heldOutErrors(
  model: FactorModel,
  predictor: Predictor,
  spec: InterviewSpec,
  { squaredErrors, meanErrors, heldOut }: Pick<Outcomes, 'squaredErrors' | 'meanErrors' | 'heldOut'>,
): Note<Interview> {
  // A uniform prior is fair to the groups, but people are not: predictions weigh the groups as they are.
  const weighed = (interview: Interview) => {
    const logWeights = interview.logWeights();
    if (spec.prior !== 'uniform' || interview.setup.classifier !== undefined) return logWeights;
    return logWeights.map((weight, t) => weight + Math.log(model.typePriors[t]!));
  };
  return (person) => {
    const recommender = recommend(predictor, new Map(person.heldOut), spec.prior);
    let learned = 0;
    return (interview, questions) => {
      for (const answered of interview.answers.slice(learned)) recommender.learn(answered);
      learned = interview.answers.length;
      if (questions % spec.ratingErrorEvery !== 0) return;
      const at = person.row * pointsOf(spec) + questions / spec.ratingErrorEvery;
      const { squares, ofMeans, ratings } = recommender.errors(softmax(weighed(interview)));
      squaredErrors[at] = squares;
      meanErrors[at] = ofMeans;
      heldOut[at] = ratings;
    };
  };
}

function recommend(predictor: Predictor, heldOut: Map<ItemIndex, number>, prior: InterviewSpec['prior']) {
  const model = receiveModel(predictor.model);
  const taste = startBelief(model, { ridge: predictor.ridge, prior }).moving();
  return {
    learn: ({ item, answer }: Answered) => {
      taste.absorbAll(observe(model, item, answer));
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
