/** A number cut into bands that serve as categories. */
import { attributeFromCodes, createDataset, type Dataset, numericAttributeOf } from '../../ratings/index.ts';
import type { NumericAuditSpec } from '../spec/numericSpec.ts';

/**
 * Where to cut, ascending: as given, or into groups of about equal size; empty where no bands are asked for. Many people
 * of one value make cuts coincide, so there may be fewer.
 */
export function bandCuts(values: Float64Array, bands: NumericAuditSpec['bands']): number[] {
  if (typeof bands !== 'number') return [...bands];
  const sorted = values.toSorted();
  // A cut at the smallest value would have nobody below it.
  const smallest = sorted.find((value) => value > sorted[0]!)!;
  const cuts = Array.from({ length: Math.max(0, bands - 1) }, (_, n) =>
    Math.max(smallest, sorted[Math.floor(((n + 1) * sorted.length) / bands)]!),
  );
  return [...new Set(cuts)];
}

/** A band holds its lower end. */
export function bandOf(cuts: readonly number[], value: number): number {
  return cuts.filter((cut) => value >= cut).length;
}

/** The people with their band in place of the number, under the same name. */
export function withBands(dataset: Dataset, attribute: string, cuts: readonly number[]): Dataset {
  const { values } = numericAttributeOf(dataset, attribute);
  const labels = Array.from({ length: cuts.length + 1 }, (_, band) =>
    band === 0 ? `below ${cuts[0]}` : `from ${cuts[band - 1]}`,
  );
  const codes = Int16Array.from(values, (value) => bandOf(cuts, value));
  const { users, items, ratings, scale, together } = dataset;
  const attributes = [attributeFromCodes(attribute, labels, codes)];
  return createDataset({ users, items, ratings, scale, together, attributes });
}

/** The mean number of the people in each band; of all people where a band is empty. */
export function bandMeans(values: Float64Array, cuts: readonly number[]): Float64Array {
  const sums = new Float64Array(cuts.length + 1);
  const counts = new Uint32Array(cuts.length + 1);
  let total = 0;
  for (const value of values) {
    const band = bandOf(cuts, value);
    sums[band] = sums[band]! + value;
    counts[band]!++;
    total += value;
  }
  return sums.map((sum, band) => (counts[band]! > 0 ? sum / counts[band]! : total / values.length));
}
