/**
 * PointEst, the paper's Algorithm 2, over any classifier C: guess the type, fit the profile by ridge under that type,
 * predict the rating of each candidate, and ask the one with which C would be surest.
 *
 *     that = argmax_t Pr_C(t | r_A);   u = p_that;   rhat_j = u.v_j + z_j,that;   L_j = 1 - max_t Pr_C(t | r_A, rhat_j)
 *
 * With two types 1 - max is the paper's min. Compared are log odds of the likeliest type against the rest, which grow with
 * max_t Pr_C and do not round to certainty. The ridge is that of the belief. It stops when 1 - L_j* is above the
 * wanted confidence, not when the posterior is. O(d) per item for rhat plus one look-ahead of C.
 *
 * Over the factor-based classifier with the same ridge and two types it makes the choice of separation.ts: rhat_j is the
 * mean under the likelier type, so the error there is 0 and under the other type the whole gap, and the log odds grow by
 * gap^2 / (2 s2 (1 + s_j)) = D_j^2 / 2.
 */
import { factorClassifier, rowOf } from '../../inference/belief/index.ts';
import { largestAt, logOddsAgainstRest, logSigmoid } from '../../maths/index.ts';
import { requireSuitable, type StrategyDefinition } from './strategy.ts';

export const pointEstimate: StrategyDefinition = {
  name: 'pointEstimate',
  label: 'Point estimate',
  summary: 'the question after which a classifier would be surest, given the expected answer',
  types: 'any',
  channels: 'rating',
  service: ['audits'],
  create: ({ model, classifier, beliefOptions }) => {
    requireSuitable(pointEstimate, model);
    const judge = classifier ?? factorClassifier(model, beliefOptions);
    return {
      name: pointEstimate.name,
      next: (belief, candidates, answers) => {
        let state = judge.begin();
        for (const { item, answer } of answers) state = state.after(item, answer);
        const type = largestAt(state.logWeights());
        const { dimension } = belief.parameters;
        const profile = belief.profileMeans.subarray(type * dimension, (type + 1) * dimension);
        let surest = Number.NEGATIVE_INFINITY;
        const position = candidates.argmax((at) => {
          const item = candidates.itemAt(at);
          const row = rowOf(model, item);
          let rating = row.biases[type]!;
          for (let k = 0; k < dimension; k++) rating += profile[k]! * row.profile[k]!;
          const logWeights = state.logWeightsWith(item, rating);
          const reached = logOddsAgainstRest(logWeights, largestAt(logWeights));
          surest = Math.max(surest, reached);
          return reached;
        });
        if (position < 0) return undefined;
        return { item: candidates.itemAt(position), estimatedConfidence: Math.exp(logSigmoid(surest)) };
      },
    };
  },
};
