/** A table and how to read it, as a source: what the flags of commands and the keys of data files come to. */
import { itemColumnsFrom, type Reading } from '../../tables/index.ts';
import type { LongSource, WideSource } from './datasetSource.ts';

/** What has no effect on such a table was refused by whoever knows what it was called. */
export function tableSource(path: string, reading: Reading): LongSource | WideSource {
  const { attribute, missing, lenientNumbers, answers, groupColumn, dropItems, accept, duplicates } = reading;
  const { itemColumns, userColumn, itemColumn, ratingColumn, encoding, delimiter, header, sheet } = reading;
  const attributes = attribute === undefined ? undefined : [attribute].flat();
  const filters = { minPerUser: reading.minUser, minPerItem: reading.minItem };
  const options = { attributes, missing, lenientNumbers, answers, groupColumn, dropItems, accept, ...filters };
  const file = { encoding, delimiter, header, sheet };
  const [users, titles] = [usersOf(reading), titlesOf(reading)];
  if (itemColumns !== undefined) {
    const items = itemColumnsFrom(itemColumns);
    return { kind: 'wide', path, items, user: userColumn, ...file, users, titles, ...options, duplicates };
  }
  const columns = { user: userColumn, item: itemColumn, rating: ratingColumn };
  return { kind: 'long', ratings: { path, columns, ...file }, users, items: titles, ...options, duplicates };
}

function usersOf(reading: Reading): WideSource['users'] {
  const { usersTable: path, usersIdColumn: user, usersDelimiter: delimiter, usersHeader: header } = reading;
  return path === undefined ? undefined : { path, user, delimiter, header, match: reading.usersMatch };
}

function titlesOf(reading: Reading): WideSource['titles'] {
  const { itemsTable: path, itemsIdColumn: item, itemsTitleColumn: title } = reading;
  const { itemsDelimiter: delimiter, itemsHeader: header, itemsMatch: match } = reading;
  return path === undefined ? undefined : { path, item, title, delimiter, header, match };
}
