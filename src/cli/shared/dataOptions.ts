/** The flags that say which data are meant, the same for every command that reads some. */
import type { Command } from 'commander';
import {
  type DatasetSource,
  type Encoding,
  type LongSource,
  openDataset,
  sourceFromText,
  type WideSource,
  type WorldSource,
  worldSpecOf,
} from '../../datasets/index.ts';
import { UlteriorError } from '../../errors/index.ts';
import { isRecommenderData, openRecommenderData } from '../../recommenderFiles/index.ts';
import {
  attributeName,
  type DuplicateRule,
  itemColumnsFrom,
  parseAttribute,
  type ReadDataset,
  type RowMatch,
  readWarnings,
} from '../../tables/index.ts';
import { worldDefaults } from '../../worlds/index.ts';
import { refuseIdle, rowMatch, signedNumbers, wholeNumber, wordList, yesOrNo } from './options.ts';
import { warn } from './output.ts';
import { addPluginOption, type PluginFlags } from './pluginOption.ts';

export interface DataFlags extends PluginFlags {
  readonly attribute?: string;
  readonly missing?: string[];
  readonly header?: boolean;
  readonly lenientNumbers?: boolean;
  readonly usersTable?: string;
  readonly usersIdColumn?: string;
  readonly usersDelimiter?: string;
  readonly usersHeader?: boolean;
  readonly usersMatch?: RowMatch;
  readonly itemsTable?: string;
  readonly itemsIdColumn?: string;
  readonly itemsTitleColumn?: string;
  readonly itemsDelimiter?: string;
  readonly itemsHeader?: boolean;
  readonly itemsMatch?: RowMatch;
  readonly itemColumns?: string;
  readonly userColumn?: string;
  readonly itemColumn?: string;
  readonly ratingColumn?: string;
  readonly encoding?: Encoding;
  readonly delimiter?: string;
  readonly duplicates?: DuplicateRule;
  readonly groupColumn?: string;
  readonly dropItems?: string[];
  readonly keepValues?: number[];
  readonly minUser?: number;
  readonly minItem?: number;
}

/** Flags of tables, and all flags of data. */
const OF_USERS = ['usersIdColumn', 'usersDelimiter', 'usersHeader', 'usersMatch'];
const OF_ITEMS = ['itemsIdColumn', 'itemsTitleColumn', 'itemsDelimiter', 'itemsHeader', 'itemsMatch'];
const OF_TABLES = ['usersTable', ...OF_USERS, 'itemsTable', ...OF_ITEMS];
const OF_FILES = [...OF_TABLES, 'userColumn', 'itemColumn', 'ratingColumn', 'encoding', 'delimiter', 'header'];
const OF_ROWS = ['groupColumn', 'dropItems', 'keepValues'];
export const OF_DATA = [
  'attribute',
  'itemColumns',
  ...OF_FILES,
  ...OF_ROWS,
  'lenientNumbers',
  'duplicates',
  'minUser',
  'minItem',
];

export const SOURCE_HELP = `
Data are named in one word:
  ratings.csv                     a table with one row per rating (CSV, TSV, ::, JSON lines, Parquet, gzipped or not)
  ml-1m:folder, ml-100k:folder    MovieLens in its own layout; --plugin adds readers of your own
  folder                          ratings as RecBole (.inter, .user, .item) or LensKit (schema.json) keep them
  world:demo, world:movielens,users=2000,leak=0.2,seed=7    an invented world (also tv, flixster)
With --item-columns the table is wide: one row per person, one column per item. It takes a pattern that the names match
("^Please rate"), positions (5-404), a range of names (E1..O10) or several (E1..E10,O1..O10,"a, b"). Without a header,
columns are named 1, 2, 3.
An attribute is a column (gender), a threshold (age>=35), bins (age:18,25,35) groups (income:{low=a|b; high=c; drop=*})
or a number to be inferred as a number (age:number); age:number[0..120] says which values are possible.
Labels in braces name values (gender{1=female; 2=male}) or the groups of cuts (age>=35{young; old}); "as" gives the
attribute another name ('"What is your gender?" as gender{1=female; 2=male}'). A column with < > : { or " as " in its name
is written in double quotes, with "" for a quote inside ('"Q1: age">=35').
Cells that are blank, NA, N/A, NaN or null are missing; --missing 0,-1,unknown names more, for ratings and attributes.
Answers such as -99 or 999, far outside the others, stop the command: say --missing=-99 if they mean "no answer", or
--keep-values=-99 if they are answers.`;

export function addDataOptions(command: Command): Command {
  return addPluginOption(command)
    .option('--attribute <expression>', 'what to infer about people: a column, or an expression over one')
    .option('--missing <list>', 'values that mean "not known" in ratings and attributes: 0,-1,unknown', wordList)
    .option(
      '--keep-values <list>',
      'values far outside the others that are answers, not codes for "no answer": --keep-values=-99',
      signedNumbers,
    )
    .option(
      '--group-column <name>',
      'a column that says who belongs together, such as a household: its people are never on both sides of a test',
    )
    .option('--drop-items <list>', 'items to leave out: an id among the questions, a copy of the attribute', wordList)
    .option(
      '--lenient-numbers',
      'read 14", 1,234, 12 years and €5 as numbers, in ratings and attributes; a warning counts them',
    )
    .option('--users-table <file>', 'a table with one row per user and the attributes as columns')
    .option('--users-id-column <name>', 'name of the column with the ids, in the users table')
    .option('--users-delimiter <text>', 'what stands between the columns of the users table')
    .option('--users-header <yes|no>', 'whether the first line of the users table names its columns', yesOrNo)
    .option('--users-match <how>', 'how the rows of a wide table find their users: id or position', rowMatch)
    .option('--items-table <file>', 'a table with one row per item and its title')
    .option('--items-id-column <name>', 'name of the column with the ids, in the items table')
    .option('--items-title-column <name>', 'name of the column with the titles, in the items table')
    .option('--items-delimiter <text>', 'what stands between the columns of the items table')
    .option('--items-header <yes|no>', 'whether the first line of the items table names its columns', yesOrNo)
    .option('--items-match <how>', 'how item columns of a wide table find their titles: id or position', rowMatch)
    .option(
      '--item-columns <columns>',
      'the table is wide: items are the columns whose name matches a pattern, or those of a range (5-404, E1..O10)',
    )
    .option('--user-column <name>', 'name of the user column')
    .option('--item-column <name>', 'name of the item column')
    .option('--rating-column <name>', 'name of the rating column')
    .option('--encoding <name>', 'utf-8 or latin-1')
    .option('--delimiter <text>', 'what stands between the columns; " " for any number of spaces')
    .option('--header <yes|no>', 'whether the first line names the columns (default: seen from the file)', yesOrNo)
    .option('--duplicates <rule>', 'when a user rates an item twice: error, last or mean')
    .option('--min-user <count>', 'leave out users with fewer ratings', wholeNumber)
    .option('--min-item <count>', 'leave out items with fewer ratings', wholeNumber);
}

export function sourceFrom(text: string, flags: DataFlags): DatasetSource {
  const { attribute, missing, lenientNumbers, groupColumn, dropItems, keepValues } = flags;
  const { itemColumns, userColumn, itemColumn, ratingColumn, encoding, delimiter, header, duplicates } = flags;
  const filters = { minPerUser: flags.minUser, minPerItem: flags.minItem };
  const attributes = attribute === undefined ? undefined : [attribute];
  const reading = { attributes, missing, lenientNumbers, groupColumn, dropItems, keepValues, ...filters };
  const file = { encoding, delimiter, header };
  if (flags.usersTable === undefined) refuseIdle(flags, OF_USERS, 'there is no --users-table');
  if (flags.itemsTable === undefined) refuseIdle(flags, OF_ITEMS, 'there is no --items-table');
  if (itemColumns !== undefined) {
    refuseIdle(flags, ['itemColumn', 'ratingColumn', 'duplicates'], 'the table is wide (--item-columns)');
    const items = itemColumnsFrom(itemColumns);
    const [users, titles] = [usersFrom(flags), titlesFrom(flags)];
    return { kind: 'wide', path: text, items, user: userColumn, ...file, users, titles, ...reading };
  }
  const source = sourceFromText(text);
  if (source.kind !== 'long') refuseIdle(flags, OF_FILES, `"${text}" is not a table of your own`);
  if (source.kind === 'world') {
    refuseIdle(flags, ['duplicates', 'lenientNumbers', ...OF_ROWS], `"${text}" is an invented world`);
    requireOwnAttribute(source, text, attribute);
    return { ...source, ...filters, number: numberOf(attribute) };
  }
  if (source.kind === 'known') return { ...source, ...reading, duplicates };
  refuseIdle(flags, ['usersMatch', 'itemsMatch'], 'the table has one row per rating: it is matched by id');
  const columns = { user: userColumn, item: itemColumn, rating: ratingColumn };
  const [users, items] = [usersFrom(flags), titlesFrom(flags)];
  return { kind: 'long', ratings: { path: text, columns, ...file }, users, items, ...reading, duplicates };
}

function usersFrom(flags: DataFlags): WideSource['users'] {
  const { usersTable: path, usersIdColumn: user, usersDelimiter: delimiter, usersHeader: header } = flags;
  return path === undefined ? undefined : { path, user, delimiter, header, match: flags.usersMatch };
}

function titlesFrom(flags: DataFlags): WideSource['titles'] {
  const { itemsTable: path, itemsIdColumn: item, itemsTitleColumn: title } = flags;
  const { itemsDelimiter: delimiter, itemsHeader: header, itemsMatch: match } = flags;
  return path === undefined ? undefined : { path, item, title, delimiter, header, match };
}

/** A world has an attribute of its own, or a number. */
function requireOwnAttribute(source: WorldSource, text: string, attribute: string | undefined): void {
  const { attribute: own = worldDefaults.attribute } = worldSpecOf(source);
  if (attribute === undefined || attribute === own || numberOf(attribute) !== undefined) return;
  throw new UlteriorError(
    'ATTRIBUTE_UNKNOWN',
    `"${text}" is an invented world, whose people have the attribute "${own}", not "${attribute}"`,
    `leave --attribute out, or name a number: ${own}:number`,
    { attribute, source: text },
  );
}

/** A world has its own types; a number it has by any name. */
function numberOf(attribute: string | undefined): string | undefined {
  const expression = attribute === undefined ? undefined : parseAttribute(attribute);
  return expression?.rule.kind === 'number' ? attributeName(expression) : undefined;
}

export interface OpenedData extends ReadDataset {
  /** Name of the attribute in the dataset: the first one, or the only one of a world. */
  readonly attribute: string;
}

/** Reads the data, and warns of what must be known of them. */
export async function readSource(source: DatasetSource): Promise<ReadDataset> {
  const toolkit = source.kind === 'long' && (await isRecommenderData(source.ratings.path));
  const read = await (toolkit ? openToolkitData(source) : openDataset(source));
  for (const warning of readWarnings(read.summary)) warn(warning);
  return read;
}

/** Ratings as RecBole and LensKit keep them: what their columns mean is known. */
function openToolkitData({ ratings, users, items, ...options }: LongSource): Promise<ReadDataset> {
  const { path, columns = {}, ...file } = ratings;
  const { user: userColumn, item: itemColumn, rating: ratingColumn } = columns;
  const given = { usersTable: users, itemsTable: items, userColumn, itemColumn, ratingColumn, ...file };
  refuseIdle(given, OF_FILES, `"${path}" has the tables and columns of its toolkit`);
  return openRecommenderData(path, options);
}

/** Reads the data; commands that infer something need an attribute. */
export async function openData(text: string, flags: DataFlags): Promise<OpenedData> {
  const read = await readSource(sourceFrom(text, flags));
  const [first] = read.dataset.attributes.keys();
  if (first === undefined) {
    throw new UlteriorError(
      'ATTRIBUTE_UNKNOWN',
      'no attribute is named to infer',
      'add --attribute with a column of the data, and --users-table if it is in a separate file',
    );
  }
  return { ...read, attribute: first };
}
