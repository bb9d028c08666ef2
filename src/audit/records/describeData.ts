/** What the audited data look like: counts, balance, histograms, ratings per user. */
import { roundStep } from '../../maths/index.ts';
import {
  attributeOf,
  countByBin,
  countsByLabel,
  type Dataset,
  fingerprint,
  fingerprintOfPeople,
  numericAttributeOf,
  ratingBins,
  type SmallGroup,
  userIndex,
} from '../../ratings/index.ts';
import { cautionsOf } from './cautions.ts';
import type { NumericDataDescription } from './numericRecords.ts';
import type { DataDescription, DataSummary } from './records.ts';

const CONTINUOUS_BINS = 20;
/** About this many in the histogram of a number. */
const BARS = 15;

/** `combination` is the attribute that holds all of them. */
export function dataSummary(
  dataset: Dataset,
  attributes: readonly string[],
  source: string,
  combination = attributes[0]!,
): DataSummary {
  return {
    source,
    users: dataset.users.size,
    items: dataset.items.size,
    ratings: dataset.ratings.count,
    fingerprint: fingerprint(dataset, combination),
    ...cautionsOf(dataset, attributes),
  };
}

/** What an audit says about its data: sizes, groups, and how the ratings spread. */
export function describeData(
  dataset: Dataset,
  attributeName: string,
  source: string,
  smallGroups: readonly SmallGroup[] = [],
): DataDescription {
  const attribute = attributeOf(dataset, attributeName);
  const users = countsByLabel(attribute);
  const ratings = new Float64Array(attribute.labels.length);
  const perUser = ratingsPerUser(dataset);
  for (const [user, code] of attribute.values.entries()) if (code >= 0) ratings[code]! += perUser[user]!;
  return {
    ...dataSummary(dataset, [attributeName], source),
    attribute: attributeName,
    labels: attribute.labels.map((label, code) => ({ label, users: users[code]!, ratings: ratings[code]! })),
    histogram: histogramOf(dataset),
    ratingsPerUser: percentiles(perUser),
    people: fingerprintOfPeople(
      Array.from(perUser, (_, user) => dataset.users.id(userIndex(user))),
      Array.from(attribute.values, (code) => attribute.labels[code] ?? ''),
      dataset.together?.clusters,
    ),
    smallGroups,
  };
}

/** The same where a number is inferred. */
export function describeNumericData(dataset: Dataset, attribute: string, source: string): NumericDataDescription {
  const values = numericAttributeOf(dataset, attribute).values.toSorted();
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  // Bars with round edges: values are often whole, and bars of odd width would hold unequally many of them.
  const width = roundStep((values.at(-1)! - values[0]!) / BARS);
  const first = Math.floor(values[0]! / width);
  const counts = new Uint32Array(1 + Math.floor(values.at(-1)! / width) - first);
  for (const value of values) counts[Math.floor(value / width) - first]!++;
  const edge = (bar: number) => Number(((first + bar) * width).toPrecision(12));
  return {
    ...dataSummary(dataset, [attribute], source),
    attribute,
    mean,
    deviation: Math.sqrt(variance),
    percentiles: percentiles(values),
    histogram: Array.from(counts, (count, bar) => ({ from: edge(bar), to: edge(bar + 1), count })),
    ratingsPerUser: percentiles(ratingsPerUser(dataset)),
  };
}

function ratingsPerUser({ users, ratings }: Dataset): Uint32Array {
  const { starts } = ratings.byUser;
  return Uint32Array.from({ length: users.size }, (_, user) => starts[user + 1]! - starts[user]!);
}

function percentiles(values: Float64Array | Uint32Array): number[] {
  const sorted = values.toSorted();
  return Array.from({ length: 101 }, (_, percent) => sorted[Math.round((percent / 100) * (sorted.length - 1))]!);
}

function histogramOf({ scale, ratings }: Dataset): DataDescription['histogram'] {
  const bins = ratingBins(scale, CONTINUOUS_BINS);
  // Bars of a continuous scale that is a single point must not stand on one another.
  const width = bins.width || 1;
  return Array.from(countByBin(bins, ratings.byUser.values), (count, bin) => ({
    rating: bins.levels[bin] ?? scale.min + (bin + 0.5) * width,
    count,
  }));
}
