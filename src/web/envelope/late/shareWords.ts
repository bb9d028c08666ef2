/** What the picture to send on says: how sure the guess was, and neither an answer nor a group. */
export type Verdict = 'right' | 'wrong' | 'unsaid';

export interface CardWords {
  readonly first: string;
  readonly second: string;
}

interface Shown {
  readonly attribute: string;
  readonly share: number;
  readonly verdict: Verdict;
}

export function wordsOf({ attribute, share, verdict }: Shown): CardWords {
  const sure = `${Math.round(100 * share)}%`;
  const end = { right: ', and right.', wrong: ', and wrong.', unsaid: '. Right or wrong? I’m not saying.' }[verdict];
  return { first: 'Ten harmless statements about me.', second: `It was ${sure} sure of my ${attribute}${end}` };
}
