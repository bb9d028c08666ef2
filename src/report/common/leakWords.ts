/**
 * The same size of a leak gets the same words everywhere. It is judged by the lower end of its bounds, so that words
 * claim no more than the figures carry; a bound that clears 0.5 by little is still a leak, and is never called none.
 */
import { withInterval } from './format.ts';

/** How large a leak is, from none to one that tells nearly everybody. */
export type LeakSize = 'none' | 'slight' | 'weak' | 'clear' | 'strong' | 'veryStrong';

/** How large a leak is, judged by the lower end of its bounds. */
export function leakSize(low: number): LeakSize {
  if (!(low > 0.5)) return 'none';
  if (low < 0.55) return 'slight';
  if (low < 0.65) return 'weak';
  if (low < 0.75) return 'clear';
  return low < 0.85 ? 'strong' : 'veryStrong';
}

/** "a weak leak of gender", "no leak of gender shown" */
export function leakOf(size: LeakSize, attribute: string): string {
  return size === 'none' ? `no leak of ${attribute} shown` : `${leakWords[size]} of ${attribute}`;
}

/** Where bounds exclude guessing and no test rejects. */
export function possibleLeakOf(attribute: string): string {
  return `A possible leak of ${attribute}, not shown. The bounds exclude guessing, but the tests leave room for chance; more people would settle it.`;
}

/** The words for each size of a leak. */
export const leakWords: Readonly<Record<LeakSize, string>> = {
  none: 'no leak shown',
  slight: 'a slight leak',
  weak: 'a weak leak',
  clear: 'a clear leak',
  strong: 'a strong leak',
  veryStrong: 'a very strong leak',
};

/**
 * A control that finds something, or the opposite, points to a fault in the data or in the method; whoever reads the
 * figure must know. Guessing is 0.5, or 0 for the share explained of a number.
 */
export function controlCaution({ low, high }: { readonly low: number; readonly high: number }, guessing = 0.5): string {
  if (low > guessing)
    return ' That itself is above guessing, where it should not be: part of the figure may be an artefact.';
  return high < guessing && guessing > 0
    ? ' That itself is below guessing, where it should not be: the figures above may be too low.'
    : '';
}

/** Who found what, with bounds that hold for all. */
interface Finding {
  readonly who: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** An attacker who is wrong beyond chance is never a sign of safety: a sentence about the one furthest below, if there is one. */
export function wrongWayText(found: readonly Finding[]): string {
  const [worst] = found.filter(({ high }) => high < 0.5).sort((a, b) => a.high - b.high);
  if (worst === undefined) return '';
  return (
    `But ${worst.who} is wrong more often than chance (AUC ${withInterval(worst)}), so anyone who turns its guesses ` +
    'around tells the groups apart. Treat that as a leak until you know where it comes from.'
  );
}
