/**
 * The exact choice for any number of types: the item of smallest expected risk, by the upper envelope of
 * expectedRisk.ts. Means and spreads of all candidates are kept in step with the belief at O(K d) an item and answer;
 * the risk itself costs O(K log K) an item.
 */
import { Catalogue } from './catalogue.ts';
import { expectedRiskByEnvelope } from './expectedRisk.ts';
import { requireSuitable, type StrategyDefinition } from './strategy.ts';

export const envelope: StrategyDefinition = {
  name: 'envelope',
  summary: 'the question with the smallest expected risk, for any number of types (exact)',
  types: 'any',
  create: ({ model }) => {
    requireSuitable(envelope, model);
    const means = new Float64Array(model.typeLabels.length);
    let catalogue: Catalogue | undefined;
    let items: Uint32Array | undefined;
    return {
      name: envelope.name,
      next: (belief, candidates) => {
        if (catalogue === undefined || candidates.items !== items) {
          items = candidates.items;
          catalogue = new Catalogue(model, items);
        }
        const { spreads, means: meansByType } = catalogue;
        catalogue.moveTo(belief);
        const posterior = belief.posterior();
        const { noiseVariance } = belief.parameters;
        const position = candidates.argmax((at) => {
          for (let t = 0; t < means.length; t++) means[t] = meansByType[t]![at]!;
          const sd = Math.sqrt(noiseVariance * (1 + spreads[at]!));
          return -expectedRiskByEnvelope(posterior, belief.logWeights, means, sd);
        });
        return position < 0 ? undefined : { item: candidates.itemAt(position) };
      },
    };
  },
};
