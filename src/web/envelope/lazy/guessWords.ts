/** How often guesses are right, in words. */
import { leakSize } from '../../../report/index.ts';
import type { Words } from '../../words/catalogue.ts';
import type { AttributeFacts, Measured } from '../visit/personalityFacts.ts';

export const outOf100 = (share: number) => Math.round(100 * share);

/** What a guess without a single answer would be right about. */
export function blindOf({ shares }: AttributeFacts): number {
  return Math.max(...shares);
}

/** Fewer people than this say too little. */
const FEWEST = 100;

/** How often it is right about people it is as sure of; undefined where it was too few. */
function rightWhenThisSure({ sure }: Measured, share: number): number | undefined {
  const alike = sure.findLast(({ from }) => share >= from);
  return alike !== undefined && alike.people >= FEWEST ? alike.right : undefined;
}

/** "right for 69 of 100 people; without any answer, for 60. When it is this sure, for 74." */
export function howOftenRight(
  known: AttributeFacts,
  measured: Measured,
  share: number,
  { right, rightWhenThisSure: alike }: Words['opened'],
): string {
  const thisSure = rightWhenThisSure(measured, share);
  const sentence = right(outOf100(measured.right.value), outOf100(blindOf(known)));
  return sentence + (thisSure === undefined ? '' : alike(outOf100(thisSure)));
}

export function leakOfMeasured({ auc }: Measured, { leaks }: Words['data']): string {
  return leaks[leakSize(auc.low)];
}
