/** A guess at the meaning of one column, and the guess at a column of which only its own values are known. */

import { attributeName } from '../attributes/attributeNames.ts';
import { type ColumnRole, guess } from '../columns/columnRoles.ts';
import type { ColumnProfile } from './columnProfile.ts';

export type GuessedRole = 'item' | 'attribute' | 'user' | 'itemId' | 'rating' | 'time' | 'title' | 'ignore';

/** What a column seems to mean, and why. */
export interface ColumnGuess {
  readonly column: string;
  readonly role: GuessedRole;
  /** A few words without a capital or a full stop: "28 columns share the scale 1 to 5". */
  readonly reason: string;
}

/**
 * `long`: one row per rating. `wide`: one row per person, and the columns are items. `people`: one row per person,
 * without ratings. `titles`: one row per item.
 */
export type TableShape = 'long' | 'wide' | 'people' | 'titles' | 'unclear';

/** What a table seems to be, and what its columns seem to mean. */
export interface TableGuess {
  readonly shape: TableShape;
  readonly reason: string;
  /** In the order of the names. */
  readonly columns: readonly ColumnGuess[];
}

/** More different values than this are no groups, however many rows there are. */
const MOST_GROUPS = 30;
/** Letters. */
const LONG_TEXT = 40;

export function guessAlone(profile: ColumnProfile): ColumnGuess {
  const { column, texts, distinct, numbers, meanLength, spaced } = profile;
  const as = (role: GuessedRole, reason: string): ColumnGuess => ({ column, role, reason });
  if (attributeName(column) !== undefined) return as('attribute', 'the header names an attribute');
  if (texts.length === 0) return as('ignore', 'blank in the first rows');
  if (namesIds(column)) return as('ignore', 'the header names an id');
  if (isTime(profile)) return as('time', 'holds dates or times');
  if (distinct === 1) return as('ignore', `always "${texts[0]}" in the first rows`);
  if (meanLength > LONG_TEXT) return as('ignore', 'long text');
  if (hasFew(profile)) return as('attribute', `few different values (${distinct})`);
  if (numbers?.step === 1 && distinct <= texts.length / 2) return as('attribute', 'whole numbers that repeat');
  return as('ignore', spaced > 0.5 ? 'free text' : `many different values (${distinct} in ${texts.length} rows)`);
}

export function hasFew({ distinct, texts }: ColumnProfile): boolean {
  return distinct < texts.length && distinct <= Math.max(3, Math.min(MOST_GROUPS, texts.length / 4));
}

/** Ids are short, and never fractions. */
export function looksLikeId({ unique, numbers, meanLength, spaced }: ColumnProfile): boolean {
  return unique && meanLength <= LONG_TEXT && spaced < 0.5 && (numbers === undefined || numbers.step === 1);
}

/** The column whose header leaves little doubt. */
export function habitual(profiles: readonly ColumnProfile[], role: ColumnRole): ColumnProfile | undefined {
  const wanted = guess(
    profiles.map(({ column }) => column),
    role,
  );
  return profiles.find(({ column }) => column === wanted);
}

export function namedId(profiles: readonly ColumnProfile[]): ColumnProfile | undefined {
  return profiles.find(({ column }) => /^id$/i.test(column.trim()));
}

/** placeID, movie_id, User-ID, ISBN: not "paid" or "Madrid". */
export function namesIds(column: string): boolean {
  const name = column.trim();
  return /(^|[^\p{L}])(id|isbn|asin|uuid|guid)$/iu.test(name) || /\p{Ll}(ID|Id)$/u.test(name);
}

/** As a file is without a header, or with the index of a data frame. */
export function isUnnamed(column: string): boolean {
  return /^(column ?\d+|unnamed: ?\d+|index|\d*)$/i.test(column.trim());
}

/** From the year 1973 on, in seconds or in milliseconds. */
const EPOCH = 1e8;

export function isTime({ column, texts, numbers }: ColumnProfile): boolean {
  const named =
    /(^|[^\p{L}])(time|timestamp|date|datetime|ts)([^\p{L}]|$)|(start|end|created|recorded)[_ ]?(time|date|at)$/iu.test(
      column,
    );
  if (numbers !== undefined) return numbers.min >= EPOCH && numbers.step === 1 && (named || isUnnamed(column));
  return texts.length > 0 && texts.every((text) => /^(\d{4}-\d\d?-\d\d?|\d\d?[./-]\d\d?[./-]\d{2,4})\b/.test(text));
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
