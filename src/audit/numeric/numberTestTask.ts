/**
 * Is anything about a number told at all? A regression of the number misses what is not a straight line: people at both
 * ends who answer alike, or an extreme answer either way. So whole histories are read twice, as ratings and as their
 * squared distance from the item's mean, and three things are asked of each: what share of the number is explained,
 * whether people are put in order, and whether each third of them is recognised. One test holds them all
 * together (minP.ts), against the same numbers dealt out anew within each fold. Real and shuffled numbers are treated
 * alike, so that the p-value is valid whatever the data.
 */
import type { SparseRows } from '../../inference/index.ts';
import { defineTask, normalQuantile } from '../../maths/index.ts';
import { maxT } from '../figures/family.ts';
import { measured } from '../figures/measured.ts';
import type { Dealing } from '../folds/index.ts';
import type { Bounds } from '../records/finding.ts';
import type { NumberStatistic, NumberTest } from '../records/numericRecords.ts';
import { quantile, resamplesOf, standardDeviation } from '../statistics/bootstrap.ts';
import { heldOutRidge } from '../statistics/heldOutRidge.ts';
import { historyFactors } from '../statistics/historyFactors.ts';
import { minP } from '../statistics/minP.ts';
import { bandOf } from './bands.ts';
import { type Asked, askedOf, type Reached, reachedBy } from './numberStatistics.ts';

export interface NumberTestUnit extends Dealing {
  readonly histories: SparseRows;
  /** As training takes them: none far outside. */
  readonly numbers: Float64Array;
  /** Where the bands are cut, one at least. */
  readonly cuts: readonly number[];
  readonly shuffles: number;
  readonly resamples: number;
  /** Of the bounds. */
  readonly level: number;
  /** The p-value up to which the test rejects. */
  readonly alarms: number;
}

/** How likely a leak is found that is just large enough to be called detectable. */
const POWER = 0.8;

type Found = Asked & Reached & Pick<NumberStatistic, 'features'>;

export const numberTestTask = defineTask<NumberTestUnit, NumberTest>('numeric-test', (unit) => {
  const { histories, numbers, cuts, shuffles, alarms } = unit;
  const asked = askedOf(numbers, cuts);
  const found = (['ratings', 'squares'] as const).flatMap((features): Found[] => {
    const factors = historyFactors(features === 'ratings' ? histories : squaredDistances(histories), unit.seed);
    const reached = reachedBy(heldOutRidge(factors, unit.folds, unit.foldCount), asked, unit, shuffles);
    return reached.map((own, k) => ({ features, ...asked[k]!, ...own }));
  });
  const { pValue, single } = minP(found.map(({ values }) => values));
  const bounds = bandBounds(found, unit);
  return {
    shuffles,
    pValue,
    cuts,
    statistics: found.map((one, k): NumberStatistic => {
      const { features, measure, band, values } = one;
      return {
        features,
        measure,
        band,
        bounds: bounds.get(one),
        value: values[0]!,
        shuffledMean: meanOf(values.subarray(1)),
        pValue: single[k]!,
      };
    }),
    detectable: detectable(found, alarms),
  };
});

/** Simultaneous over all bands and both readings, like those of attackers. */
function bandBounds(
  found: readonly Found[],
  { numbers, cuts, resamples, level, seed, clusters }: NumberTestUnit,
): ReadonlyMap<Found, Bounds> {
  const people = Uint32Array.from(numbers.keys());
  const weights = resamplesOf(people.length, seed, resamples, clusters);
  const bands = found.filter(({ measure }) => measure === 'band');
  const figures = bands.map(({ band, guesses }) => {
    const inside = Uint8Array.from(numbers, (number) => (bandOf(cuts, number) === band ? 1 : 0));
    const scores = { types: inside, logitOf: (person: number) => guesses[person]! };
    return measured([scores], { labels: ['outside', 'inside'], people, resamples: weights, level, clusters }).mean;
  });
  const { bounds } = maxT(figures, level);
  return new Map(bands.map((one, at) => [one, bounds[at]!]));
}

/**
 * What the test would have shown with 80% probability, by how far the largest figure goes in the shuffles, in its own
 * deviations. Read from ratings; of several bands the one that is hardest to show.
 */
function detectable(found: readonly Found[], alarms: number): NumberTest['detectable'] {
  const figures = found.map(({ features, measure, values }) => {
    const shuffled = values.subarray(1);
    return { features, measure, shuffled, mean: meanOf(shuffled), deviation: standardDeviation(shuffled) };
  });
  const largest = figures[0]!.shuffled.map((_, b) =>
    Math.max(
      ...figures.map(({ shuffled, mean, deviation }) => (deviation > 0 ? (shuffled[b]! - mean) / deviation : 0)),
    ),
  );
  const reach = quantile(largest, 1 - alarms) + normalQuantile(POWER);
  const hardest = (wanted: NumberStatistic['measure']) =>
    Math.max(
      ...figures
        .filter(({ features, measure }) => features === 'ratings' && measure === wanted)
        .map(({ mean, deviation }) => Math.min(1, mean + reach * deviation)),
    );
  return { ranks: hardest('ranks'), band: hardest('band') };
}

/** The squared distance of each rating from the mean of its item: large where an answer is extreme, either way. */
function squaredDistances(histories: SparseRows): SparseRows {
  const { indices, values, columns } = histories;
  const [sums, counts] = [new Float64Array(columns), new Float64Array(columns)];
  for (let entry = 0; entry < indices.length; entry++) {
    sums[indices[entry]!]! += values[entry]!;
    counts[indices[entry]!]!++;
  }
  const squared = values.map((value, entry) => (value - sums[indices[entry]!]! / counts[indices[entry]!]!) ** 2);
  return { ...histories, values: squared };
}

const meanOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
