/** From a model and an answer to what the belief absorbs. */
import { UlteriorError } from '../../errors/index.ts';
import type { Channel, FactorModel } from '../../factorization/index.ts';
import type { Answer, ItemIndex } from '../../ratings/index.ts';
import { Belief, type Observation, type ObservationRow } from './belief.ts';

/** The prior, and how strongly profiles are pulled to zero. */
export interface BeliefOptions {
  /** The classifier's ridge; by default noise variance over profile variance, as the model has it. */
  readonly ridge?: number | undefined;
  /** Prior over types; by default the shares among the training users. `uniform` is the paper's. */
  readonly prior?: 'training' | 'uniform' | ArrayLike<number> | undefined;
}

/** The belief about somebody of whom nothing is known. */
export function startBelief(model: FactorModel, options: BeliefOptions = {}): Belief {
  const { ridge = model.noiseVariance / model.profileVariance, prior = 'training' } = options;
  const types = model.typeLabels.length;
  const uniform = new Float64Array(types).fill(1 / types);
  const chosen = prior === 'training' ? model.typePriors : prior === 'uniform' ? uniform : prior;
  if (chosen.length !== types) {
    throw new UlteriorError(
      'PARAMETER_OUT_OF_RANGE',
      `prior has ${chosen.length} probabilities for ${types} groups`,
      'pass one probability for each group',
      { parameter: 'prior', types },
    );
  }
  return Belief.start({ dimension: model.dimension, prior: chosen, ridge, noiseVariance: model.noiseVariance });
}

/** One of the item's rows, as views into the model. */
export function rowOf(model: FactorModel, item: ItemIndex, channel = 0): ObservationRow {
  const { dimension, rows, typeLabels } = model;
  requireItem(model, item);
  const row = item * rows.channels.length + channel;
  const types = typeLabels.length;
  return {
    profile: rows.profiles.subarray(row * dimension, (row + 1) * dimension),
    biases: rows.biases.subarray(row * types, (row + 1) * types),
  };
}

export function requireItem({ items }: Pick<FactorModel, 'items'>, item: ItemIndex): void {
  if (Number.isInteger(item) && item >= 0 && item < items.size) return;
  throw new UlteriorError(
    'ITEM_UNKNOWN',
    `item ${item} is not among the ${items.size} items of the model`,
    'pass an item index of this model: model.items.indexOf(id) finds it',
    { item },
  );
}

/** What an answer about an item says: an observation for each channel, except that a skip is no rating. */
export function observe(model: FactorModel, item: ItemIndex, answer: Answer): Observation[] {
  const { channels, scales } = model.rows;
  const observations: Observation[] = [];
  for (const [at, channel] of channels.entries()) {
    const row = rowOf(model, item, at);
    const value = observedBy(channel, answer, model.itemStatistics.means[item]!);
    if (value !== undefined) observations.push({ row, value: value * scales[item * channels.length + at]! });
  }
  return observations;
}

function observedBy(channel: Channel, answer: Answer, itemMean: number): number | undefined {
  const skipped = answer === 'skip';
  switch (channel) {
    case 'rating':
      return skipped ? undefined : answer;
    case 'presence':
      return skipped ? 0 : 1;
    case 'centredRating':
      return skipped ? 0 : answer - itemMean;
  }
}
