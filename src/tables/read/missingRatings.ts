/** Ratings that are missing: counted by word, and their rows left out. */

import { lenientNumber } from '../cells/lenientNumbers.ts';
import type { MissingValues, WordCounts } from '../cells/missingValues.ts';
import { type CodedColumn, type Column, numberFrom, textAt } from '../cells/table.ts';
import type { LongRatings } from './duplicates.ts';

/**
 * The rating in a row of a column; undefined, and counted, where it is missing; NaN for a text that is no number. With
 * `cut` numbers are read leniently, and counted there by what stands in the cell. `numberOf` is what texts of the column mean.
 */
export function ratingReader(
  column: Column,
  missing: MissingValues,
  words: WordCounts,
  cut?: WordCounts,
  numberOf: (text: string) => number = numberFrom,
): (row: number) => number | undefined {
  if (column.kind !== 'numbers') {
    return (row) => {
      const text = textAt(column, row);
      const word = missing.wordOf(text);
      if (word !== undefined) {
        words.add(word);
        return undefined;
      }
      const value = numberOf(text!);
      if (cut === undefined || !Number.isNaN(value)) return value;
      const lenient = lenientNumber(text);
      if (!Number.isNaN(lenient)) cut.add(text!.trim());
      return lenient;
    };
  }
  // What the reader found in the cells that hold no number; it need not have told.
  let told = 0;
  for (const [text, cells] of column.noNumbers ?? []) {
    words.add(missing.wordOf(text) ?? text, cells);
    told += cells;
  }
  for (const [text, cells] of column.cut ?? []) cut?.add(text, cells);
  return (row) => {
    const word = missing.wordOfNumber(column.values[row]!);
    if (word === undefined) return column.values[row]!;
    if (word !== '' || told-- <= 0) words.add(word);
    return undefined;
  };
}

/** The ratings that are there. Users and items of which none is there are gone, and lines are those of the file. */
export function withoutMissing(ratings: LongRatings): LongRatings {
  const { values, users, items, times, table } = ratings;
  const kept = Uint32Array.from(presentRows(values));
  if (kept.length === values.length) return ratings;
  return {
    table: { ...table, rows: kept.length, lineOf: (row) => table.lineOf(kept[row]!) },
    users: keepCodes(users, kept),
    items: keepCodes(items, kept),
    values: Float32Array.from(kept, (row) => values[row]!),
    times: times && Float64Array.from(kept, (row) => times[row]!),
  };
}

function* presentRows(values: Float32Array): Generator<number> {
  for (let row = 0; row < values.length; row++) if (!Number.isNaN(values[row])) yield row;
}

function keepCodes({ codes, ids }: CodedColumn, kept: Uint32Array): CodedColumn {
  const occurs = new Uint8Array(ids.length);
  for (const row of kept) occurs[codes[row]!] = 1;
  const places = new Uint32Array(ids.length);
  const keptIds = ids.filter((_, code) => occurs[code] === 1);
  for (let code = 0, place = 0; code < ids.length; code++) if (occurs[code] === 1) places[code] = place++;
  return { kind: 'codes', codes: kept.map((row) => places[codes[row]!]!), ids: keptIds };
}
