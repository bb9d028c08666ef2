/** What every model takes over from its training data, whatever the solver. */
import { normalise } from '../../maths/index.ts';
import { fingerprint } from '../../ratings/index.ts';
import { VERSION } from '../../version/index.ts';
import type { FactorModel, Provenance } from '../model/factorModel.ts';
import { itemEntropies } from './itemEntropies.ts';
import type { TrainingData } from './trainingData.ts';

type CommonParts = Pick<FactorModel, 'attribute' | 'typeLabels' | 'typePriors' | 'items' | 'scale' | 'itemStatistics'>;

export function commonParts(data: TrainingData): CommonParts {
  // Half a user more of each type: a type that nobody of the training users has is unlikely, not impossible.
  const typePriors = new Float64Array(data.types).fill(0.5);
  for (const type of data.userTypes) typePriors[type]!++;
  return {
    attribute: data.attribute.name,
    typeLabels: data.attribute.labels,
    typePriors: normalise(typePriors),
    items: data.dataset.items,
    scale: data.dataset.scale,
    itemStatistics: {
      countsByType: data.countsByType,
      means: data.itemMeans,
      entropies: itemEntropies(data),
    },
  };
}

/** Where the model comes from, and how it was trained. */
export function provenanceOf(
  data: TrainingData,
  training: Pick<Provenance, 'parameters' | 'noiseFrom' | 'trainingErrors'>,
): Provenance {
  return {
    version: VERSION,
    dataFingerprint: fingerprint(data.dataset, data.attribute.name),
    users: data.users.length,
    ratings: data.ratings,
    ...training,
  };
}
