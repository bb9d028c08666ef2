/** How large a leak would have had to be to be found. */
import { decimal } from './format.ts';

/** No leak was shown: that says little where a large one could have hidden. */
export function detectableSentence(detectable: number): string {
  return `With this many people, we would have found an AUC of ${decimal(detectable)} four times out of five. A smaller leak can hide.`;
}
