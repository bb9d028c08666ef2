/** Bits, and what one number is of another, in words. */
import { decimal } from '../../components/words.ts';
import type { ViewWords } from '../../words/catalogue.ts';
import { enViews } from '../../words/views.en.ts';

type Other = ViewWords['other'];

export function bitsText(bits: number, words: Other['ledger']['bits'] = enViews.other.ledger.bits): string {
  if (bits < 1e-6) return words.none;
  if (bits < 0.0005) return words.hardly;
  return words.some(decimal(bits, bits < 0.0995 ? 3 : 2));
}

/** What bits mean, by what they do to a guess between two equally likely things. */
export function bitsInWords(bits: number, words: Other['ledger']['bits'] = enViews.other.ledger.bits): string {
  if (bits < 0.0005) return words.nothing;
  if (bits >= 0.97) return words.straight;
  const likelier = Math.round(100 * likelierOfTwo(bits));
  return words.turning(likelier, 100 - likelier);
}

/** "about 3 times as much as": what one number is of another. */
export function timesWords(ratio: number, words: Other['why']['times'] = enViews.other.why.times): string {
  if (ratio >= 2.5) return words.many(Math.round(ratio));
  if (ratio >= 1.75) return words.twice;
  if (ratio >= 1.2) return words.more;
  if (ratio > 0.8) return words.same;
  return ratio > 0.4 ? words.less : words.muchLess;
}

/** The probability of the likelier of two values, equally likely before, about which this many bits are known. */
export function likelierOfTwo(bits: number): number {
  let [low, high] = [0.5, 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (1 - entropy(middle) < bits) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function entropy(p: number): number {
  return p <= 0 || p >= 1 ? 0 : -p * Math.log2(p) - (1 - p) * Math.log2(1 - p);
}
