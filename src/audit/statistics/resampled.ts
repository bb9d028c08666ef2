/** Figures, and the same figures in every resample of the people: what intervals, bands and tests are made from. */
import { everyoneOnce } from './bootstrap.ts';

/** Figures of some people, as a function of how often each of all people counts. */
export type Measure = (weights: ArrayLike<number>) => readonly number[];

export interface Resampled {
  readonly value: number;
  readonly replicates: Float64Array;
}

/**
 * The figures of each measure, in one pass over the resamples. `dependence` says from the figures how much more they vary
 * over new data than over resamples (foldDependence.ts): replicates are as far from the value as new data would put them.
 */
export function resampled(
  measures: readonly Measure[],
  everyone: number,
  resamples: Iterable<ArrayLike<number>>,
  dependence?: (values: readonly number[]) => number,
): Resampled[][] {
  const values = measures.map((measure) => measure(everyoneOnce(everyone)));
  const drawn = values.map((figures) => figures.map((): number[] => []));
  for (const some of inBlocks(resamples)) {
    for (const [n, measure] of measures.entries()) {
      for (const weights of some) {
        for (const [m, figure] of measure(weights).entries()) drawn[n]![m]!.push(figure);
      }
    }
  }
  return values.map((figures, n) => {
    const factor = dependence?.(figures);
    const moved = (value: number) => (figure: number) =>
      factor === undefined ? figure : value + factor * (figure - value);
    return figures.map((value, m) => ({ value, replicates: Float64Array.from(drawn[n]![m]!, moved(value)) }));
  });
}

/** What a measure reads stays in the cache for as many resamples; all resamples at once would take much room. */
const AT_ONCE = 32;

function* inBlocks(resamples: Iterable<ArrayLike<number>>) {
  let some: ArrayLike<number>[] = [];
  for (const weights of resamples) {
    some.push(weights);
    if (some.length < AT_ONCE) continue;
    yield some;
    some = [];
  }
  yield some;
}

/** Value by value and replicate by replicate. */
export function meanResampled(found: readonly Resampled[]): Resampled {
  const mean = (of: (one: Resampled) => number) => found.reduce((sum, one) => sum + of(one), 0) / found.length;
  return {
    value: mean(({ value }) => value),
    replicates: found[0]!.replicates.map((_, b) => mean(({ replicates }) => replicates[b]!)),
  };
}
