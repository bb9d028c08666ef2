/** A table and how to read it, as a source: what the flags of commands and the keys of data files come to. */
import { UlteriorError } from '../../errors/index.ts';
import { type DatasetOptions, isDataFile, itemColumnsFrom, type Reading } from '../../tables/index.ts';
import { type DatasetSource, type LongSource, sourceFromText, type WideSource } from './datasetSource.ts';
import { openDataFile } from './describedData.ts';

/** What has no effect on such a table was refused by whoever knows what it was called. */
export function tableSource(path: string, reading: Reading): LongSource | WideSource {
  const { itemColumns, userColumn, itemColumn, ratingColumn, encoding, delimiter, header, sheet } = reading;
  const options = readingOptions(reading);
  const file = { encoding, delimiter, header, sheet };
  const [users, titles] = [usersOf(reading), titlesOf(reading)];
  if (itemColumns !== undefined) {
    const items = itemColumnsFrom(itemColumns);
    return { kind: 'wide', path, items, user: userColumn, ...file, users, titles, ...options };
  }
  const columns = { user: userColumn, item: itemColumn, rating: ratingColumn };
  return { kind: 'long', ratings: { path, columns, ...file }, users, items: titles, ...options };
}

/** What a reading says of any data, whatever their layout. */
export function readingOptions(reading: Reading): DatasetOptions & Pick<LongSource, 'duplicates'> {
  const { attribute, missing, lenientNumbers, answers, groupColumn, dropItems, accept, duplicates } = reading;
  const attributes = attribute === undefined ? undefined : [attribute].flat();
  const filters = { minPerUser: reading.minUser, minPerItem: reading.minItem };
  return { attributes, missing, lenientNumbers, answers, groupColumn, dropItems, accept, ...filters, duplicates };
}

/** Data in one word, or by a data file whose tables are those it describes. */
export async function openNamedSource(text: string): Promise<DatasetSource> {
  if (!isDataFile(text)) return sourceFromText(text);
  const { data, reading } = await openDataFile(text, 'refused');
  if (data === undefined) {
    const advice = 'set data to the path of the table';
    throw new UlteriorError('DATA_FILE', `"${text}" names people and no ratings`, advice, { path: text });
  }
  const source = reading.itemColumns === undefined ? sourceFromText(data) : undefined;
  if (source?.kind === 'world') return { ...source, minPerUser: reading.minUser, minPerItem: reading.minItem };
  return source?.kind === 'known' ? { ...source, ...readingOptions(reading) } : tableSource(data, reading);
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
