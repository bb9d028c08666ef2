/**
 * A long table: one row per rating. By the habitual headers; or, where the headers say nothing, by the habitual order
 * (user, item, rating) if the first two columns are pairs that never repeat. Every other column is an attribute if it is
 * the same in all rows of a person.
 */

import {
  type ColumnGuess,
  guessAlone,
  habitual,
  hasFew,
  isTime,
  isUnnamed,
  namedId,
  namesIds,
  type TableGuess,
} from './columnGuess.ts';
import type { ColumnProfile, SampleRow } from './columnProfile.ts';

interface LongParts {
  readonly user: ColumnProfile;
  readonly item: ColumnProfile;
  readonly rating: ColumnProfile;
  readonly reason: string;
}

/** A long table has few columns; of a wider one the user must repeat. */
const MOST_COLUMNS = 12;
/** Of a table without telling headers. */
const MOST_UNNAMED = 8;
/** Fewer rows prove nothing about pairs that never repeat. */
const FEWEST_ROWS = 5;

export function guessLong(profiles: readonly ColumnProfile[], rows: readonly SampleRow[]): TableGuess | undefined {
  const parts = partsByHeader(profiles) ?? partsByOrder(profiles, rows);
  if (parts === undefined) return undefined;
  const title = habitual(profiles, 'title');
  const columns = profiles.map((profile): ColumnGuess => {
    const { column } = profile;
    if (profile === parts.user) return { column, role: 'user', reason: `who rated, ${parts.reason}` };
    if (profile === parts.item) return { column, role: 'itemId', reason: `what was rated, ${parts.reason}` };
    if (profile === parts.rating) return { column, role: 'rating', reason: `the rating, ${parts.reason}` };
    if (isUnnamed(column) && profile.numbers?.countsRows) return { column, role: 'ignore', reason: 'counts the rows' };
    if (isTime(profile) || profile === habitual(profiles, 'time'))
      return { column, role: 'time', reason: 'when it was rated' };
    if (profile === title) return { column, role: 'title', reason: 'the title of what was rated, by its header' };
    return guessOfPerson(profile, parts.user, rows);
  });
  return { shape: 'long', reason: `one row per rating: user, item and rating are told ${parts.reason}`, columns };
}

/** What is the same in all rows of a person may be an attribute of the person. */
function guessOfPerson(profile: ColumnProfile, user: ColumnProfile, rows: readonly SampleRow[]): ColumnGuess {
  const alone = guessAlone(profile);
  if (alone.role !== 'attribute') return alone;
  const first = new Map<string, string>();
  let repeated = false;
  for (const cells of rows) {
    const [id, value] = [cells[user.at], cells[profile.at]];
    if (id === undefined || value === undefined) continue;
    const known = first.get(id);
    if (known === undefined) first.set(id, value);
    else if (known === value) repeated = true;
    else return { ...alone, role: 'ignore', reason: 'changes between the ratings of one person' };
  }
  return repeated ? { ...alone, reason: `${alone.reason}, the same in all rows of a person` } : alone;
}

function partsByHeader(profiles: readonly ColumnProfile[]): LongParts | undefined {
  const [user, item, rating] = (['user', 'item', 'rating'] as const).map((role) => habitual(profiles, role));
  if (rating === undefined || rating.numbers === undefined) return undefined;
  // "id" alone does not say whose; beside an item and a rating it can only be the user.
  const whose = user ?? (item && namedId(profiles));
  const what = item ?? (whose && onlyOtherId(profiles, whose));
  if (what === undefined) return undefined;
  if (whose === undefined || (whose.unique && profiles.length > MOST_COLUMNS)) return undefined;
  return { user: whose, item: what, rating, reason: 'by its header' };
}

/** The one column besides the user's whose header names an id. */
function onlyOtherId(profiles: readonly ColumnProfile[], user: ColumnProfile): ColumnProfile | undefined {
  const ids = profiles.filter((profile) => profile !== user && namesIds(profile.column));
  return ids.length === 1 ? ids[0] : undefined;
}

function partsByOrder(profiles: readonly ColumnProfile[], rows: readonly SampleRow[]): LongParts | undefined {
  const [user, item, ...others] = profiles;
  if (user === undefined || item === undefined || profiles.length > MOST_UNNAMED) return undefined;
  if (rows.length < FEWEST_ROWS || !profiles.every(({ column }) => isUnnamed(column))) return undefined;
  const rating = others.find(looksRated);
  if (rating === undefined || user.unique || !pairsDiffer(user, item, rows)) return undefined;
  return { user, item, rating, reason: 'by the order of the columns' };
}

function looksRated(profile: ColumnProfile): boolean {
  const { numbers, distinct } = profile;
  return numbers !== undefined && numbers.min >= -10 && numbers.max <= 10 && distinct > 1 && hasFew(profile);
}

function pairsDiffer(user: ColumnProfile, item: ColumnProfile, rows: readonly SampleRow[]): boolean {
  const pairs = new Set(rows.map((cells) => JSON.stringify([cells[user.at], cells[item.at]])));
  return pairs.size === rows.length && item.distinct > Math.sqrt(rows.length);
}
