/**
 * A wide table: one row per person, one column per item, and columns with attributes. A cell that is no number ("N/A", an
 * empty one) or is named as missing is "not rated"; people who rated nothing and items that nobody rated are left out
 * and counted.
 */

import { UlteriorError } from '../errors/index.ts';
import { createVocabulary, type ItemIndex, ratingMatrixFromRows, type UserIndex } from '../ratings/index.ts';
import { cleanText } from './cleanText.ts';
import { chooseItemColumns, chooseWideUser, type GuessList, type ItemColumns } from './columnRoles.ts';
import { type DatasetOptions, finishDataset, type ReadDataset } from './finishDataset.ts';
import { codesOf } from './idCodes.ts';
import { titlesFromHeaders } from './itemTitles.ts';
import { ratingReader } from './missingRatings.ts';
import { missingValues, WordCounts } from './missingValues.ts';
import { type Column, type Table, textAt } from './table.ts';

export interface WideOptions extends DatasetOptions {
  /** A pattern is matched without regard to case, anywhere in the header. */
  readonly items: ItemColumns;
  /** The column with the ids; guessed where it is not given, and the number of the row where there is none. */
  readonly user?: string | undefined;
}

/** Users keep the order of the rows, items that of the columns. Ids are the headers, titles what differs in them. */
export function wideTable(table: Table, options: WideOptions): ReadDataset {
  const guesses: GuessList = [];
  const names = [...table.columns.keys()];
  const userName = chooseWideUser(table.name, names, options.user, guesses);
  const headers = chooseItemColumns(table.name, names, options.items).filter((name) => name !== userName);
  const ids = userIds(table, userName === undefined ? undefined : table.columns.get(userName)!);
  const missing = missingValues(options.missing);
  const words = new WordCounts();
  const columns = headers.map((header) => {
    const column = table.columns.get(header)!;
    const ratingOf = ratingReader(column, missing, words);
    return Float32Array.from({ length: table.rows }, (_, row) => {
      const rating = ratingOf(row);
      if (rating !== undefined && Number.isNaN(rating)) words.add(cleanText(textAt(column, row)!));
      return rating ?? Number.NaN;
    });
  });
  const rows = gatherRatings(columns, table.rows);
  if (rows.values.length === 0) {
    throw new UlteriorError(
      'DATASET_EMPTY',
      `"${table.name}" has no number in its ${headers.length} item columns; the first is "${headers[0]}"`,
      'choose other columns for the items',
      { file: table.name, items: headers },
    );
  }
  const keptItems = headers.flatMap((_, item) => (rows.ratedItems[item] === 1 ? [item] : []));
  const titles = titlesFromHeaders(headers);
  const facts = {
    source: table.name,
    rowsRead: table.rows,
    ratingsRead: rows.values.length,
    guessedColumns: guesses,
    duplicates: { found: 0, rule: 'error' as const },
    missing: words.list(),
    dropped:
      rows.people.length === table.rows && keptItems.length === headers.length
        ? []
        : [
            {
              reason: 'no ratings',
              users: table.rows - rows.people.length,
              items: headers.length - keptItems.length,
              ratings: 0,
            },
          ],
  };
  const parts = {
    users: createVocabulary<UserIndex>(rows.people.map((row) => ids[row]!)),
    items: createVocabulary<ItemIndex>(
      keptItems.map((item) => headers[item]!),
      keptItems.map((item) => titles[item]!),
    ),
    ratings: ratingMatrixFromRows(rows.people.length, keptItems.length, {
      starts: rows.starts,
      indices: rows.indices,
      values: rows.values,
    }),
  };
  return finishDataset(parts, { table, rowOfUser: Int32Array.from(rows.people) }, facts, options);
}

function userIds(table: Table, column: Column | undefined): string[] {
  if (column === undefined) return Array.from({ length: table.rows }, (_, row) => String(row + 1));
  // Refuses a missing id, and names its line.
  const { ids } = codesOf(table, column, 'user');
  const texts = Array.from({ length: table.rows }, (_, row) => textAt(column, row)!);
  if (ids.length === table.rows) return texts;
  const seen = new Set<string>();
  const row = texts.findIndex((text) => seen.size === seen.add(text).size);
  throw new UlteriorError(
    'VOCABULARY_INVALID',
    `"${table.name}" has ${table.rows - ids.length} rows whose user appears in an earlier row; the first is ${table.lineOf(row)}: "${texts[row]}"`,
    'keep one row for each person, or choose the column with the ids',
    { file: table.name, id: texts[row] },
  );
}

/** Counted first, so that the arrays have their size from the start. */
function gatherRatings(columns: readonly Float32Array[], rows: number) {
  const people: number[] = [];
  const ends: number[] = [0];
  const ratedItems = new Uint8Array(columns.length);
  let count = 0;
  for (let row = 0; row < rows; row++) {
    const before = count;
    for (let item = 0; item < columns.length; item++) {
      if (Number.isNaN(columns[item]![row])) continue;
      ratedItems[item] = 1;
      count++;
    }
    if (count === before) continue;
    people.push(row);
    ends.push(count);
  }
  const place = new Uint32Array(columns.length);
  for (let item = 0, next = 0; item < columns.length; item++) if (ratedItems[item] === 1) place[item] = next++;
  const indices = new Uint32Array(count);
  const values = new Float32Array(count);
  let to = 0;
  for (const row of people) {
    for (let item = 0; item < columns.length; item++) {
      const value = columns[item]![row]!;
      if (Number.isNaN(value)) continue;
      indices[to] = place[item]!;
      values[to++] = value;
    }
  }
  return { people, starts: Uint32Array.from(ends), indices, values, ratedItems };
}
