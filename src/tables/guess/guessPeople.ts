/** The files beside a long table: one row per person with attributes, or one row per item with its title. */

import { attributeName } from '../attributes/attributeNames.ts';
import {
  type ColumnGuess,
  guessAlone,
  habitual,
  isUnnamed,
  looksLikeId,
  namedId,
  type TableGuess,
} from './columnGuess.ts';
import type { ColumnProfile } from './columnProfile.ts';

export function guessPeople(profiles: readonly ColumnProfile[]): TableGuess | undefined {
  const user = keyOf(profiles, 'user');
  if (user === undefined) return undefined;
  const columns = profiles.map(
    (profile): ColumnGuess =>
      profile === user ? { column: user.column, role: 'user', reason: keyReason(user) } : guessAlone(profile),
  );
  if (!columns.some(({ role }) => role === 'attribute')) return undefined;
  return { shape: 'people', reason: 'one row per person: ids that never repeat, attributes and no ratings', columns };
}

/** Of a few flags beside the title, as genres are written, none makes it a wide table. */
export function guessTitles(profiles: readonly ColumnProfile[]): TableGuess | undefined {
  if (profiles.some(({ column }) => attributeName(column) === 'certain')) return undefined;
  const item = keyOf(profiles, 'item');
  if (item === undefined || habitual(profiles, 'user') !== undefined) return undefined;
  if (
    profiles.some(({ numbers, distinct, unique }) => !unique && numbers !== undefined && distinct > 2 && distinct <= 11)
  )
    return undefined;
  const named = habitual(profiles, 'title');
  const title =
    named !== undefined && named !== item
      ? named
      : profiles.find((profile) => profile !== item && looksLikeTitle(profile));
  if (title === undefined) return undefined;
  const columns = profiles.map((profile): ColumnGuess => {
    const { column } = profile;
    if (profile === item) return { column, role: 'itemId', reason: keyReason(item) };
    if (profile === title) return { column, role: 'title', reason: 'text that hardly ever repeats' };
    return { column, role: 'ignore', reason: 'about the items, not about people' };
  });
  return { shape: 'titles', reason: 'one row per item: ids that never repeat, and titles', columns };
}

function looksLikeTitle({ texts, distinct, numbers, meanLength, spaced }: ColumnProfile): boolean {
  return numbers === undefined && distinct >= 0.9 * texts.length && meanLength >= 5 && spaced >= 0.3;
}

/** The column whose header says so; otherwise the first one, if its values are ids. */
function keyOf(profiles: readonly ColumnProfile[], role: 'user' | 'item'): ColumnProfile | undefined {
  const named = habitual(profiles, role) ?? namedId(profiles);
  if (named !== undefined && looksLikeId(named)) return named;
  const [first] = profiles;
  return first !== undefined && looksLikeId(first) && attributeName(first.column) === undefined ? first : undefined;
}

function keyReason({ column }: ColumnProfile): string {
  return isUnnamed(column) ? 'the first column, in which no value repeats' : 'no two rows have the same value';
}
