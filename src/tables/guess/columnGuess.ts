/** A guess at the meaning of one column, and the guess at a column of which only its own values are known. */

import { attributeName } from '../attributes/attributeNames.ts';
import { numberFrom } from '../cells/table.ts';
import { namesCompany, namesPeople } from '../checks/severalRows.ts';
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

/** What could be inferred: columns whose header says that it is about people come first. */
export function attributeColumns({ columns }: TableGuess): string[] {
  const own = columns.filter(({ role }) => role === 'attribute').map(({ column }) => column);
  const rank = (column: string) => [undefined, 'likely', 'certain'].indexOf(attributeName(column));
  return own.toSorted((a, b) => rank(b) - rank(a));
}

/** More different values than this are no groups, however many rows there are. */
const MOST_GROUPS = 30;
/** Letters. */
const LONG_TEXT = 40;

export function guessAlone(profile: ColumnProfile): ColumnGuess {
  const { column, texts, distinct, numbers, meanLength, spaced } = profile;
  const as = (role: GuessedRole, reason: string): ColumnGuess => ({ column, role, reason });
  if (isSurveyWeight(profile)) return as('ignore', 'fractions around 1, as survey weights are');
  if (attributeName(column) !== undefined) return as('attribute', 'the header names an attribute');
  if (texts.length === 0) return as('ignore', 'blank in the first rows');
  if (namesIds(column)) return as('ignore', 'the header names an id');
  if (isTime(profile)) return as('time', 'holds dates or times');
  if (namesTotal(column)) return as('ignore', 'the header names a total');
  if (distinct === 1) return as('ignore', `always "${texts[0]}" in the first rows`);
  if (meanLength > LONG_TEXT) return as('ignore', 'long text');
  if (hasFew(profile) && !numbersGroups(profile)) return as('attribute', `few different values (${distinct})`);
  if (namesPeople(column)) return as('ignore', 'the header names people');
  if (namesCompany(column)) return as('ignore', 'the header names who belongs together (groupColumn)');
  if (numbersGroups(profile)) return as('ignore', 'numbers that rise from row to row, as those of households do');
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

function namesTotal(column: string): boolean {
  return /^(sub)?(total|sum|sum ?score|summe|gesamt|somme|suma|somma)([ _.-]?(score|points|punkte))?$/iu.test(
    column.trim(),
  );
}

/** Nobody weighs about 1, and on average 1. */
function isSurveyWeight({ texts, numbers, distinct }: ColumnProfile): boolean {
  if (numbers === undefined || numbers.min <= 0 || numbers.max > MOST_WEIGHT || distinct < FEWEST_WEIGHTS) return false;
  const mean = texts.reduce((sum, text) => sum + numberFrom(text), 0) / texts.length;
  return texts.some((text) => !Number.isInteger(numberFrom(text))) && mean > 0.8 && mean < 1.25;
}

const MOST_WEIGHT = 20;
const FEWEST_WEIGHTS = 20;

/** Whole numbers in ascending order, one after the other: who filled in the form when, or where. */
function numbersGroups({ texts, numbers, distinct }: ColumnProfile): boolean {
  if (numbers?.step !== 1 || distinct < FEWEST_NUMBERED) return false;
  return texts.every((text, row) => row === 0 || numberFrom(texts[row - 1]!) <= numberFrom(text));
}

const FEWEST_NUMBERED = 20;

/** As a file is without a header, or with the index of a data frame. */
export function isUnnamed(column: string): boolean {
  return /^(column ?\d+|unnamed: ?\d+|index|\d*)$/i.test(column.trim());
}

/** From the year 1973 on, in seconds or in milliseconds. */
const EPOCH = 1e8;
/** 20240131 */
const DAY = /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/;

export function isTime({ column, texts, numbers }: ColumnProfile): boolean {
  const named =
    /(^|[^\p{L}])(time|timestamp|date|datetime|ts)([^\p{L}]|$)|(start|end|created|recorded)[_ ]?(time|date|at)$/iu.test(
      column,
    );
  if (numbers !== undefined) {
    const isEpoch = numbers.min >= EPOCH && (named || isUnnamed(column));
    return numbers.step === 1 && (isEpoch || texts.every((text) => DAY.test(text)));
  }
  return texts.length > 0 && texts.every((text) => /^(\d{4}-\d\d?-\d\d?|\d\d?[./-]\d\d?[./-]\d{2,4})\b/.test(text));
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
