/**
 * What was found in data before anything is measured: one form for every check, so that the command line, the page and
 * the service say the same words. A serious finding makes figures wrong; it stops a measurement until it is mended or
 * accepted.
 */

/** Every code, and what it says in a few words. */
export const findingCodes = {
  READ_AS: 'What a file showed, and no one said',
  RATING_CODES: 'Answers far outside the scale, such as -99',
  RATING_ZEROS: 'A 0 below a scale that seems to start at 1',
  RATINGS_ALL_SAME: 'All ratings are the same number',
  RATINGS_NOT_READ: 'Cells that are nearly numbers were left out',
  NUMBERS_CUT: 'Numbers were cut out of text',
  NUMBERS_FAR: 'Numbers far from all others were left out',
  NUMBERS_IMPOSSIBLE: 'Numbers that cannot be, such as an age of 999',
  ROWS_REPEAT: 'Rows of answers repeat',
  PEOPLE_REPEAT: 'People have several rows',
  PEOPLE_TOGETHER: 'People who belong together, such as households',
  PEOPLE_UNLISTED: 'Most people are missing from their table',
  PEOPLE_WITHOUT_ANSWERS: 'People without answers',
  PEOPLE_TOO_FEW: 'Few people, or small groups',
  GROUPS_ALIKE: 'Groups that differ by case, blanks or spelling',
  ITEM_COPIES_ATTRIBUTE: 'An item that copies the attribute',
  ITEM_IS_ID: 'An id among the items',
  ITEM_IS_DATE: 'A date among the items',
  ITEM_IS_WEIGHT: 'A weight among the items',
  ITEM_IS_TOTAL: 'A total among the items',
  ITEM_CONSTANT: 'An item with one answer for all',
  ITEM_NEARLY_EMPTY: 'An item that hardly anyone answered',
  MISSING_BY_GROUP: 'Missing answers depend on the group',
} as const;

export type FindingCode = keyof typeof findingCodes;

/** What would mend the data, in keys of a data file. */
export interface Repair {
  readonly missing?: readonly string[];
  readonly dropItems?: readonly string[];
  /** In place of the attribute of that expression. */
  readonly attribute?: { readonly from: string; readonly to: string };
  readonly groupColumn?: string;
}

/** Sentences without their full stop; `done` and `advice` begin with a small letter. */
export interface Finding {
  readonly code: FindingCode;
  /** Whether it stops a measurement. */
  readonly serious: boolean;
  /** Where it is: "ratings", or the name of an item, an attribute or a column. */
  readonly place: string;
  readonly found: string;
  readonly example?: string;
  readonly done: string;
  readonly advice: string;
  readonly repair?: Repair;
}
