/** The tables of the page of a number. */
import { count, decimal, percent, percentWithInterval, pValue, withInterval } from '../common/format.ts';
import { findingsWith, type NumericRecords } from '../common/input.ts';
import { labelOf, leadOf, nameOf } from '../common/lookup.ts';
import type { Html } from '../page/html.ts';
import { table } from '../page/table.ts';
import { asksFor, digitsOf, historiesOf, numericCurveOf, shortNumber } from './numericLookup.ts';

const errorHeading = ({ spec }: NumericRecords) => (spec.unit === '' ? 'Mean error' : `Mean error, ${spec.unit}`);

/** The lead at the numbers of questions that are compared. */
export function figureTable(records: NumericRecords): Html[] {
  const { spec } = records;
  const curve = numericCurveOf(records, leadOf(records).id);
  const points = curve.filter(({ length }) => length === 0 || spec.compareAt.includes(length));
  if (curve.length === 0) return [];
  const digits = digitsOf(records);
  const byQuestion = table(
    `${leadOf(records).label}, question by question`,
    `Knowing nothing: guessing the median of the training people, for the same people. Half within: half of the guesses are off by at most this. RMSE: root mean squared error. Inside: share of people inside the ${percent(spec.coverage)} interval, and its mean width.`,
    [
      { heading: 'Questions', cell: ({ length }) => String(length), text: true },
      { heading: 'People', cell: ({ people }) => count(people) },
      { heading: errorHeading(records), cell: ({ mae }) => withInterval(mae, digits) },
      { heading: 'Knowing nothing', cell: ({ blindMedian }) => decimal(blindMedian, digits) },
      { heading: 'Half within', cell: ({ halfWithin }) => withInterval(halfWithin, digits) },
      { heading: 'R²', cell: ({ r2 }) => withInterval(r2) },
      { heading: 'RMSE', cell: ({ rmse }) => decimal(rmse.value, digits) },
      { heading: 'Inside', cell: ({ coverage }) => percentWithInterval(coverage) },
      { heading: 'Width', cell: ({ width }) => decimal(width, digits) },
    ],
    points,
  );
  return [byQuestion];
}

export function numericHistoryTable(records: NumericRecords): Html[] {
  const digits = digitsOf(records);
  const rows = historiesOf(records);
  if (rows.length === 0) return [];
  const whole = table(
    'From everything a person ever rated',
    `No questions are chosen here. The regressions choose their ridge by cross-validation among the training people. Intervals of ${percent(records.spec.level)}.`,
    [
      { heading: 'Method', cell: (found) => labelOf(records, found), text: true },
      {
        heading: 'Numbers',
        cell: ({ variant }) => (variant === 'shuffled' ? 'shuffled (control)' : 'real'),
        text: true,
      },
      { heading: errorHeading(records), cell: ({ mae }) => withInterval(mae, digits) },
      { heading: 'R²', cell: ({ r2 }) => withInterval(r2) },
      { heading: 'Inside', cell: ({ coverage }) => (coverage === undefined ? '–' : percentWithInterval(coverage)) },
    ],
    rows,
  );
  return [whole];
}

/** What the permutation test asked of whole histories, and what it got. */
export function testTable(records: NumericRecords): Html {
  const { shuffles, pValue: overall, statistics } = records.test!;
  return table(
    'What whole histories reveal, in any form',
    `A ridge regression on ratings, or on their squared distance from the item’s mean, guesses people it has not learned from. By chance: the mean of ${count(shuffles)} shuffles. The p-values are those of each figure by itself; all together, the test gives p = ${pValue(overall, shuffles + 1)}. The bounds of AUCs hold for all of them at once.`,
    [
      { heading: 'Question', cell: (row) => asksFor(records, row), text: true },
      { heading: 'Reads', cell: ({ features }) => (features === 'ratings' ? 'ratings' : 'extremes'), text: true },
      {
        heading: 'Found',
        cell: ({ value, bounds }) => (bounds ? withInterval({ value, ...bounds }) : decimal(value)),
      },
      { heading: 'By chance', cell: ({ shuffledMean }) => decimal(shuffledMean) },
      { heading: 'p', cell: (row) => pValue(row.pValue, shuffles + 1) },
    ],
    statistics,
  );
}

export function bandTable(records: NumericRecords): Html[] {
  const { findings, cuts } = records;
  const digits = digitsOf(records);
  const lead = leadOf(records).label;
  const found = (attacker: string) => findingsWith(findings, 'mae', { exposure: 'bands', attacker });
  const weighted = new Map(found('weighted').map((one) => [one.length, one]));
  const rows = found('mostLikely').map((mostLikely) => [mostLikely, weighted.get(mostLikely.length)!] as const);
  if (rows.length === 0) return [];
  const bands = table(
    'What is lost by inferring a band',
    `Mean error of guesses from ${count(cuts.length + 1)} bands, each taken as a group. Differences: ${lead} minus the bands, on the same people and the same resamples; below 0 the number is closer.`,
    [
      { heading: 'Questions', cell: ([{ length }]) => String(length), text: true },
      { heading: 'Most likely band', cell: ([{ mae }]) => withInterval(mae, digits) },
      { heading: 'Difference', cell: ([{ maeDifference }]) => withInterval(maeDifference!, digits) },
      { heading: 'Bands weighted by probability', cell: ([, { mae }]) => withInterval(mae, digits) },
      { heading: 'Difference', cell: ([, { maeDifference }]) => withInterval(maeDifference!, digits) },
    ],
    rows,
  );
  return [bands];
}

export function numericComparisonTable(records: NumericRecords): Html {
  const { comparisons, spec } = records;
  const lead = leadOf(records).label;
  return table(
    `${lead} against the others`,
    `Difference in mean error, ${lead} minus the other: below 0, ${lead} is closer. The p-values are corrected for the number of comparisons (Holm).`,
    [
      { heading: 'Questions', cell: ({ length }) => String(length), text: true },
      { heading: 'Other', cell: ({ second }) => nameOf(records, second), text: true },
      { heading: 'Difference', cell: ({ difference }) => withInterval(difference, digitsOf(records) + 1) },
      { heading: 'p', cell: (row) => pValue(row.pValue, spec.resamples) },
    ],
    comparisons,
  );
}

export function slopeTable(records: NumericRecords): Html {
  const { attribute, percentiles } = records.data;
  const [low, high] = [percentiles[10]!, percentiles[90]!].map((value) => shortNumber(records, value));
  return table(
    'Items of steepest slope',
    `Slope: rating points for one unit of ${attribute}, with the standard error of one fold. Rating at ${low} and ${high}: of an average person at the 10th and the 90th percentile. Asked early: share of interviews that asked it among the first ten questions.`,
    [
      { heading: 'Item', cell: ({ title }) => title, text: true },
      { heading: 'Slope', cell: ({ slope }) => decimal(slope, 4) },
      { heading: 'Standard error', cell: ({ error }) => decimal(error, 4) },
      { heading: `Rating at ${low}`, cell: (item) => decimal(item.low) },
      { heading: `Rating at ${high}`, cell: (item) => decimal(item.high) },
      { heading: 'Ratings', cell: ({ ratings }) => count(ratings) },
      { heading: 'Asked early', cell: ({ askedEarly }) => percent(askedEarly) },
    ],
    records.items,
  );
}
