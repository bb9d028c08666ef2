/** How large a leak would have had to be to be found. */
import { decimal } from './format.ts';

/** No leak was shown: that says little where a large one could have hidden. */
export function detectableSentence(detectable: number): string {
  return `With this many people, the smallest leak that would have been found with 80% probability is an AUC of ${decimal(detectable)}; a smaller one can hide.`;
}
