/**
 * Whether a leak grew from one audit to a later one. Where both measured the same people, both drew the same resamples,
 * and the difference is taken resample by resample: what the people have in common falls away. Otherwise the errors add:
 *
 *     se(new - old)^2 = se(new)^2 + se(old)^2,   se = (high - low) / (2 z)
 *
 * The p-value is one-sided: that the leak did not grow.
 */
import { normalCdf, normalQuantile } from '../../maths/index.ts';
import type { Estimate } from '../records/finding.ts';
import { interval, pairedPValue } from '../statistics/bootstrap.ts';

/** An AUC, and where it is known the same in each resample of the people. */
interface MeasuredAuc {
  readonly auc: Estimate;
  readonly replicates?: readonly number[] | undefined;
}

/** How far a leak grew, and how likely chance alone does that. */
export interface Growth {
  /** New minus old. */
  readonly difference: Estimate;
  readonly pValue: number;
  readonly paired: boolean;
}

/** `paired`: whether both were measured on the same people with the same resamples. */
export function growthOf(now: MeasuredAuc, before: MeasuredAuc, level: number, paired: boolean): Growth {
  const value = known(now.auc.value) - known(before.auc.value);
  const [own, other] = [now.replicates, before.replicates];
  if (paired && own !== undefined && own.length === other?.length) {
    const differences = own.map((auc, n) => known(auc) - known(other[n]));
    const twoSided = pairedPValue(value, differences);
    return {
      difference: interval(value, differences, level),
      pValue: Number.isNaN(value) ? value : value > 0 ? twoSided / 2 : 1 - twoSided / 2,
      paired: true,
    };
  }
  const z = normalQuantile((1 + level) / 2);
  const errorOf = ({ auc }: MeasuredAuc) => (known(auc.high) - known(auc.low)) / (2 * z);
  const error = Math.hypot(errorOf(now), errorOf(before));
  return {
    difference: { value, low: value - z * error, high: value + z * error },
    pValue: pValueOf(value, error),
    paired: false,
  };
}

/** JSON keeps what is not a number as null. */
const known = (auc: number | null | undefined) => (typeof auc === 'number' ? auc : Number.NaN);

/** NaN where there is nothing to compare: whoever judges must not take that for "did not grow". */
function pValueOf(value: number, error: number): number {
  if (Number.isNaN(value) || Number.isNaN(error)) return Number.NaN;
  return error > 0 ? normalCdf(-value / error) : value > 0 ? 0 : 1;
}
