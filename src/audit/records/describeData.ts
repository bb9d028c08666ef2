/** What the audited data look like: counts, balance, rating histogram, ratings per user. */
import {
  attributeOf,
  countByBin,
  countsByLabel,
  type Dataset,
  fingerprint,
  fingerprintOfPeople,
  ratingBins,
  type SmallGroup,
  userIndex,
} from '../../ratings/index.ts';
import { cautionsOf } from './cautions.ts';
import type { DataDescription } from './records.ts';

const CONTINUOUS_BINS = 20;

/** What an audit says about its data: sizes, groups, and how the ratings spread. */
export function describeData(
  dataset: Dataset,
  attributeName: string,
  source: string,
  smallGroups: readonly SmallGroup[] = [],
): DataDescription {
  const attribute = attributeOf(dataset, attributeName);
  const { starts, values } = dataset.ratings.byUser;
  const users = countsByLabel(attribute);
  const ratings = new Float64Array(attribute.labels.length);
  const perUser = new Uint32Array(dataset.users.size);
  for (let user = 0; user < perUser.length; user++) {
    perUser[user] = starts[user + 1]! - starts[user]!;
    const code = attribute.values[user]!;
    if (code >= 0) ratings[code] = ratings[code]! + perUser[user]!;
  }
  perUser.sort();
  return {
    source,
    attribute: attributeName,
    users: dataset.users.size,
    items: dataset.items.size,
    ratings: dataset.ratings.count,
    labels: attribute.labels.map((label, code) => ({ label, users: users[code]!, ratings: ratings[code]! })),
    histogram: histogramOf(dataset, values),
    ratingsPerUser: Array.from(
      { length: 101 },
      (_, percent) => perUser[Math.round((percent / 100) * (perUser.length - 1))]!,
    ),
    fingerprint: fingerprint(dataset, attributeName),
    people: fingerprintOfPeople(
      Array.from(perUser, (_, user) => dataset.users.id(userIndex(user))),
      Array.from(attribute.values, (code) => attribute.labels[code] ?? ''),
      dataset.together?.clusters,
    ),
    smallGroups,
    ...cautionsOf(dataset, [attributeName]),
  };
}

function histogramOf({ scale }: Dataset, values: Float32Array): DataDescription['histogram'] {
  const bins = ratingBins(scale, CONTINUOUS_BINS);
  // Bars of a continuous scale that is a single point must not stand on one another.
  const width = bins.width || 1;
  return Array.from(countByBin(bins, values), (count, bin) => ({
    rating: bins.levels[bin] ?? scale.min + (bin + 0.5) * width,
    count,
  }));
}
