/** The flags that say which data are meant, the same for every command that reads some. */
import { type Command, Option } from 'commander';
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
  readWarnings,
} from '../../tables/index.ts';
import { worldDefaults } from '../../worlds/index.ts';
import { optionOf, refuseIdle, rowMatch, signedNumbers, wholeNumber, wordList, yesOrNo } from './options.ts';
import { warn } from './output.ts';
import { addPluginOption, type PluginFlags } from './pluginOption.ts';

/** As the flags are typed: what is read is checked where it is used. */
const as =
  <Value extends string>() =>
  (text: string) =>
    text as Value;

/** What goes after each flag, what it is, and how it is read where it is not a text. */
const DATA = {
  attribute: ['<expression>', 'what to infer about people: a column, or an expression over one'],
  missing: ['<list>', 'values that mean "not known" in ratings and attributes: 0,-1,unknown', wordList],
  keepValues: [
    '<list>',
    'values far outside the others that are answers, not codes for "no answer": --keep-values=-99',
    signedNumbers,
  ],
  groupColumn: [
    '<name>',
    'a column that says who belongs together, such as a household: its people are never on both sides of a test',
  ],
  dropItems: ['<list>', 'items to leave out: an id among the questions, a copy of the attribute', wordList],
  lenientNumbers: ['', 'read 14", 1,234, 12 years and €5 as numbers, in ratings and attributes; a warning counts them'],
  usersTable: ['<file>', 'a table with one row per user and the attributes as columns'],
  usersIdColumn: ['<name>', 'name of the column with the ids, in the users table'],
  usersDelimiter: ['<text>', 'what stands between the columns of the users table'],
  usersHeader: ['<yes|no>', 'whether the first line of the users table names its columns', yesOrNo],
  usersMatch: ['<how>', 'how the rows of a wide table find their users: id or position', rowMatch],
  itemsTable: ['<file>', 'a table with one row per item and its title'],
  itemsIdColumn: ['<name>', 'name of the column with the ids, in the items table'],
  itemsTitleColumn: ['<name>', 'name of the column with the titles, in the items table'],
  itemsDelimiter: ['<text>', 'what stands between the columns of the items table'],
  itemsHeader: ['<yes|no>', 'whether the first line of the items table names its columns', yesOrNo],
  itemsMatch: ['<how>', 'how item columns of a wide table find their titles: id or position', rowMatch],
  itemColumns: [
    '<columns>',
    'the table is wide: items are the columns whose name matches a pattern, or those of a range (5-404, E1..O10)',
  ],
  userColumn: ['<name>', 'name of the user column'],
  itemColumn: ['<name>', 'name of the item column'],
  ratingColumn: ['<name>', 'name of the rating column'],
  encoding: ['<name>', 'utf-8 or latin-1', as<Encoding>()],
  delimiter: ['<text>', 'what stands between the columns; " " for any number of spaces'],
  header: ['<yes|no>', 'whether the first line names the columns (default: seen from the file)', yesOrNo],
  duplicates: ['<rule>', 'when a user rates an item twice: error, last or mean', as<DuplicateRule>()],
  minUser: ['<count>', 'leave out users with fewer ratings', wholeNumber],
  minItem: ['<count>', 'leave out items with fewer ratings', wholeNumber],
} as const satisfies Record<string, FlagLine>;

type FlagLine = readonly [after: string, words: string, read?: (text: string) => unknown];
type ValueOf<Line extends FlagLine> = Line extends readonly [string, string, (text: string) => infer Value]
  ? Value
  : Line extends readonly ['', string]
    ? boolean
    : string;

export type DataFlags = PluginFlags & { readonly [Name in keyof typeof DATA]?: ValueOf<(typeof DATA)[Name]> };

/** Flags of tables, and all flags of data. */
const OF_USERS = ['usersIdColumn', 'usersDelimiter', 'usersHeader', 'usersMatch'];
const OF_ITEMS = ['itemsIdColumn', 'itemsTitleColumn', 'itemsDelimiter', 'itemsHeader', 'itemsMatch'];
const OF_TABLES = ['usersTable', ...OF_USERS, 'itemsTable', ...OF_ITEMS];
const OF_FILES = [...OF_TABLES, 'userColumn', 'itemColumn', 'ratingColumn', 'encoding', 'delimiter', 'header'];
const OF_ROWS = ['groupColumn', 'dropItems', 'keepValues'];
export const OF_DATA = Object.keys(DATA);

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
  addPluginOption(command);
  for (const [name, [after, words, read]] of Object.entries<FlagLine>(DATA)) {
    command.addOption(new Option(`${optionOf(name)} ${after}`.trim(), words).argParser(read ?? as()));
  }
  return command;
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
