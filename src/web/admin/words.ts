/** Sizes and times for people. */
import type { Key, Refusal, Scope } from './serviceAnswers.ts';

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** In steps of a thousand, as disks are sold. */
export function sizeText(bytes: number): string {
  let [amount, unit] = [bytes, 0];
  while (amount >= 999.5 && unit < UNITS.length - 1) {
    amount /= 1000;
    unit++;
  }
  const shown = unit === 0 || amount >= 99.5 ? Math.round(amount) : Number(amount.toPrecision(2));
  return `${shown} ${unit === 0 && shown === 1 ? 'byte' : UNITS[unit]}`;
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
  const [length, unit] = STEPS.find(([step]) => seconds >= step) ?? [1, 'second'];
  return counted(Math.floor(seconds / length), unit);
}

export function agoText(time: string, now: string): string {
  const passed = Date.parse(now) - Date.parse(time);
  return passed < 1000 ? 'just now' : `${durationText(passed)} ago`;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

export const SCOPES: Readonly<Record<Scope, { readonly name: string; readonly gives: string }>> = {
  interview: { name: 'Interviews', gives: 'start, see and erase interviews' },
  audit: { name: 'Audits', gives: 'upload data and run audits' },
  admin: { name: 'Administration', gives: 'do everything, also make and revoke keys' },
};

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
  if (status === 401) return 'The service does not know this key. It may be incomplete, or somebody revoked it.';
  if (status === 403) return 'This key works, but not here: this page needs a key for administration.';
  return `${sentence(message)} ${sentence(advice)}`;
}

/** Why something was not done. */
export function refusalText({ code, message, advice }: Refusal): string {
  if (code === 'LAST_ADMIN_KEY') {
    return 'This is the last key for administration. Without it nobody could make keys any more, so the service keeps it. Make another one first, then revoke this one.';
  }
  return `${sentence(message)} ${sentence(advice)}`;
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1).replace(/\.$/, '')}.`;
}
