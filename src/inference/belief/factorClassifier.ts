/** The factor-based classifier behind the same interface as the static ones, so that PointEst can run over it. */
import type { FactorModel } from '../../factorization/index.ts';
import { type Answer, itemIndex } from '../../ratings/index.ts';
import {
  type ClassifierState,
  type IncrementalClassifier,
  withProbabilities,
} from '../classifiers/common/classifier.ts';
import type { SparseVector } from '../classifiers/common/sparseRows.ts';
import type { Belief } from './belief.ts';
import { type BeliefOptions, observe, rowOf, startBelief } from './observe.ts';

/** The classifier of the paper: the group whose biases explain the ratings best, given a factor model. */
export function factorClassifier(model: FactorModel, options: BeliefOptions = {}): IncrementalClassifier {
  const stateOf = (belief: Belief): ClassifierState =>
    withProbabilities({
      logWeights: () => belief.logWeights,
      logWeightsWith: (item: number, rating: number) => {
        // Only the weights of the next belief are needed, and they follow from the prediction alone.
        const { means, spread } = belief.predict(rowOf(model, itemIndex(item)));
        const scale = 2 * belief.parameters.noiseVariance * (1 + spread);
        return belief.logWeights.map((weight, t) => weight - (rating - means[t]!) ** 2 / scale);
      },
      after: (item: number, answer: Answer) => stateOf(belief.afterAll(observe(model, itemIndex(item), answer))),
    });
  return withProbabilities({
    name: 'factor',
    types: model.typeLabels.length,
    begin: () => stateOf(startBelief(model, options)),
    logWeights: ({ indices, values }: SparseVector) => {
      const belief = startBelief(model, options).moving();
      for (let n = 0; n < indices.length; n++) belief.absorbAll(observe(model, itemIndex(indices[n]!), values[n]!));
      return belief.logWeights;
    },
  });
}
