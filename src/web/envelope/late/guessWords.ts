/** Guesses in words, and how often they are right. */
import { leakSize, leakWords } from '../../../report/index.ts';
import type { AttributeFacts, Measured } from '../visit/facts.ts';

const VERBS: Readonly<Record<string, string>> = { sex: 'are', age: 'are', education: 'have' };

/** "you are female", "you have never smoked" */
export function guessWords(attribute: string, label: string): string {
  if (attribute === 'smoking') return `you have ${label.replace(/^has /, '')}`;
  return `you ${VERBS[attribute] ?? 'are'} ${label}`;
}

/** "your sex" */
export const attributeWords: Readonly<Record<string, string>> = {
  sex: 'your sex',
  age: 'whether you are 30 or older',
  education: 'whether you have a college degree',
  smoking: 'whether you have ever smoked',
};

export const outOf100 = (share: number) => Math.round(100 * share);

/** What a guess without a single answer would be right about. */
export function blindOf({ shares }: AttributeFacts): number {
  return Math.max(...shares);
}

/** "right for 69 of 100 people" */
export function rightWords({ right }: Measured): string {
  return `right for ${outOf100(right.value)} of 100 people`;
}

/** Fewer people than this say too little. */
const FEWEST = 100;

/** How often it is right about people it is as sure of; undefined where it was too few. */
export function rightWhenThisSure({ sure }: Measured, share: number): number | undefined {
  const alike = sure.findLast(({ from }) => share >= from);
  return alike !== undefined && alike.people >= FEWEST ? alike.right : undefined;
}

/** "right for 69 of 100 people; without any answer, for 60. When it is this sure, for 74." */
export function howOftenRight(known: AttributeFacts, measured: Measured, share: number): string {
  const thisSure = rightWhenThisSure(measured, share);
  const alike = thisSure === undefined ? '' : ` When it is this sure, for ${outOf100(thisSure)}.`;
  return `${rightWords(measured)}; without any answer, for ${outOf100(blindOf(known))}.${alike}`;
}

export function leakOfMeasured({ auc }: Measured): string {
  return leakWords[leakSize(auc.low)];
}
