/**
 * How each group rates each item, so that ratings can be moved to what all groups would give: means by item and group, drawn towards
 * the item's mean by the variance that groups truly differ by, and items towards the mean of all (as in shrinkGaps of
 * the factorization, from the ratings themselves).
 */
import type { SparseRows } from '../../inference/index.ts';

/** Ratings that an item is taken to have had at the mean of all. */
const PRIOR_RATINGS = 5;

/** items x groups. */
export function groupRatings(rows: SparseRows, groupOf: ArrayLike<number>, groups: number): Float32Array {
  const { columns: items, starts, indices, values } = rows;
  const counts = new Float64Array(items * groups);
  const sums = new Float64Array(items * groups);
  let total = 0;
  let squares = 0;
  for (let row = 0; row < rows.rows; row++) {
    for (let entry = starts[row]!; entry < starts[row + 1]!; entry++) {
      const at = indices[entry]! * groups + groupOf[row]!;
      counts[at] = counts[at]! + 1;
      sums[at] = sums[at]! + values[entry]!;
      total += values[entry]!;
      squares += values[entry]! ** 2;
    }
  }
  const entries = Math.max(1, indices.length);
  const overall = total / entries;
  // Squares about the means of items and groups.
  let about = squares;
  let cells = 0;
  for (let at = 0; at < counts.length; at++) {
    if (counts[at] === 0) continue;
    about -= sums[at]! ** 2 / counts[at]!;
    cells++;
  }
  const noise = Math.max(0, about) / Math.max(1, entries - cells);
  const ratings = new Float32Array(items * groups).fill(overall);
  const variance = gapVariance(counts, sums, groups, noise);
  for (let item = 0; item < items; item++) {
    const of = item * groups;
    let [count, sum] = [0, 0];
    for (let g = 0; g < groups; g++) {
      count += counts[of + g]!;
      sum += sums[of + g]!;
    }
    const middle = (sum + PRIOR_RATINGS * overall) / (count + PRIOR_RATINGS);
    for (let g = 0; g < groups; g++) {
      const own = counts[of + g]!;
      const believed = own === 0 || noise === 0 ? 0 : variance / (variance + noise / own);
      ratings[of + g] = middle + (own === 0 ? 0 : believed * (sums[of + g]! / own - middle));
    }
  }
  return ratings;
}

/** Variance of the true means of groups about those of their items, by the method of moments; at least 0. */
function gapVariance(counts: Float64Array, sums: Float64Array, groups: number, noise: number): number {
  if (noise === 0) return 0;
  let [excess, weight] = [0, 0];
  for (let of = 0; of < counts.length; of += groups) {
    let [total, squares, sum, rated] = [0, 0, 0, 0];
    for (let g = 0; g < groups; g++) {
      const count = counts[of + g]!;
      if (count > 0) rated++;
      total += count;
      squares += count * count;
      sum += sums[of + g]!;
    }
    if (rated < 2) continue;
    for (let g = 0; g < groups; g++) {
      const count = counts[of + g]!;
      if (count > 0) excess += (count * (sums[of + g]! / count - sum / total) ** 2) / noise;
    }
    excess -= rated - 1;
    weight += (total - squares / total) / noise;
  }
  return weight > 0 ? Math.max(0, excess / weight) : 0;
}
