/**
 * A long table of ratings into typed arrays: codes of users and items, ratings, times. Nothing is created per row.
 * Reads every file that can be read and says what is wrong with the others; `readPlainRatings` is a shortcut for some.
 *
 * Text is parsed once, into a table of the database that spills to disk if it must; Parquet is read in place, twice.
 * The first query finds the distinct ids, the number of rows and what is missing, so that every array has its size
 * from the start; the second delivers the rows as codes. 100 million ratings are 1.2 GB here.
 */

import type { DuckDBConnection } from '@duckdb/node-api';
import {
  type AnswerScale,
  createTable,
  idMissing,
  type LongColumns,
  lenientNumber,
  type MissingValues,
  missingValues,
  permutation,
  ratingNotNumeric,
  readAnswers,
  sortIds,
  type Table,
  type Understood,
} from '../../tables/index.ts';
import { forEachChunk, numbersOf, sqlText } from './duckdb.ts';
import { fileEmpty } from './fileHead.ts';
import { translateFailure } from './readFailures.ts';
import { numberSql, type TableFile } from './tableFile.ts';

/** Times are read only where they are named: as numbers, or as dates that become seconds. */
export async function readRatings(
  connection: DuckDBConnection,
  file: TableFile,
  names: LongColumns,
  missing: MissingValues = missingValues(),
  lenient = false,
  answers: readonly AnswerScale[] | undefined = undefined,
): Promise<Table> {
  try {
    await stage(connection, file, names);
    const { rows, ratings: rated } = await count(connection, file, names);
    const others =
      rated < rows ? await textsAmongRatings(connection, file, names.rating, missing, lenient, answers) : undefined;
    if (others !== undefined && others.meanings.size > 0) await stage(connection, file, names, others.meanings);
    const users = await dictionary(connection, 'user');
    const items = await dictionary(connection, 'item');
    const userCodes = new Uint32Array(rows);
    const itemCodes = new Uint32Array(rows);
    const values = new Float32Array(rows);
    const times = names.time === undefined ? undefined : new Float64Array(rows);
    const code = (kind: Kind) => `enum_code(cast(${kind}_id as ${kind}_ids))::uinteger`;
    const timeSql = times === undefined ? '' : ", coalesce(time, 'nan')";
    const query = `select ${code('user')}, ${code('item')}, coalesce(rating, 'nan')${timeSql} from staged`;
    await forEachChunk(connection, query, rows, (chunk, firstRow) => {
      copyCodes(numbersOf(chunk, 0), users.places, userCodes, firstRow);
      copyCodes(numbersOf(chunk, 1), items.places, itemCodes, firstRow);
      values.set(numbersOf<Float32Array>(chunk, 2), firstRow);
      times?.set(numbersOf<Float64Array>(chunk, 3), firstRow);
    });
    const columns = [
      [names.user, { kind: 'codes', codes: userCodes, ids: users.ids }],
      [names.item, { kind: 'codes', codes: itemCodes, ids: items.ids }],
      [names.rating, { kind: 'numbers', values, noNumbers: others?.noNumbers, cut: others?.cut }],
    ] as const;
    const timed = times === undefined ? [] : ([[names.time!, { kind: 'numbers', values: times }]] as const);
    const understood = [...(file.understood ?? []), ...(others?.understood ?? [])];
    return { ...createTable(file.path, [...columns, ...timed], file.lineNumber), understood };
  } catch (cause) {
    throw translateFailure(cause, file.path, file.encoding);
  }
}

type Kind = 'user' | 'item';

async function stage(
  connection: DuckDBConnection,
  file: TableFile,
  names: LongColumns,
  meanings?: ReadonlyMap<string, number>,
): Promise<void> {
  const columns = [
    `${file.textOf(names.user)} as user_id`,
    `${file.textOf(names.item)} as item_id`,
    `${numberSql(file, names.rating, meanings)} as rating`,
  ];
  if (names.time !== undefined) {
    const text = file.textOf(names.time);
    columns.push(`coalesce(try_cast(${text} as double), epoch(try_cast(${text} as timestamp))) as time`);
  }
  const kind = file.format === 'parquet' ? 'view' : 'table';
  await connection.run(`create or replace temp ${kind} staged as select ${columns.join(', ')} from ${file.relation}`);
}

/** How many rows there are, and how many have a number for a rating; refuses missing ids. */
async function count(connection: DuckDBConnection, file: TableFile, names: LongColumns) {
  await connection.run(
    `create temp table groups as
     select user_id, item_id, grouping(user_id) = 0 as by_user, count(*)::double as rows, count(rating)::double as ratings
     from staged group by grouping sets ((user_id), (item_id))`,
  );
  const totals = await connection.runAndReadAll(
    `select sum(rows) filter (by_user), sum(ratings) filter (by_user),
            sum(rows) filter (by_user and user_id is null), sum(rows) filter (not by_user and item_id is null)
     from groups`,
  );
  const [rows, ratings, usersMissing, itemsMissing] = totals.getRows()[0]!.map(Number) as [
    number,
    number,
    number,
    number,
  ];
  if (rows === 0) throw fileEmpty(file.path);
  for (const [kind, missing] of [
    ['user', usersMissing],
    ['item', itemsMissing],
  ] as const) {
    if (missing === 0) continue;
    const { line } = await firstRow(connection, file, names[kind], `${file.textOf(names[kind])} is null`);
    throw idMissing(file.path, line, missing, kind);
  }
  return { rows, ratings };
}

interface OtherTexts {
  /** How often each stands where there is no number. */
  readonly noNumbers: ReadonlyMap<string, number>;
  /** The same for texts that are numbers to a lenient reader, and what numbers they are. */
  readonly cut: ReadonlyMap<string, number>;
  readonly meanings: ReadonlyMap<string, number>;
  readonly understood: readonly Understood[];
}

/** What stands where the database finds no number. Refuses what does not mean "missing" and is no lenient number. */
async function textsAmongRatings(
  connection: DuckDBConnection,
  file: TableFile,
  name: string,
  missing: MissingValues,
  lenient: boolean,
  answers: readonly AnswerScale[] | undefined,
): Promise<OtherTexts> {
  const noNumber = `${numberSql(file, name)} is null`;
  const counted = await connection.runAndReadAll(
    `select ${file.textOf(name)}, count(*)::double from ${file.relation} where ${noNumber} group by all order by all`,
  );
  const found = new Map(counted.getRows().map(([text, rows]) => [String(text ?? ''), Number(rows)]));
  const isMissing = (text: string) => missing.wordOf(text) !== undefined;
  const { meanings: meant, understood } = await meaningsOf(
    connection,
    file,
    name,
    [...found.keys()].filter((text) => !isMissing(text)),
    answers,
  );
  const isCut = (text: string) =>
    lenient && !isMissing(text) && !meant.has(text) && Number.isFinite(lenientNumber(text));
  const isKnown = (text: string) => isMissing(text) || meant.has(text) || isCut(text);
  const bad = [...found].filter(([text]) => !isKnown(text)).reduce((sum, [, rows]) => sum + rows, 0);
  if (bad === 0) {
    const cut = [...found].filter(([text]) => isCut(text));
    return {
      noNumbers: new Map([...found].filter(([text]) => isMissing(text))),
      cut: new Map(cut),
      meanings: new Map([...meant, ...cut.map(([text]) => [text, lenientNumber(text)] as const)]),
      understood,
    };
  }
  const allowed = [...found.keys()].filter(isKnown).map(sqlText);
  const text = file.textOf(name);
  const other = allowed.length === 0 ? '' : ` and ${text} is not null and ${text} not in (${allowed.join(', ')})`;
  const first = await firstRow(connection, file, name, `${noNumber}${other}`);
  throw ratingNotNumeric(file.path, first.line, first.text, bad);
}

/** The numbers of texts, as the whole column shows them: decimal commas, answers in words. */
async function meaningsOf(
  connection: DuckDBConnection,
  file: TableFile,
  name: string,
  words: readonly string[],
  answers: readonly AnswerScale[] | undefined,
) {
  if (words.length === 0) return { meanings: new Map<string, number>(), understood: [] };
  const text = file.textOf(name);
  // Some of the plain numbers: with a point in them, a comma is no decimal one.
  const plain = await connection.runAndReadAll(
    `select t from (select distinct ${text} as t from ${file.relation} where ${numberSql(file, name)} is not null) order by contains(t, '.') desc, t limit 1000`,
  );
  const texts = new Set([...words, ...plain.getRows().map(([one]) => String(one))]);
  const column = { column: name, texts, leavesMixed: true };
  const { numbersOf, understood } = readAnswers(file.path, [column], answers);
  const numberOf = numbersOf.get(name);
  const numbers = words.map((word) => [word, numberOf?.(word) ?? Number.NaN] as const);
  return { meanings: new Map(numbers.filter(([, number]) => Number.isFinite(number))), understood };
}

/**
 * The distinct ids become a type of the database, which looks an id up and hands over its number in the type. Which
 * number that is depends on its threads; `places` leads from there to the order of `sortIds`, which does not.
 */
async function dictionary(connection: DuckDBConnection, kind: Kind) {
  const own = kind === 'user' ? 'by_user' : 'not by_user';
  await connection.run(`create type ${kind}_ids as enum (select ${kind}_id from groups where ${own})`);
  // Id and number together: asking for the range of the type takes ten times as long.
  const numbered = await connection.runAndReadAll(
    `select ${kind}_id, enum_code(cast(${kind}_id as ${kind}_ids))::uinteger from groups where ${own}`,
  );
  const found: string[] = new Array(numbered.currentRowCount);
  for (const [id, code] of numbered.getRows()) found[Number(code)] = String(id);
  const ids = sortIds(found);
  return { ids, places: permutation(found, ids) };
}

function copyCodes(codes: Uint32Array, places: Uint32Array, target: Uint32Array, firstRow: number): void {
  for (let n = 0; n < codes.length; n++) target[firstRow + n] = places[codes[n]!]!;
}

/** Where the first row stands that meets the condition, and the text of the column there. Only for messages. */
async function firstRow(connection: DuckDBConnection, file: TableFile, name: string, condition: string) {
  const rows = `select row_number() over () as place, ${file.textOf(name)} as text, (${condition}) as met from ${file.relation}`;
  const found = await connection.runAndReadAll(`select place, text from (${rows}) where met order by place limit 1`);
  const [place, text] = found.getRows()[0]!;
  const { lineOf } = createTable(file.path, [], file.lineNumber);
  return { line: lineOf(Number(place) - 1), text: text === null || text === undefined ? undefined : String(text) };
}
