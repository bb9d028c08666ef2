/** What a first look found, in the language of the page. It may say that there is a leak, never that there is none. */
import type { FirstLook } from '../../../audit/index.ts';
import { leakSize, lowestShown } from '../../../report/index.ts';
import { wordsNow } from '../../words/language.ts';
import { viewWordsNow } from '../../words/viewWords.ts';

export function firstSentence({ attribute, findings }: FirstLook): string {
  const words = viewWordsNow().audit.first;
  const size = leakSize(lowestShown(findings));
  return size === 'none' ? words.none(attribute) : words.leak(wordsNow().data.leaks[size], attribute);
}
