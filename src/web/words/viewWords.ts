/** The words of the later views. Their English ones come with the views, other languages with the language. */
import type { ViewWords } from './catalogue.ts';
import { laterWords, useWords, wordsNow } from './language.ts';
import { enViews } from './views.en.ts';

/** For what is said outside of a view. */
export function viewWordsNow(): ViewWords {
  return laterWords(wordsNow().locale) ?? enViews;
}

export function useViewWords(): ViewWords {
  useWords();
  return viewWordsNow();
}
