/** How large a leak would have had to be to be found, where each figure has an interval of its own. */
import { normalQuantile } from '../../maths/index.ts';
import { decimal } from './format.ts';
import { detectableAuc } from './input.ts';

/** The people of each group that is told apart. */
export type GroupSizes = readonly { readonly users: number }[];

export function detectableWith(labels: GroupSizes, level: number): number {
  return detectableAuc(
    normalQuantile((1 + level) / 2),
    labels.map(({ users }) => users),
  );
}

/** No leak was shown: that says little where a large one could have hidden. */
export function detectableSentence(detectable: number): string {
  return `With this many people, the smallest leak that would have been found with 80% probability is an AUC of ${decimal(detectable)}; a smaller one can hide.`;
}
