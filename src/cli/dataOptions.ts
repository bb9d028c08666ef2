/** The flags that say which data are meant, the same for every command that reads some. */
import type { Command } from 'commander';
import {
  type DatasetSource,
  type Encoding,
  openDataset,
  sourceFromText,
  type WorldSource,
  worldSpecOf,
} from '../datasets/index.ts';
import { UlteriorError } from '../errors/index.ts';
import { type DuplicateRule, parseAttribute, type ReadDataset, readWarnings } from '../tables/index.ts';
import { worldDefaults } from '../worlds/index.ts';
import { refuseIdle, wholeNumber, wordList } from './options.ts';
import { warn } from './output.ts';

export interface DataFlags {
  readonly attribute?: string;
  readonly missing?: string[];
  readonly usersTable?: string;
  readonly itemsTable?: string;
  readonly itemColumns?: string;
  readonly userColumn?: string;
  readonly itemColumn?: string;
  readonly ratingColumn?: string;
  readonly encoding?: Encoding;
  readonly delimiter?: string;
  readonly duplicates?: DuplicateRule;
  readonly minUser?: number;
  readonly minItem?: number;
}

/** Flags of tables, and all flags of data. */
const OF_FILES = ['usersTable', 'itemsTable', 'userColumn', 'itemColumn', 'ratingColumn', 'encoding', 'delimiter'];
export const OF_DATA = ['attribute', 'itemColumns', ...OF_FILES, 'duplicates', 'minUser', 'minItem'];

export const SOURCE_HELP = `
Data are named in one word:
  ratings.csv                     a table with one row per rating (CSV, TSV, ::, JSON lines, Parquet, gzipped or not)
  ml-1m:folder, ml-100k:folder    MovieLens in its own layout
  world:demo, world:movielens,users=2000,leak=0.2,seed=7    an invented world (also tv, flixster)
With --item-columns the table is wide: one row per person, one column per item.
An attribute is a column (gender), a threshold (age>=35), bins (age:18,25,35) groups (income:{low=a|b; high=c; drop=*})
or a number to be inferred as a number (age:number); age:number[0..120] says which values are possible.
Cells that are blank, NA, N/A, NaN or null are missing; --missing 0,-1,unknown names more, for ratings and attributes.`;

export function addDataOptions(command: Command): Command {
  return command
    .option('--attribute <expression>', 'what to infer about people: a column, or an expression over one')
    .option('--missing <list>', 'values that mean "not known" in ratings and attributes: 0,-1,unknown', wordList)
    .option('--users-table <file>', 'a table with one row per user and the attributes as columns')
    .option('--items-table <file>', 'a table with one row per item and its title')
    .option('--item-columns <pattern>', 'the table is wide: columns whose name matches are items')
    .option('--user-column <name>', 'name of the user column')
    .option('--item-column <name>', 'name of the item column')
    .option('--rating-column <name>', 'name of the rating column')
    .option('--encoding <name>', 'utf-8 or latin-1')
    .option('--delimiter <text>', 'what stands between the columns')
    .option('--duplicates <rule>', 'when a user rates an item twice: error, last or mean')
    .option('--min-user <count>', 'leave out users with fewer ratings', wholeNumber)
    .option('--min-item <count>', 'leave out items with fewer ratings', wholeNumber);
}

export function sourceFrom(text: string, flags: DataFlags): DatasetSource {
  const filters = {
    ...(flags.minUser === undefined ? {} : { minPerUser: flags.minUser }),
    ...(flags.minItem === undefined ? {} : { minPerItem: flags.minItem }),
  };
  const attributes = flags.attribute === undefined ? {} : { attributes: [flags.attribute] };
  const missing = flags.missing === undefined ? {} : { missing: flags.missing };
  const file = {
    ...(flags.encoding === undefined ? {} : { encoding: flags.encoding }),
    ...(flags.delimiter === undefined ? {} : { delimiter: flags.delimiter }),
  };
  const duplicates = flags.duplicates === undefined ? {} : { duplicates: flags.duplicates };
  if (flags.itemColumns !== undefined) {
    refuseIdle(flags, ['usersTable', 'itemsTable'], 'the table is wide (--item-columns): it has attributes and titles');
    refuseIdle(flags, ['itemColumn', 'ratingColumn', 'duplicates'], 'the table is wide (--item-columns)');
    const user = flags.userColumn === undefined ? {} : { user: flags.userColumn };
    return {
      kind: 'wide',
      path: text,
      items: { pattern: flags.itemColumns },
      ...user,
      ...file,
      ...attributes,
      ...missing,
      ...filters,
    };
  }
  const source = sourceFromText(text);
  if (source.kind !== 'long') refuseIdle(flags, OF_FILES, `"${text}" is not a table of your own`);
  if (source.kind === 'world') {
    refuseIdle(flags, ['duplicates'], `"${text}" is an invented world`);
    requireOwnAttribute(source, text, flags.attribute);
    return { ...source, ...filters, ...numberOf(flags.attribute) };
  }
  if (source.kind === 'known') return { ...source, ...attributes, ...missing, ...filters, ...duplicates };
  const columns = {
    ...(flags.userColumn === undefined ? {} : { user: flags.userColumn }),
    ...(flags.itemColumn === undefined ? {} : { item: flags.itemColumn }),
    ...(flags.ratingColumn === undefined ? {} : { rating: flags.ratingColumn }),
  };
  return {
    kind: 'long',
    ratings: { path: text, columns, ...file },
    ...(flags.usersTable === undefined ? {} : { users: { path: flags.usersTable } }),
    ...(flags.itemsTable === undefined ? {} : { items: { path: flags.itemsTable } }),
    ...attributes,
    ...missing,
    ...filters,
    ...duplicates,
  };
}

/** A world has an attribute of its own, or a number. */
function requireOwnAttribute(source: WorldSource, text: string, attribute: string | undefined): void {
  const { attribute: own = worldDefaults.attribute } = worldSpecOf(source);
  if (attribute === undefined || attribute === own || numberOf(attribute).number !== undefined) return;
  throw new UlteriorError(
    'ATTRIBUTE_UNKNOWN',
    `"${text}" is an invented world, whose people have the attribute "${own}", not "${attribute}"`,
    `leave --attribute out, or name a number: ${own}:number`,
    { attribute, source: text },
  );
}

/** A world has its own types; a number it has by any name. */
function numberOf(attribute: string | undefined): { number?: string } {
  const expression = attribute === undefined ? undefined : parseAttribute(attribute);
  return expression?.rule.kind === 'number' ? { number: expression.column } : {};
}

export interface OpenedData extends ReadDataset {
  /** Name of the attribute in the dataset: the first one, or the only one of a world. */
  readonly attribute: string;
}

/** Reads the data, and warns of what must be known of them. */
export async function readSource(source: DatasetSource): Promise<ReadDataset> {
  const read = await openDataset(source);
  for (const warning of readWarnings(read.summary)) warn(warning);
  return read;
}

/** Reads the data; commands that infer something need an attribute. */
export async function openData(text: string, flags: DataFlags): Promise<OpenedData> {
  const read = await readSource(sourceFrom(text, flags));
  const [first] = read.dataset.attributes.keys();
  if (first === undefined) {
    throw new UlteriorError(
      'ATTRIBUTE_UNKNOWN',
      'no attribute is named to infer',
      'add --attribute with a column of the users table, and --users-table if that is a separate file',
    );
  }
  return { ...read, attribute: first };
}
