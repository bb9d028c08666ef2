/** What figures of a list mean, in words. */
import { aucOfDistance, type ListFigures, type QuestionFigures } from '../../defence/index.ts';
import { leakSize, leakWords } from '../../report/index.ts';

export interface AttributeLeak {
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
  return `of two people, one “${first}” and one “${second}”, an attacker who reads all answers tells which is which ${Math.round(100 * auc)} times in 100`;
}

export function strengthOf(auc: number): string {
  return leakWords[leakSize(auc)];
}

/** `pValue`: how often lists that aim at nobody tell as much. */
export function aimWords(pValue: number): string {
  const often = `Lists that aim at nobody tell as much ${howOften(pValue)}.`;
  if (pValue <= 0.01) return `It looks aimed. ${often}`;
  return pValue <= 0.05 ? `It might be aimed. ${often}` : `No sign of an aim. ${often}`;
}

function howOften(share: number): string {
  if (share < 0.001) return 'hardly ever';
  if (share < 0.01) return 'less than once in 100 times';
  return share > 0.95 ? 'nearly always' : `about ${Math.round(100 * share)} times in 100`;
}
