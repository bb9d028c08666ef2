/** Sizes and times for people. */

import type { Key, Refusal } from './serviceAnswers.ts';
import { adminWords } from './words/adminWords.ts';

const UNITS = ['kB', 'MB', 'GB', 'TB'];

/** In steps of a thousand, as disks are sold. */
export function sizeText(bytes: number): string {
  let [amount, unit] = [bytes, 0];
  while (amount >= 999.5 && unit < UNITS.length) {
    amount /= 1000;
    unit++;
  }
  const shown = unit === 0 || amount >= 99.5 ? Math.round(amount) : Number(amount.toPrecision(2));
  return `${shown} ${unit === 0 ? adminWords().counted.bytes(shown) : UNITS[unit - 1]}`;
}

const STEPS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** In the largest unit of which there is at least one: "3 hours". */
export function durationText(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const [length, unit] = STEPS.find(([step]) => seconds >= step) ?? STEPS[3];
  return adminWords().counted[unit](Math.floor(seconds / length));
}

export function agoText(time: string, now: string): string {
  const passed = Date.parse(now) - Date.parse(time);
  return passed < 1000 ? adminWords().justNow : adminWords().ago(durationText(passed));
}

/** The id of a key stands in the key itself: `ulk_<id>_<secret>`. */
export function isOwnKey({ id }: Pick<Key, 'id'>, key: string | undefined): boolean {
  return key?.startsWith(`ulk_${id}_`) ?? false;
}

/** A key as the service makes them. */
export function looksLikeKey(text: string): boolean {
  return /^ulk_[0-9a-f]{16}_[\w-]{43}$/.test(text);
}

/** Why somebody is not let in, or not any more. */
export function signInRefusal({ status, message, advice }: Refusal): string {
  if (status === 401) return adminWords().signIn.unknown;
  if (status === 403) return adminWords().signIn.elsewhere;
  return `${sentence(message)} ${sentence(advice)}`;
}

/** Why something was not done. */
export function refusalText({ code, message, advice }: Refusal): string {
  if (code === 'LAST_ADMIN_KEY') return adminWords().lastKey;
  return `${sentence(message)} ${sentence(advice)}`;
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1).replace(/\.$/, '')}.`;
}
