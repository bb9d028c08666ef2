/** A file as the database sees it: what columns there are, and the SQL that reads each of them as text. */

import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { UlteriorError } from '../../errors/index.ts';
import { type Encoding, encodingGuessed, encodings, SPACES, type Table, type Understood } from '../../tables/index.ts';
import { type DelimitedLayout, delimitedLayout } from './delimitedHeader.ts';
import { requireFlat, scratchFolder, sqlName, sqlText } from './duckdb.ts';
import { isParquet, lineTooLong, readHead } from './fileHead.ts';
import type { FileOptions } from './fileOptions.ts';
import { openForeign } from './foreignFile.ts';
import { lineOfRow } from './lineOfRow.ts';
import { translateFailure } from './readFailures.ts';
import { writeUtf8 } from './recodeText.ts';
import { spacedRelation } from './spacedRelation.ts';

/** A control character that no text holds: a line is one cell. */
const NO_DELIMITER = '\u0001';

export interface TableFile {
  readonly path: string;
  readonly format: 'delimited' | 'jsonl' | 'parquet';
  readonly encoding: Encoding;
  readonly names: readonly string[];
  /** Of delimited text that is not compressed. */
  readonly layout?: DelimitedLayout | undefined;
  /** What stands after FROM. */
  readonly relation: string;
  /** The text of a column, NULL where it is missing or empty. */
  textOf(name: string): string;
  /** For `createTable`; undefined where rows have no lines. */
  readonly lineNumber: ((row: number) => number | undefined) | undefined;
  /** What nobody said, and the file showed. */
  readonly understood?: readonly Understood[] | undefined;
  /** Of a file that tells what was asked, and what codes mean. */
  readonly titles?: Table['titles'];
  readonly labels?: Table['labels'];
}

/** The column as a finite number in single precision, or NULL; `meanings` are the numbers of some other texts. */
export function numberSql(file: TableFile, name: string, meanings: ReadonlyMap<string, number> = new Map()): string {
  return numberOfText(file.textOf(name), meanings);
}

/** The same of any text in SQL. */
export function numberOfText(text: string, meanings: ReadonlyMap<string, number> = new Map()): string {
  const value = `try_cast(${text} as float)`;
  const cases = [...meanings].map(([other, number]) => `when ${text} = ${sqlText(other)} then ${number}`);
  return `case when isfinite(${value}) then ${value} ${cases.join(' ')} end`;
}

export async function openTableFile(
  connection: DuckDBConnection,
  path: string,
  options: FileOptions = {},
): Promise<TableFile> {
  checkOptions(options);
  const head = await readHead(path, options);
  const { bytes, gzipped, recoded, guess } = head;
  if (head.isForeign) {
    const foreign = await openForeign(connection, path, head, options);
    const { names, titles, labels, told } = foreign.table;
    return {
      path,
      format: 'delimited',
      encoding: 'utf-8',
      names,
      relation: foreign.relation,
      textOf: (name) => `nullif(c${names.indexOf(name)}, '')`,
      lineNumber: undefined,
      understood: told,
      titles,
      labels,
    };
  }
  const isJson = /\.(jsonl?|ndjson)(\.gz)?$/i.test(path);
  const format = options.format ?? (isParquet(bytes) ? 'parquet' : isJson ? 'jsonl' : 'delimited');
  // What the database reads: the file, or what was made from it.
  const read = recoded === undefined ? path : join(scratchFolder(connection), 'utf-8.txt');
  if (recoded !== undefined) await writeUtf8(path, gzipped, recoded, read);
  const shape = { gzipped, recoded };
  const compression = gzipped && recoded === undefined ? ", compression='gzip'" : '';
  const understood = guess && [encodingGuessed(path, guess)];
  if (format === 'parquet') {
    const relation = `read_parquet(${sqlText(path)})`;
    const types = await columnsOf(connection, path, relation);
    const textOf = (name: string) => {
      requireFlat(path, name, types.get(name)!);
      return plainText(name);
    };
    return { path, format, encoding: 'utf-8', names: [...types.keys()], relation, textOf, lineNumber: undefined };
  }
  if (format === 'jsonl') {
    const call = (rest: string) => `read_json(${sqlText(read)}, format='newline_delimited'${compression}${rest})`;
    const names = [...(await columnsOf(connection, path, call(''))).keys()];
    const lineNumber = (row: number) => lineOfRow(path, row, { ...shape, header: false, delimiter: ',', quote: '' });
    const relation = call(`, columns={${names.map((name) => `${sqlText(name)}: 'VARCHAR'`).join(', ')}}`);
    return { path, format, encoding: 'utf-8', names, relation, textOf: plainText, lineNumber, understood };
  }
  if (head.isWithinLine) throw lineTooLong(path);
  const layout = delimitedLayout(path, bytes, recoded === undefined ? options : { ...options, encoding: 'utf-8' });
  const { delimiter, quote, header, encoding, names } = layout;
  const text = (sign: string, quotes: string, titled: boolean, columns: readonly string[]) => {
    const typed = columns.map((column) => `'${column}': 'VARCHAR'`).join(', ');
    const settings = [
      sqlText(read),
      'auto_detect=false',
      `delim=${sqlText(sign)}`,
      `quote=${sqlText(quotes)}`,
      `escape=${sqlText(quotes)}`,
      `header=${titled}`,
      `encoding='${encoding}'`,
      `columns={${typed}}`,
    ];
    return `read_csv(${settings.join(', ')}${compression})`;
  };
  // Named by position: the database takes names that differ in case alone for the same.
  const places = names.map((_, n) => `c${n}`);
  const relation =
    delimiter === SPACES
      ? spacedRelation({ lines: text(NO_DELIMITER, '', false, ['line']), header, columns: names.length })
      : text(delimiter, quote, header, places);
  return {
    path,
    format,
    encoding,
    names,
    layout: gzipped || recoded !== undefined ? undefined : layout,
    relation,
    textOf: (name) => `nullif(c${names.indexOf(name)}, '')`,
    lineNumber: (row) => lineOfRow(path, row, { ...shape, header, delimiter, quote }),
    understood,
  };
}

function plainText(name: string): string {
  return `nullif(cast(${sqlName(name)} as varchar), '')`;
}

/** Names of the columns, each with its type. */
async function columnsOf(connection: DuckDBConnection, path: string, relation: string): Promise<Map<string, string>> {
  try {
    const described = await connection.runAndReadAll(`describe select * from ${relation}`);
    return new Map(described.getRows().map(([name, type]) => [String(name), String(type)]));
  } catch (cause) {
    throw translateFailure(cause, path, 'utf-8');
  }
}

function checkOptions({ encoding, delimiter }: FileOptions): void {
  if (encoding !== undefined && !encodings.includes(encoding))
    refuse('encoding', encoding, `one of ${encodings.join(', ')}`);
  if (delimiter !== undefined && !/^[^"\r\n]{1,4}$/.test(delimiter)) {
    refuse('delimiter', delimiter, 'one to four signs, for example "," or "::"');
  }
}

function refuse(parameter: string, value: string, wanted: string): never {
  throw new UlteriorError(
    'PARAMETER_OUT_OF_RANGE',
    `${parameter} is ${JSON.stringify(value)}; it must be ${wanted}`,
    `set ${parameter} to ${wanted}`,
    { parameter, value },
  );
}
