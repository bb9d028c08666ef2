/**
 * The settings that people held out choose among, beside plain ones. These find most in ordinary histories, where items
 * tell one by one; the others find what they miss.
 *
 *   summaries      a style of answering, gently for a weak one, and fast for what jumps with a count, such as its parity
 *   interactions   answers that tell only together, gently and deep
 */
import type { BoostingOptions } from './boostedOptions.ts';

export function settingsBesidePlain(plain: BoostingOptions): readonly BoostingOptions[] {
  return [
    { ...plain, reads: 'summaries' },
    { ...plain, reads: 'summaries', rate: 0.3, leafRidge: 1 },
    { ...plain, reads: 'interactions' },
    { ...plain, reads: 'interactions', depth: 6, leafRidge: 1, columnShare: 1 },
  ];
}
