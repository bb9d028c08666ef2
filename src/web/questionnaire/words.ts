/** What figures of a list mean, in words. */
import { aucOfDistance, type ListFigures, type QuestionFigures } from '../../defence/index.ts';
import { leakSize } from '../../report/index.ts';
import type { ViewWords } from '../words/catalogue.ts';
import { wordsNow } from '../words/language.ts';
import { viewWordsNow } from '../words/viewWords.ts';

interface AttributeLeak {
  readonly attribute: string;
  readonly auc: number;
  readonly squaredDistance: number;
  readonly labels: readonly [string, string];
  /** Where in `leaks` it stands. */
  readonly at: number;
}

/** The strongest attacker on each attribute. */
export function leaksByAttribute({ leaks }: ListFigures): AttributeLeak[] {
  const strongest = new Map<string, AttributeLeak>();
  for (const [at, { attribute, auc, squaredDistance, labels }] of leaks.entries()) {
    if ((strongest.get(attribute)?.squaredDistance ?? -1) < squaredDistance) {
      strongest.set(attribute, { attribute, auc, squaredDistance, labels, at });
    }
  }
  return [...strongest.values()];
}

export function largestOf(figures: ListFigures): AttributeLeak {
  return leaksByAttribute(figures).reduce((best, leak) => (leak.squaredDistance > best.squaredDistance ? leak : best));
}

/** What the largest leak of the list would be without the question. */
export function aucWithout({ leaks }: QuestionFigures, { squaredDistance, at }: AttributeLeak): number {
  return aucOfDistance(Math.max(0, squaredDistance - leaks[at]!.dropped));
}

export function pairWords({ auc, labels: [first, second] }: AttributeLeak): string {
  const { data } = wordsNow();
  const { pair } = viewWordsNow().questionnaire.result;
  return pair(data.label(first), data.label(second), Math.round(100 * auc));
}

export function strengthOf(auc: number): string {
  return wordsNow().data.leaks[leakSize(auc)];
}

/** `pValue`: how often lists that aim at nobody tell as much. */
export function aimWords(pValue: number): string {
  const { aim } = viewWordsNow().questionnaire.result;
  const often = howOften(pValue, aim);
  if (pValue <= 0.01) return aim.aimed(often);
  return pValue <= 0.05 ? aim.perhaps(often) : aim.none(often);
}

function howOften(share: number, words: ViewWords['questionnaire']['result']['aim']): string {
  if (share < 0.001) return words.hardly;
  if (share < 0.01) return words.rarely;
  return share > 0.95 ? words.always : words.times(Math.round(100 * share));
}
