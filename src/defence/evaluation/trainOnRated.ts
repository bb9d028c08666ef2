/**
 * Training where a defence, or a cut through the people, has left items without ratings. Such items are left out and
 * then put back as items about which nothing is known: no profile, and the overall mean as the bias of every type, so
 * that they tell nothing about anybody.
 */
import {
  createModel,
  type FactorModel,
  ratingRows,
  type TrainingParameters,
  type TrainingTools,
  train,
  trained,
} from '../../factorization/index.ts';
import { type Dataset, filterByCounts, itemIndex } from '../../ratings/index.ts';

export async function trainOnRated(
  dataset: Dataset,
  attribute: string,
  parameters: TrainingParameters,
  tools: TrainingTools,
): Promise<FactorModel> {
  const { dataset: rated } = filterByCounts(dataset, {});
  const model = trained(await train(rated, attribute, parameters, tools));
  return rated.items.size === dataset.items.size ? model : withUnknownItems(model, dataset);
}

function withUnknownItems(model: FactorModel, { items, ratings }: Dataset): FactorModel {
  const { dimension, rows, typeLabels, itemStatistics } = model;
  const types = typeLabels.length;
  const { values } = ratings.byUser;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const profiles = new Float32Array(items.size * dimension);
  const biases = new Float32Array(items.size * types).fill(mean);
  const countsByType = new Uint32Array(items.size * types);
  const means = new Float32Array(items.size).fill(mean);
  const entropies = new Float32Array(items.size);
  for (let item = 0; item < items.size; item++) {
    const known = model.items.indexOf(items.id(itemIndex(item)));
    if (known === undefined) continue;
    profiles.set(rows.profiles.subarray(known * dimension, (known + 1) * dimension), item * dimension);
    biases.set(rows.biases.subarray(known * types, (known + 1) * types), item * types);
    countsByType.set(itemStatistics.countsByType.subarray(known * types, (known + 1) * types), item * types);
    means[item] = itemStatistics.means[known]!;
    entropies[item] = itemStatistics.entropies[known]!;
  }
  return createModel({
    ...model,
    items,
    rows: ratingRows(profiles, biases, items.size),
    itemStatistics: { countsByType, means, entropies },
  });
}
