/** What the picture to send on says: how sure the guess was, and neither an answer nor a group. */
import { percent } from '../../components/words.ts';
import type { Words } from '../../words/catalogue.ts';

export type Verdict = 'right' | 'wrong' | 'unsaid';

export interface CardWords {
  readonly first: string;
  /** "94%" */
  readonly share: string;
  /** "sure of my age" */
  readonly sure: string;
  readonly end: string;
  readonly foot: string;
}

interface Shown {
  readonly attribute: string;
  readonly share: number;
  readonly verdict: Verdict;
}

export function wordsOf({ attribute, share, verdict }: Shown, { share: { card }, data }: Words): CardWords {
  return {
    first: card.first,
    share: percent(share),
    sure: card.sure(attribute, data.attribute(attribute)),
    end: card.ends[verdict],
    foot: card.foot,
  };
}
