/** What was read, what was dropped and why: a plain value that a command line prints and a report shows. */

import {
  type Attribute,
  countByBin,
  countsByLabel,
  type Dataset,
  type Finding,
  type RatingScale,
  ratingBins,
} from '../../ratings/index.ts';
import type { Outliers } from '../attributes/attributeNumbers.ts';
import type { CutNumbers } from '../cells/lenientNumbers.ts';
import type { Understood } from '../cells/table.ts';
import type { GuessedColumn } from '../columns/columnRoles.ts';
import type { DuplicateRule } from './duplicates.ts';

const CONTINUOUS_BARS = 10;

export interface DroppedPart {
  /** For example 'no "gender"' or 'fewer than 20 ratings per user or 20 per item'. */
  readonly reason: string;
  readonly users: number;
  readonly items: number;
  readonly ratings: number;
}

interface LabelBalance {
  readonly label: string;
  readonly users: number;
  readonly ratings: number;
}

/** What was read of one attribute. */
interface AttributeSummary {
  readonly name: string;
  /** As it was given; the same as the name where the values are taken as they are. */
  readonly expression: string;
  /** None for a number. */
  readonly labels: readonly LabelBalance[];
  /** How a number spreads among the users who have it. */
  readonly numbers?: Quantiles;
  /** Users of the dataset without it: none for the first attribute, whose users are kept. */
  readonly missing: number;
  /** Of a number with a range: rows of the table of people whose value is outside, and so missing. */
  readonly outside?: number;
  /** Of a number without one: values that are too far from all others to be believed, and so missing. */
  readonly outliers?: Outliers;
}

/** Cells that were taken for missing. */
interface MissingCells {
  /** Undefined for the ratings. */
  readonly attribute?: string;
  /** Empty for a blank cell. */
  readonly word: string;
  readonly cells: number;
}

/** A table of the people that lacks more than half of the users. */
export interface UnlistedUsers {
  readonly file: string;
  readonly users: number;
  readonly of: number;
}

/** What was read, what was left out and why. */
export interface ReadSummary {
  readonly source: string;
  readonly rowsRead: number;
  readonly ratingsRead: number;
  readonly guessedColumns: readonly GuessedColumn[];
  /** What else nobody said and the files showed; none where everything was said. */
  readonly understood?: readonly Understood[] | undefined;
  readonly duplicates: { readonly found: number; readonly rule: DuplicateRule };
  /** In the order in which it happened. */
  readonly dropped: readonly DroppedPart[];
  readonly unlisted?: readonly UnlistedUsers[];
  /** By word: first those of the ratings, then those of the attributes. */
  readonly missing: readonly MissingCells[];
  /** Numbers that were cut out of text on request (`lenientNumbers`): first those of the ratings. */
  readonly cutNumbers?: readonly CutNumbers[];
  /** What is doubtful or must be known, the serious ones among them; none of an invented world. */
  readonly findings?: readonly Finding[];
  readonly users: number;
  readonly items: number;
  readonly ratings: number;
  readonly scale: RatingScale;
  readonly attributes: readonly AttributeSummary[];
  /** One bar a level; ten equal ones for a continuous scale (from and to inclusive of the last). */
  readonly histogram: readonly { readonly from: number; readonly to: number; readonly count: number }[];
  readonly ratingsPerUser: Quantiles;
}

export interface Quantiles {
  readonly min: number;
  readonly lowerQuartile: number;
  readonly median: number;
  readonly upperQuartile: number;
  readonly max: number;
  readonly mean: number;
}

export type ReadFacts = Pick<
  ReadSummary,
  | 'source'
  | 'rowsRead'
  | 'ratingsRead'
  | 'guessedColumns'
  | 'duplicates'
  | 'dropped'
  | 'missing'
  | 'cutNumbers'
  | 'understood'
  | 'findings'
>;

/** What is known of an attribute from reading it. */
export type AttributeFacts = Pick<AttributeSummary, 'expression' | 'outside' | 'outliers'>;

/** `told` by name of the attribute. */
export function summarise(
  dataset: Dataset,
  facts: ReadFacts,
  told: ReadonlyMap<string, AttributeFacts> = new Map(),
): ReadSummary {
  const { users, items, count, byUser } = dataset.ratings;
  const counts = Uint32Array.from({ length: users }, (_, user) => byUser.starts[user + 1]! - byUser.starts[user]!);
  return Object.freeze({
    ...facts,
    users,
    items,
    ratings: count,
    scale: dataset.scale,
    attributes: [...dataset.attributes.values()].map((attribute) => ({
      name: attribute.name,
      expression: attribute.name,
      ...told.get(attribute.name),
      ...balance(attribute, counts),
    })),
    histogram: histogram(byUser.values, dataset.scale),
    ratingsPerUser: quantiles(counts),
  });
}

function balance(attribute: Attribute, ratingCounts: Uint32Array) {
  if (attribute.kind === 'numeric') {
    const known = attribute.values.filter((value) => !Number.isNaN(value));
    return { labels: [], numbers: quantiles(known), missing: attribute.values.length - known.length };
  }
  const users = countsByLabel(attribute);
  const ratings = new Array<number>(attribute.labels.length).fill(0);
  let missing = 0;
  for (let user = 0; user < attribute.values.length; user++) {
    const code = attribute.values[user]!;
    if (code < 0) missing++;
    else ratings[code]! += ratingCounts[user]!;
  }
  return {
    labels: attribute.labels.map((label, code) => ({ label, users: users[code]!, ratings: ratings[code]! })),
    missing,
  };
}

function histogram(values: Float32Array, scale: RatingScale): ReadSummary['histogram'] {
  const bins = ratingBins(scale, CONTINUOUS_BARS);
  return Array.from(countByBin(bins, values), (count, bar) => ({
    from: bins.levels[bar] ?? scale.min + bar * bins.width,
    to: bins.levels[bar] ?? scale.min + (bar + 1) * bins.width,
    count,
  }));
}

/** By nearest rank: every quantile is a value that occurs. */
function quantiles(counts: Uint32Array | Float64Array): Quantiles {
  const sorted = counts.slice().sort();
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
  let sum = 0;
  for (const count of counts) sum += count;
  const mean = sum / counts.length;
  return { min: at(0), lowerQuartile: at(0.25), median: at(0.5), upperQuartile: at(0.75), max: at(1), mean };
}
