/**
 * Training where a defence, or a cut through the people, has left items without ratings. Such items are left out and
 * then put back as items about which nothing is known: no profile, and the same bias for every type, so that they tell
 * nothing about anybody.
 */
import { createModel, type FactorModel } from '../../factorization/index.ts';
import type { Reals } from '../../maths/index.ts';
import { type Dataset, filterByCounts, type ItemIndex, itemIndex, type Vocabulary } from '../../ratings/index.ts';

export async function trainOnRated(
  dataset: Dataset,
  train: (rated: Dataset) => Promise<FactorModel>,
): Promise<FactorModel> {
  const { dataset: rated } = filterByCounts(dataset, {});
  const model = await train(rated);
  if (rated.items.size === dataset.items.size) return model;
  const { values } = dataset.ratings.byUser;
  return modelAbout(dataset.items, model, values.reduce((sum, value) => sum + value, 0) / values.length);
}

/** The model about these items alone. Of those that it does not know it knows nothing, but that they are rated `mean`. */
export function modelAbout(items: Vocabulary<ItemIndex>, model: FactorModel, mean = 0): FactorModel {
  const { dimension, rows, typeLabels, itemStatistics } = model;
  const types = typeLabels.length;
  const width = rows.channels.length;
  const like = ({ BYTES_PER_ELEMENT: bytes }: Reals, size: number) =>
    bytes === 4 ? new Float32Array(size) : new Float64Array(size);
  const profiles = like(rows.profiles, items.size * width * dimension);
  const biases = like(rows.biases, items.size * width * types).fill(mean);
  const scales = like(rows.scales, items.size * width).fill(1);
  const countsByType = new Uint32Array(items.size * types);
  const means = new Float32Array(items.size).fill(mean);
  const entropies = new Float32Array(items.size);
  for (let item = 0; item < items.size; item++) {
    const known = model.items.indexOf(items.id(itemIndex(item)));
    if (known === undefined) continue;
    const place = (to: Reals | Uint32Array, from: ArrayLike<number>, size: number) => {
      for (let k = 0; k < size; k++) to[item * size + k] = from[known * size + k]!;
    };
    place(profiles, rows.profiles, width * dimension);
    place(biases, rows.biases, width * types);
    place(scales, rows.scales, width);
    place(countsByType, itemStatistics.countsByType, types);
    place(means, itemStatistics.means, 1);
    place(entropies, itemStatistics.entropies, 1);
  }
  return createModel({
    ...model,
    items,
    rows: { channels: rows.channels, scales, profiles, biases },
    itemStatistics: { countsByType, means, entropies },
  });
}
