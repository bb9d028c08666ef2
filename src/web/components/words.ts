/** Numbers for people: rounded, and written as the language of the page writes them. */
import { wordsNow } from '../words/language.ts';

export function percent(share: number): string {
  const { percentSign } = wordsNow();
  if (share > 0.995 && share < 1) return `> 99${percentSign}`;
  if (share < 0.005 && share > 0) return `< 1${percentSign}`;
  return `${Math.round(100 * share)}${percentSign}`;
}

/** 0.75 in English, 0,75 in German. */
export function decimal(value: number, digits: number): string {
  return value.toLocaleString(wordsNow().locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** "Female, 62%": the likeliest label and how likely it is. */
export function likeliest(labels: readonly string[], shares: readonly number[]): { label: string; share: number } {
  const at = shares.indexOf(Math.max(...shares));
  return { label: labels[at]!, share: shares[at]! };
}
