/** Numbers as text: the same everywhere, whatever the language of the machine. */
import type { Estimate } from './input.ts';

const NOTHING = '–';

export function decimal(value: number, digits = 2): string {
  if (!Number.isFinite(value)) return NOTHING;
  const text = value.toFixed(digits);
  return /^-0\.?0*$/.test(text) ? text.slice(1) : text.replace('-', '−');
}

/** "0.79 [0.77, 0.80]" */
export function withInterval({ value, low, high }: Estimate, digits = 2): string {
  return `${decimal(value, digits)} [${decimal(low, digits)}, ${decimal(high, digits)}]`;
}

export function percent(share: number, digits = 0): string {
  return Number.isFinite(share) ? `${decimal(100 * share, digits)}%` : NOTHING;
}

export function percentWithInterval({ value, low, high }: Estimate): string {
  return `${percent(value)} [${decimal(100 * low, 0)}, ${decimal(100 * high, 0)}]`;
}

/** 1000209 as "1,000,209" */
export function count(value: number): string {
  return Number.isFinite(value) ? String(Math.round(value)).replaceAll(/\B(?=(\d{3})+$)/g, ',') : NOTHING;
}

export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** A p-value from resamples is no different from 0 below one in their number. */
export function pValue(value: number, resamples: number): string {
  if (!Number.isFinite(value)) return NOTHING;
  const least = Math.max(0.001, 1 / resamples);
  return value < least ? `< ${decimal(least, 3)}` : decimal(value, 3);
}

export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function shortened(text: string, characters: number): string {
  const letters = [...text];
  return letters.length <= characters
    ? text
    : `${letters
        .slice(0, characters - 1)
        .join('')
        .trimEnd()}…`;
}

const SHARES: ReadonlyMap<number, string> = new Map([
  [0.1, 'a tenth'],
  [0.2, 'a fifth'],
  [0.25, 'a quarter'],
  [0.5, 'half'],
]);

/** What is set aside of each person: "a fifth of each person’s ratings, at most 10". */
export function setAside(
  { heldOut, heldOutShare }: { heldOut: number; heldOutShare: number },
  what = 'rating',
): string {
  return `${SHARES.get(heldOutShare) ?? percent(heldOutShare)} of each person’s ${what}s, at most ${count(heldOut)}`;
}
