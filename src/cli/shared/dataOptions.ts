/** The flags that say which data are meant, the same for every command that reads some. */
import { type Command, Option } from 'commander';
import {
  type DatasetSource,
  type LongSource,
  openDataset,
  readingOptions,
  readPeople,
  sourceFromText,
  tableSource,
  type WorldSource,
  worldSpecOf,
} from '../../datasets/index.ts';
import { UlteriorError } from '../../errors/index.ts';
import { findingCodes } from '../../ratings/index.ts';
import { isRecommenderData, openRecommenderData } from '../../recommenderFiles/index.ts';
import { requireFit, schema } from '../../schema/index.ts';
import {
  attributeName,
  findingText,
  parseAttribute,
  type ReadDataset,
  type Reading,
  readingKeys,
  readingSchema,
} from '../../tables/index.ts';
import { worldDefaults } from '../../worlds/index.ts';
import { type Described, useDataFile } from '../dataFiles/dataFileFlags.ts';
import { guessedLayout } from '../dataFiles/guessedLayout.ts';
import { hasKeys } from '../words/flagErrors.ts';
import { optionOf, refuseIdle, several, wholeNumber, wordList } from './options.ts';
import { warn, whileWorking } from './output.ts';
import { addPluginOption, type PluginFlags } from './pluginOption.ts';

/** Of all that are given: whoever accepts two findings may say so in two flags. */
function findingList(text: string, before?: unknown): string[] {
  const codes = [...((before ?? []) as string[]), ...wordList(text)];
  for (const code of codes) requireFit(schema.oneOf(Object.keys(findingCodes)), code, '--accept');
  return codes;
}

/**
 * Flags of the simple cases, with what goes after each; everything else is a key of a data file. These six stand in nine of
 * ten commands of the documents and tests; no other is in one of twenty.
 */
const FLAGS = {
  attribute: ['<expression>', String],
  itemColumns: ['<columns>', String],
  missing: ['<list>', wordList],
  usersTable: ['<file>', String],
  minUser: ['<count>', wholeNumber],
  minItem: ['<count>', wholeNumber],
  // Not how to read, but that what was found may be measured.
  accept: ['<codes>', findingList],
} as const;

export interface DataFlags extends PluginFlags, Omit<Reading, 'attribute'> {
  readonly attribute?: string | undefined;
  readonly quiet?: boolean;
  /** Where a data file was read. */
  readonly described?: Described;
}

/** Flags of tables, and all flags of data. */
const OF_USERS = ['usersIdColumn', 'usersDelimiter', 'usersHeader', 'usersMatch'];
const OF_ITEMS = ['itemsIdColumn', 'itemsTitleColumn', 'itemsDelimiter', 'itemsHeader', 'itemsMatch'];
const OF_TABLES = ['usersTable', ...OF_USERS, 'itemsTable', ...OF_ITEMS];
const OF_FILES = [...OF_TABLES, 'userColumn', 'itemColumn', 'ratingColumn', 'encoding', 'delimiter', 'header', 'sheet'];
const OF_ROWS = ['groupColumn', 'dropItems', 'accept'];
export const OF_DATA: readonly string[] = readingKeys;

export const SOURCE_HELP = `
Data are named in one word:
  survey.ulterior.json            a data file: \`ulterior describe\` writes it, and it says everything about the data once
  ratings.csv                     a table with one row per rating (CSV, TSV, ::, JSON lines, Parquet, gzipped or not)
  ml-1m:folder, ml-100k:folder    MovieLens in its own layout; --plugin adds readers of your own
  folder                          ratings as RecBole (.inter, .user, .item) or LensKit (schema.json) keep them
  world:demo, world:movielens,users=2000,leak=0.2,seed=7    an invented world (also tv, flixster)
A flag beside a data file counts in place of its key.
With --item-columns the table is wide: one row per person, one column per item. It takes a pattern that the names match
("^Please rate"), positions (5-404), a range of names (E1..O10) or several (E1..E10,O1..O10,"a, b"). Without a header,
columns are named 1, 2, 3.
An attribute is a column (gender), a threshold (age>=35), bins (age:18,25,35) groups (income:{low=a|b; high=c; drop=*})
or a number to be inferred as a number (age:number); age:number[0..120] says which values are possible.
Labels in braces name values (gender{1=female; 2=male}) or the groups of cuts (age>=35{young; old}); "as" gives the
attribute another name ('"What is your gender?" as gender{1=female; 2=male}'). A column with < > : { or " as " in its name
is written in double quotes, with "" for a quote inside ('"Q1: age">=35').
Cells that are blank, NA, N/A, #N/A, NaN or null are missing; --missing 0,-1,unknown names more, for ratings and attributes.
What would make figures wrong stops the command: answers such as -99 (say --missing=-99), an id among the items, groups that
seem to be one. Each has a code and says how to mend it; --accept CODE measures the data as they are (docs/checks.md).`;

export function addDataOptions(command: Command, changed: 'refused' | 'allowed' = 'refused'): Command {
  addPluginOption(command);
  hasKeys(command, readingKeys);
  for (const [name, [after, read]] of Object.entries(FLAGS)) {
    const { about = name } = readingSchema.fields[name]!;
    const words = `${about[0]!.toLowerCase()}${about.slice(1, -1)}`;
    command.addOption(new Option(`${optionOf(name)} ${after}`, words).argParser<unknown>(read));
  }
  const takesSeveral = ({ options }: Command) =>
    options.some(({ long, parseArg }) => long === '--attribute' && parseArg === several);
  return command.hook('preAction', (_, called) => useDataFile(called, changed, takesSeveral(called)));
}

export function sourceFrom(text: string, flags: DataFlags): DatasetSource {
  if (flags.usersTable === undefined) refuseKeys(flags, OF_USERS, 'there is no usersTable');
  if (flags.itemsTable === undefined) refuseKeys(flags, OF_ITEMS, 'there is no itemsTable');
  if (flags.itemColumns !== undefined) {
    refuseKeys(flags, ['itemColumn', 'ratingColumn'], 'the table is wide (--item-columns)');
    return tableSource(text, flags);
  }
  const source = sourceFromText(text);
  if (source.kind !== 'long') refuseKeys(flags, OF_FILES, `"${text}" is not a table of your own`);
  if (source.kind === 'world') {
    refuseKeys(flags, ['duplicates', 'lenientNumbers', 'answers', ...OF_ROWS], `"${text}" is an invented world`);
    requireOwnAttribute(source, text, flags.attribute);
    const filters = { minPerUser: flags.minUser, minPerItem: flags.minItem };
    return { ...source, ...filters, number: numberOf(flags.attribute) };
  }
  if (source.kind === 'known') return { ...source, ...readingOptions(flags) };
  refuseKeys(flags, ['usersMatch', 'itemsMatch'], 'the table has one row per rating: it is matched by id');
  return tableSource(text, flags);
}

/** In the words of whoever gave them: a flag where there is one, otherwise a key of a data file. */
function refuseKeys(flags: object, names: readonly string[], where: string): void {
  refuseIdle(flags, names, where, '', (name) => (name in FLAGS ? optionOf(name) : name));
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

/** Reads the data; what was found in them is in the summary. */
export async function readSource(source: DatasetSource): Promise<ReadDataset> {
  const toolkit = source.kind === 'long' && (await isRecommenderData(source.ratings.path));
  return toolkit ? openToolkitData(source) : openDataset(source);
}

/** The same, and warns of what must be known of them. */
export async function readWithWarnings(source: DatasetSource, quiet?: boolean): Promise<ReadDataset> {
  const read = await whileWorking('reading', quiet, readSource(source));
  for (const finding of read.summary.findings ?? []) {
    // Reports say how few people there are, and what that means for their figures.
    if (finding.code !== 'PEOPLE_TOO_FEW') warn(`[${finding.code}] ${findingText(finding)}`);
  }
  return read;
}

/** Ratings as RecBole and LensKit keep them: what their columns mean is known. */
function openToolkitData({ ratings, users, items, ...options }: LongSource): Promise<ReadDataset> {
  const { path, columns = {}, ...file } = ratings;
  const { user: userColumn, item: itemColumn, rating: ratingColumn } = columns;
  const given = { usersTable: users, itemsTable: items, userColumn, itemColumn, ratingColumn, ...file };
  refuseKeys(given, OF_FILES, `"${path}" has the tables and columns of its toolkit`);
  return openRecommenderData(path, options);
}

/** A data file may describe more than anybody asked for. */
export function requireChosen({ described }: Pick<DataFlags, 'described'>): void {
  const { file, keys = [], attributes = [] } = described ?? {};
  if (!keys.includes('attribute') || attributes.length < 2) return;
  const names = attributes.map((expression) => attributeName(parseAttribute(expression)));
  throw new UlteriorError(
    'ATTRIBUTE_UNKNOWN',
    `"${file}" describes ${names.length} attributes`,
    `say which is meant: --attribute ${names.join(', or --attribute ')}`,
    { attributes: names },
  );
}

/** A table with one row per person lacks the columns of ratings; to hear which are missing helps nobody. */
async function refuseWide(text: string, flags: DataFlags, error: unknown): Promise<never> {
  const isMissing = error instanceof UlteriorError && error.code === 'COLUMN_MISSING';
  const asLong = flags.itemColumns === undefined && sourceFromText(text).kind === 'long';
  const layout = isMissing && asLong && !(await isRecommenderData(text)) ? await guessedLayout(text, flags) : undefined;
  if (layout === undefined) throw error;
  throw new UlteriorError(
    'COLUMN_MISSING',
    `"${text}" was read as one row per rating, but seems to be ${layout.reason}`,
    `add --item-columns ${layout.itemColumns}`,
    { file: text },
  );
}

/** Reads the data; commands that infer something need an attribute. */
export async function openData(text: string, flags: DataFlags): Promise<OpenedData> {
  requireChosen(flags);
  const read = await readWithWarnings(sourceFrom(text, flags), flags.quiet).catch((error: unknown) =>
    refuseWide(text, flags, error),
  );
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

/** People of a table of their own, where there are no ratings to join it to. */
export function peopleFrom(usersTable: string, attribute: string, flags: DataFlags): ReturnType<typeof readPeople> {
  return readPeople(usersTable, {
    attribute,
    idColumn: flags.usersIdColumn,
    missing: flags.missing,
    lenientNumbers: flags.lenientNumbers,
    groupColumn: flags.groupColumn,
    accept: flags.accept,
    delimiter: flags.usersDelimiter,
    header: flags.usersHeader,
  });
}
