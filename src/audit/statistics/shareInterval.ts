/**
 * The interval of a share of people, such as those whose group was guessed correctly. Where all are right no resample
 * differs, and percentiles would say "1 (1 to 1)" about forty people as about forty thousand. Wilson's interval goes by
 * their number:
 *
 *     (p + z^2 / 2n -+ z sqrt(p (1 - p) / n + z^2 / 4n^2)) / (1 + z^2 / n)                               [eq:wilson]
 */
import { normalQuantile } from '../../maths/index.ts';
import type { Estimate } from '../records/finding.ts';
import { interval } from './bootstrap.ts';

export function wilsonInterval(
  share: number,
  count: number,
  level: number,
): { readonly low: number; readonly high: number } {
  const z = normalQuantile((1 + level) / 2);
  const centre = (share + z ** 2 / (2 * count)) / (1 + z ** 2 / count);
  const reach = (z / (1 + z ** 2 / count)) * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2));
  // At 0 and 1 the interval ends there, but for rounding.
  return { low: Math.min(share, Math.max(0, centre - reach)), high: Math.max(share, Math.min(1, centre + reach)) };
}

/** The wider of Wilson's interval and of the percentiles of resampled people, which know what else varies. */
export function shareEstimate(value: number, replicates: ArrayLike<number>, level: number, count: number): Estimate {
  const resampled = interval(value, replicates, level);
  const { low, high } = wilsonInterval(value, count, level);
  return { value, low: Math.max(0, Math.min(low, resampled.low)), high: Math.min(1, Math.max(high, resampled.high)) };
}
