/** Resampling people with replacement: intervals, bands over whole curves, and paired tests. */
import { requireInvariant } from '../../errors/index.ts';
import { derive, holm, normalCdf } from '../../maths/index.ts';
import { clusterCount } from '../../ratings/index.ts';
import type { Estimate, Figure } from '../records/finding.ts';

/** Weights of people who all count once; of the type that resamples have, so that loops over weights meet one type alone. */
export function everyoneOnce(people: number): Uint16Array {
  return new Uint16Array(people).fill(1);
}

/**
 * How often each person occurs in resample number `index`: the same for every figure, which makes figures comparable.
 * People of one of the `clusters` are drawn together: drawn one by one, they would pass for more people than they are.
 */
export function resampleWeights(
  people: number,
  seed: number,
  index: number,
  clusters?: ArrayLike<number>,
): Uint16Array {
  const stream = derive(seed, 'bootstrap', index);
  const units = clusters === undefined ? people : clusterCount(clusters);
  const weights = new Uint16Array(units);
  for (let n = 0; n < units; n++) weights[stream.below(units)]!++;
  return clusters === undefined ? weights : Uint16Array.from(clusters, (cluster) => weights[cluster]!);
}

/** One after the other: all at once would take much room. */
export function* drawnResamples(people: number, seed: number, count: number, clusters?: ArrayLike<number>) {
  for (let index = 0; index < count; index++) yield resampleWeights(people, seed, index, clusters);
}

/** All resamples of an audit, to be shared by its figures; a person occurs a few times in each at most. */
export function resamplesOf(people: number, seed: number, count: number, clusters?: ArrayLike<number>): Uint16Array[] {
  return [...drawnResamples(people, seed, count, clusters)];
}

/** The middle `level` of the replicates; replicates without a value (a resample without positives) are left out. */
export function interval(value: number, replicates: ArrayLike<number>, level: number): Estimate {
  const sorted = Float64Array.from(replicates).filter(Number.isFinite).sort();
  if (sorted.length === 0) return { value, low: Number.NaN, high: Number.NaN };
  const [low, high] = [ofSorted(sorted, (1 - level) / 2), ofSorted(sorted, (1 + level) / 2)];
  requireInvariant(!(low > high), () => `an interval goes from ${low} to ${high}`);
  return { value, low, high };
}

/** NaN of nothing. */
export function quantile(values: ArrayLike<number>, share: number): number {
  return ofSorted(Float64Array.from(values).sort(), share);
}

function ofSorted(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(share * (sorted.length - 1))))] ?? Number.NaN;
}

/**
 * A band that covers the whole curve with probability `level`: as many standard errors around each point as the largest
 * deviation over the curve has in that share of the replicates (max-t). `replicates[q]` belongs to `values[q]`.
 */
export function simultaneousBand(
  values: readonly number[],
  replicates: readonly ArrayLike<number>[],
  level: number,
): Figure[] {
  const errors = values.map((_, q) => standardDeviation(replicates[q]!));
  const count = replicates[0]?.length ?? 0;
  const largest = new Float64Array(count);
  for (let b = 0; b < count; b++) {
    for (let q = 0; q < values.length; q++) {
      if (!(errors[q]! > 0) || !Number.isFinite(replicates[q]![b]!)) continue;
      largest[b] = Math.max(largest[b]!, Math.abs(replicates[q]![b]! - values[q]!) / errors[q]!);
    }
  }
  const width = quantile(largest, level);
  return values.map((value, q) => {
    const reach = errors[q]! > 0 ? width * errors[q]! : 0;
    return { ...interval(value, replicates[q]!, level), band: { low: value - reach, high: value + reach } };
  });
}

/**
 * Two-sided p-value that a difference is 0, by its standard error over paired replicates. Counting replicates on either
 * side of 0 cannot go below 2 in their number, which a correction for a dozen comparisons would lift above any level.
 */
export function pairedPValue(difference: number, replicates: ArrayLike<number>): number {
  if (difference === 0) return 1;
  const error = standardDeviation(replicates);
  // No replicate differs but by rounding: as many of them say so as there are.
  if (!(error > 1e-6 * Math.abs(difference))) return 2 / (replicates.length + 1);
  return 2 * normalCdf(-Math.abs(difference) / error);
}

/** Many comparisons find something somewhere: their p-values, corrected for how many there are (Holm). */
export function correctedForNumber<Tested extends { readonly pValue: number }>(tested: readonly Tested[]): Tested[] {
  const corrected = holm(tested.map(({ pValue }) => pValue));
  return tested.map((one, at) => ({ ...one, pValue: corrected[at]! }));
}

/** Of the values there are. */
export function standardDeviation(values: ArrayLike<number>): number {
  let [count, sum, squares] = [0, 0, 0];
  for (let n = 0; n < values.length; n++) {
    if (!Number.isFinite(values[n]!)) continue;
    count++;
    sum += values[n]!;
    squares += values[n]! ** 2;
  }
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}
