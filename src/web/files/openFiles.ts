/**
 * From chosen files to a dataset and an account of what was read. What the command line makes of the same files through
 * its database is the same, to the byte; a test compares the two.
 */
import {
  chooseColumn,
  chooseItemColumns,
  chooseLongColumns,
  chooseWideUser,
  longTable,
  missingValues,
  parseAttribute,
  type ReadDataset,
  requireColumn,
  type Table,
  wideTable,
} from '../../tables/index.ts';
import { type FileBounds, fileBounds } from './fileBounds.ts';
import type { FileSource, LongFiles, WideFile } from './fileSource.ts';
import { openRows } from './openRows.ts';
import { peopleInRatings } from './peopleInRatings.ts';
import { readRatings, readTable } from './readTables.ts';

export function openFiles(source: FileSource, bounds: FileBounds = fileBounds): Promise<ReadDataset> {
  return source.kind === 'long' ? openLong(source, bounds) : openWide(source, bounds);
}

async function openLong(source: LongFiles, bounds: FileBounds): Promise<ReadDataset> {
  const { file, columns: given = {}, ...options } = source.ratings;
  const rows = await openRows(file, options, bounds);
  const { time, ...rest } = chooseLongColumns(rows.name, rows.names, given, []);
  const timed = source.duplicates === 'last' && time !== undefined;
  const missing = missingValues(source.missing);
  const ratings = await readRatings(rows, timed ? { ...rest, time } : rest, missing, source.lenientNumbers);
  const inRatings = source.people === undefined && (source.attributes ?? []).length > 0;
  const users = inRatings
    ? await peopleInRatings(rows, rest.user, attributeColumns(rows.name, rows.names, source), missing)
    : source.people && (await readPeople(source, bounds));
  const items = source.items && (await readTitles(source.items, bounds));
  const { time: givenTime, ...givenRest } = given;
  return longTable(
    { ratings, users, items },
    {
      ...source,
      columns: timed ? { ...givenRest, time: givenTime } : givenRest,
      userColumns: { user: inRatings ? rest.user : source.people?.user },
      itemColumns: { item: source.items?.item, title: source.items?.title },
    },
  );
}

async function readPeople(source: LongFiles, bounds: FileBounds): Promise<Table> {
  const { file, user: given, ...options } = source.people!;
  const rows = await openRows(file, options, bounds);
  const user = chooseColumn(rows.name, rows.names, 'user', given, []);
  return readTable(rows, { texts: distinct([user, ...attributeColumns(rows.name, rows.names, source)]) });
}

async function readTitles(source: NonNullable<LongFiles['items']>, bounds: FileBounds): Promise<Table> {
  const { file, item, title, ...options } = source;
  const rows = await openRows(file, options, bounds);
  const { name, names } = rows;
  const texts = [chooseColumn(name, names, 'item', item, []), chooseColumn(name, names, 'title', title, [])];
  return readTable(rows, { texts: distinct(texts) });
}

async function openWide(source: WideFile, bounds: FileBounds): Promise<ReadDataset> {
  const { file, items: wanted, user: given } = source;
  const rows = await openRows(file, source, bounds);
  const { name, names } = rows;
  const user = chooseWideUser(name, names, given, []);
  const texts = distinct([...(user === undefined ? [] : [user]), ...attributeColumns(name, names, source)]);
  const items = chooseItemColumns(name, names, wanted).filter((item) => !texts.includes(item));
  const { lenientNumbers: lenient = false } = source;
  const table = await readTable(rows, { numbers: items, texts, missing: missingValues(source.missing), lenient });
  // By name: what is read of the file has other positions.
  return wideTable(table, { ...source, items });
}

/** Refuses a column that is not there before anything is read, with the list of those that are. */
function attributeColumns(
  name: string,
  names: readonly string[],
  { attributes = [] }: { readonly attributes?: readonly string[] | undefined },
): string[] {
  return distinct(attributes.map((text) => requireColumn(name, names, parseAttribute(text).column, 'the attribute')));
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)];
}
