/**
 * A data file (`survey.ulterior.json`): where a table is and how to read it, said once. Its keys have the names of the flags
 * of the command line. It is plain JSON in one form only, so that everything that writes one writes the same bytes. It cannot
 * name plug-ins: data do not say which code to run.
 */
import { UlteriorError } from '../../errors/index.ts';
import { type FindingCode, findingCodes } from '../../ratings/index.ts';
import { type JsonSchema, jsonSchemaOf, problemsOf, refuse, type Schema, schema } from '../../schema/index.ts';
import type { AnswerScale } from '../answers/readAnswers.ts';
import { type Encoding, encodings } from '../cells/encodingNames.ts';
import type { DuplicateRule } from '../read/duplicates.ts';
import type { RowMatch } from '../read/joinTables.ts';

const { about, either, fieldsOf, flag, listOf, mapOf, oneOf, text } = schema;

/** How to read data: everything that cannot be seen from them. */
export interface Reading {
  /** One expression, or several. */
  readonly attribute?: string | readonly string[] | undefined;
  readonly itemColumns?: string | undefined;
  readonly userColumn?: string | undefined;
  readonly itemColumn?: string | undefined;
  readonly ratingColumn?: string | undefined;
  readonly groupColumn?: string | undefined;
  readonly missing?: readonly string[] | undefined;
  readonly accept?: readonly FindingCode[] | undefined;
  readonly lenientNumbers?: boolean | undefined;
  readonly answers?: readonly AnswerScale[] | undefined;
  readonly dropItems?: readonly string[] | undefined;
  readonly minUser?: number | undefined;
  readonly minItem?: number | undefined;
  readonly duplicates?: DuplicateRule | undefined;
  readonly encoding?: Encoding | undefined;
  readonly delimiter?: string | undefined;
  readonly header?: boolean | undefined;
  readonly sheet?: string | undefined;
  readonly usersTable?: string | undefined;
  readonly usersIdColumn?: string | undefined;
  readonly usersDelimiter?: string | undefined;
  readonly usersHeader?: boolean | undefined;
  readonly usersMatch?: RowMatch | undefined;
  readonly itemsTable?: string | undefined;
  readonly itemsIdColumn?: string | undefined;
  readonly itemsTitleColumn?: string | undefined;
  readonly itemsDelimiter?: string | undefined;
  readonly itemsHeader?: boolean | undefined;
  readonly itemsMatch?: RowMatch | undefined;
}

/** What a table was when it was described. */
export interface TableMark {
  readonly bytes: number;
  readonly sha256: string;
}

export interface DataFile extends Reading {
  /** Nothing where there are people and no ratings. */
  readonly data?: string | undefined;
  readonly tables?: Readonly<Record<string, TableMark>> | undefined;
}

const match = oneOf(['id', 'position']);
const count: Schema = { kind: 'number', min: 0, whole: true };

/** In the order in which a data file has them. */
const fields: { readonly [Key in keyof DataFile]-?: Schema } = {
  data: about(
    'The table, relative to this file; or data in one word, such as ml-1m:folder or world:demo. Nothing where only people are known, by usersTable.',
    text,
  ),
  attribute: about('What to infer about people: a column, or an expression over one.', either(text, listOf(text, 1))),
  itemColumns: about(
    'The table is wide: items are the columns whose name matches a pattern, or those of a range (5-404, E1..O10).',
    text,
  ),
  userColumn: about('The column that says who.', text),
  itemColumn: about('The column that says what was rated.', text),
  ratingColumn: about('The column of the ratings.', text),
  groupColumn: about(
    'A column that says who belongs together, such as a household: its people are never on both sides of a test.',
    text,
  ),
  missing: about('Values that mean "not known" in ratings and attributes: 0,-1,unknown.', listOf(text)),
  accept: about(
    'Codes of findings in the data that are known and do not stop a measurement, such as RATING_CODES.',
    listOf(oneOf(Object.keys(findingCodes))),
  ),
  lenientNumbers: about('Read 14", 1,234, 12 years and €5 as numbers, in ratings and attributes.', flag),
  answers: about(
    'What answers in words are worth: {"Disagree": 1, "Agree": 2}, one such list for each scale.',
    listOf(mapOf({ kind: 'number' }), 1),
  ),
  dropItems: about('Items to leave out: an id among the questions, a copy of the attribute.', listOf(text)),
  minUser: about('Leave out users with fewer ratings.', count),
  minItem: about('Leave out items with fewer ratings.', count),
  duplicates: about('When a user rates an item twice.', oneOf(['error', 'last', 'mean'])),
  encoding: about('The encoding of the table.', oneOf(encodings)),
  delimiter: about('What stands between the columns; " " for any number of spaces.', text),
  header: about('Whether the first line names the columns.', flag),
  sheet: about('The sheet of a workbook that holds the table; the first one where it is not given.', text),
  usersTable: about('A table with one row per user and the attributes as columns.', text),
  usersIdColumn: about('The column with the ids, in the users table.', text),
  usersDelimiter: about('What stands between the columns of the users table.', text),
  usersHeader: about('Whether the first line of the users table names its columns.', flag),
  usersMatch: about('How the rows of a wide table find their users.', match),
  itemsTable: about('A table with one row per item and its title.', text),
  itemsIdColumn: about('The column with the ids, in the items table.', text),
  itemsTitleColumn: about('The column with the titles, in the items table.', text),
  itemsDelimiter: about('What stands between the columns of the items table.', text),
  itemsHeader: about('Whether the first line of the items table names its columns.', flag),
  itemsMatch: about('How item columns of a wide table find their titles.', match),
  tables: about(
    'Size and SHA-256 of each table when it was described; tables that have changed since are refused.',
    mapOf(fieldsOf<TableMark>({ bytes: count, sha256: text }, ['bytes', 'sha256'])),
  ),
};
/** What a data file may hold. */
export const dataSchema = fieldsOf<DataFile>(fields);

const { data: _data, tables: _tables, ...ofReading } = fields;
/** Each key that says how to read, and what it may be. */
export const readingSchema = fieldsOf<Reading>(ofReading);
export const readingKeys = Object.keys(ofReading) as (keyof Reading)[];

/** docs/data-file.schema.json */
export function dataFileDocument(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Data file',
    description: 'NAME.ulterior.json: where data are and how to read them. `ulterior describe` writes it.',
    ...jsonSchemaOf(dataSchema),
  };
}

const SUFFIX = '.ulterior.json';

/** By its name alone. */
export const isDataFile = (path: string): boolean => path.endsWith(SUFFIX);

/** survey.csv.gz: survey.ulterior.json */
export const dataFileNameOf = (table: string): string => `${table.replace(/(\.[a-z]\w*){1,2}$/i, '')}${SUFFIX}`;

/** `name` is the file's, for messages. */
export function parseDataFile(content: string, name: string): DataFile {
  const read = parsed(content, name);
  const problems = problemsOf(dataSchema, read);
  refuse(
    problems.map((problem) => ({
      ...problem,
      code: 'DATA_FILE',
      message: `"${name}": ${problem.message.replace(/^the spec /, 'the file ').replace('known field', 'key of a data file')}`,
    })),
  );
  const file = read as DataFile;
  if (file.data === undefined && file.usersTable === undefined) {
    throw new UlteriorError('DATA_FILE', `"${name}" names no table`, 'set data to the path of the table', {
      path: name,
    });
  }
  for (const key of ['data', 'usersTable', 'itemsTable'] as const) {
    if (!isDataFile(file[key] ?? '')) continue;
    const advice = `set ${key} to the table itself, or use "${file[key]}" in place of "${name}"`;
    throw new UlteriorError('DATA_FILE', `"${name}": ${key} is a data file, not a table`, advice, { path: name });
  }
  return file;
}

function parsed(content: string, name: string): unknown {
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw new UlteriorError(
      'DATA_FILE',
      `"${name}" is not JSON: ${cause instanceof Error ? cause.message : cause}`,
      'correct it, or write it again with `ulterior describe`',
      { path: name },
    );
  }
}

/** The text of the file: keys in one order, tables by name, nothing that is not given. */
export function formatDataFile(file: DataFile): string {
  const { attribute, tables = {} } = file;
  const marks = Object.keys(tables).toSorted();
  const written: DataFile = {
    ...file,
    attribute: Array.isArray(attribute) && attribute.length === 1 ? attribute[0] : attribute,
    tables:
      marks.length === 0
        ? undefined
        : Object.fromEntries(marks.map((name) => [name, { bytes: tables[name]!.bytes, sha256: tables[name]!.sha256 }])),
  };
  const ordered = (Object.keys(fields) as (keyof DataFile)[]).map((key) => [key, written[key]]);
  return `${JSON.stringify(Object.fromEntries(ordered), undefined, 2)}\n`;
}

/** Refuses a table that is not what was described. */
export function requireSameTable(dataFile: string, table: string, described: TableMark, found: TableMark): void {
  if (found.bytes === described.bytes && found.sha256 === described.sha256) return;
  const change =
    found.bytes === described.bytes ? 'other contents' : `${found.bytes} bytes where there were ${described.bytes}`;
  throw new UlteriorError(
    'DATA_CHANGED',
    `"${table}" is not the table that "${dataFile}" describes: it has ${change}`,
    `bring the old table back, or look at the new one and describe it again: ulterior describe ${dataFile}`,
    { path: table, dataFile },
  );
}
