/**
 * What the columns of a table seem to mean, from their headers and the first rows. It is a proposal: a person sees it,
 * with a reason for every column, and corrects it. What decides:
 *
 * - a header that names an attribute, whatever the values look like: gender coded 1, 2, 3 is no rating;
 * - columns that share a scale are the items of a wide table;
 * - values that never repeat are ids; in a long table, values that change with the user alone are attributes;
 * - long text, constant columns and blank ones are left out.
 *
 * In doubt a column is no item: an attribute among the items would tell itself.
 */

import { guessAlone, type TableGuess } from './columnGuess.ts';
import { columnProfiles, type SampleRow } from './columnProfile.ts';
import { guessLong } from './guessLong.ts';
import { guessPeople, guessTitles } from './guessPeople.ts';
import { guessWide } from './guessWide.ts';

/** Some 200 rows are enough. Cells are as the file has them; a row may be short. */
export function guessColumns(names: readonly string[], rows: readonly SampleRow[]): TableGuess {
  const profiles = columnProfiles(names, rows);
  return (
    guessLong(profiles, rows) ??
    guessTitles(profiles) ??
    guessWide(profiles) ??
    guessPeople(profiles) ?? {
      shape: 'unclear',
      reason: 'there is neither a column of ratings nor one that tells people apart',
      columns: profiles.map(guessAlone),
    }
  );
}
