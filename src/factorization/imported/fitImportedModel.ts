/**
 * A model over somebody else's item vectors. The vectors stay as they came; people, type biases, noise and priors are
 * fitted to the ratings (importedEffects.ts), and gaps between types are shrunken as far as the ratings do not carry them
 * (shrinkGaps.ts). The result is a FactorModel like any other: every strategy, belief and audit works on it.
 */
import { requireWithin } from '../../errors/index.ts';
import { type Dataset, keepItems, type Vectors } from '../../ratings/index.ts';
import { matchIds, type NamedIds } from '../../tables/index.ts';
import { createModel, type FactorModel, ratingRows } from '../model/factorModel.ts';
import { checkedImportedParameters, type ImportedChanges } from '../model/importedParameters.ts';
import { commonParts, provenanceOf } from '../training/commonParts.ts';
import { measureNoise } from '../training/noise.ts';
import { shrinkGaps } from '../training/shrinkGaps.ts';
import { prepareTraining } from '../training/trainingData.ts';
import { importedEffects, product } from './importedEffects.ts';

interface ImportedOptions extends ImportedChanges {
  /** Where the vectors come from; goes into the provenance and into messages. */
  readonly file: string;
}

export interface NarrowedData {
  /** The items that have a vector, and the users who rated one of them. */
  readonly dataset: Dataset;
  /** The vectors in the order of its items (items x d). */
  readonly profiles: Vectors['values'];
  /** Items of the data that have no vector: they are left out. */
  readonly itemsWithoutVector: NamedIds;
  /** Vectors of items that the data do not have. */
  readonly vectorsWithoutItem: NamedIds;
  /** Of all users, items and ratings, how many are left out. */
  readonly leftOut: { readonly users: number; readonly items: number; readonly ratings: number };
}

export interface ImportedFit extends Omit<NarrowedData, 'dataset' | 'profiles'> {
  readonly model: FactorModel;
}

/** Rejects for bad input: ids that hardly match, and whatever training refuses. */
export function fitImportedModel(
  dataset: Dataset,
  attribute: string,
  itemVectors: Vectors,
  { file, ...changes }: ImportedOptions,
): ImportedFit {
  const parameters = checkedImportedParameters(itemVectors.dimension, changes);
  requireWithin('dimension', itemVectors.dimension, { min: 1, max: 512, whole: true });
  const { dataset: narrowed, profiles, ...told } = withItemVectors(dataset, itemVectors, file);
  const data = prepareTraining(narrowed, attribute, { ...parameters, centring: 'none' });
  const vectors = Float64Array.from(profiles);
  const effects = importedEffects(data, vectors, parameters.iterations);
  const { biases, userProfiles } = effects;
  const noise = measureNoise(data, (user, item) => {
    const bias = biases[item * data.types + data.userTypes[user]!]!;
    return bias + product(vectors, item, userProfiles, user, itemVectors.dimension);
  });
  const training = { parameters, noiseFrom: noise.from, trainingErrors: effects.errors };
  const model = createModel({
    ...commonParts(data),
    dimension: itemVectors.dimension,
    rows: ratingRows(profiles, biases, narrowed.items.size),
    noiseVariance: noise.variance,
    profileVariance: effects.profileVariance,
    provenance: { ...provenanceOf(data, training), itemVectorsFrom: file },
  });
  return { model: shrinkGaps(model), ...told };
}

/** The part of the data that the vectors speak of. */
export function withItemVectors(dataset: Dataset, { ids, dimension, values }: Vectors, file: string): NarrowedData {
  const { places, missing, unknown } = matchIds(ids, dataset.items, { file, kind: 'item', unknown: 'tell' });
  const flags = Uint8Array.from(places, (place) => Number(place >= 0));
  const kept = keepItems(dataset, flags, `a vector in "${file}"`);
  const found = places.filter((place) => place >= 0);
  const profiles = values.slice(0, found.length * dimension);
  for (const [item, place] of found.entries()) {
    profiles.set(values.subarray(place * dimension, (place + 1) * dimension), item * dimension);
  }
  return {
    dataset: kept.dataset,
    profiles,
    itemsWithoutVector: missing,
    vectorsWithoutItem: unknown,
    leftOut: kept.dropped,
  };
}
