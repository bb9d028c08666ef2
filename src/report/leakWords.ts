/**
 * The same size of a leak gets the same words everywhere. It is judged by the lower end of its bounds, so that words
 * claim no more than the figures carry; a bound that clears 0.5 by little is still a leak, and is never called none.
 */
export type LeakSize = 'none' | 'slight' | 'weak' | 'clear' | 'strong' | 'veryStrong';

export function leakSize(low: number): LeakSize {
  if (!(low > 0.5)) return 'none';
  if (low < 0.55) return 'slight';
  if (low < 0.65) return 'weak';
  if (low < 0.75) return 'clear';
  return low < 0.85 ? 'strong' : 'veryStrong';
}

export const leakWords: Readonly<Record<LeakSize, string>> = {
  none: 'no leak shown',
  slight: 'a slight leak',
  weak: 'a weak leak',
  clear: 'a clear leak',
  strong: 'a strong leak',
  veryStrong: 'a very strong leak',
};
