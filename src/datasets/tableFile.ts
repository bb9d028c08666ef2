/** A file as the database sees it: what columns there are, and the SQL that reads each of them as text. */

import type { DuckDBConnection } from '@duckdb/node-api';
import { UlteriorError } from '../errors/index.ts';
import { SPACES } from '../tables/index.ts';
import { type DelimitedLayout, type DelimitedOptions, delimitedLayout, type Encoding } from './delimitedHeader.ts';
import { sqlName, sqlText } from './duckdb.ts';
import { readHead } from './fileHead.ts';
import { lineOfRow } from './lineOfRow.ts';
import { translateFailure } from './readFailures.ts';
import { spacedRelation } from './spacedRelation.ts';

/** A control character that no text holds: a line is one cell. */
const NO_DELIMITER = '\u0001';

export interface FileOptions extends DelimitedOptions {
  /** Seen from the contents and the name where it is not given. */
  readonly format?: 'delimited' | 'jsonl' | 'parquet' | undefined;
}

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
}

/** The column as a finite number in single precision, or NULL. */
export function numberSql(file: TableFile, name: string): string {
  const value = `try_cast(${file.textOf(name)} as float)`;
  return `case when isfinite(${value}) then ${value} end`;
}

export async function openTableFile(
  connection: DuckDBConnection,
  path: string,
  options: FileOptions = {},
): Promise<TableFile> {
  checkOptions(options);
  const { bytes, gzipped } = await readHead(path);
  const isParquet = Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'PAR1' || /\.(parquet|pq)$/i.test(path);
  const isJson = /\.(jsonl?|ndjson)(\.gz)?$/i.test(path);
  const format = options.format ?? (isParquet ? 'parquet' : isJson ? 'jsonl' : 'delimited');
  const compression = gzipped ? ", compression='gzip'" : '';
  if (format === 'parquet') {
    const relation = `read_parquet(${sqlText(path)})`;
    const names = await namesOf(connection, path, relation);
    return { path, format, encoding: 'utf-8', names, relation, textOf: plainText, lineNumber: undefined };
  }
  if (format === 'jsonl') {
    const call = (rest: string) => `read_json(${sqlText(path)}, format='newline_delimited'${compression}${rest})`;
    const names = await namesOf(connection, path, call(''));
    const shape = { header: false, delimiter: ',', quote: '', gzipped } as const;
    const lineNumber = (row: number) => lineOfRow(path, row, shape);
    const relation = call(`, columns={${names.map((name) => `${sqlText(name)}: 'VARCHAR'`).join(', ')}}`);
    return { path, format, encoding: 'utf-8', names, relation, textOf: plainText, lineNumber };
  }
  const layout = delimitedLayout(path, bytes, options);
  const { delimiter, quote, header, encoding, names } = layout;
  const read = (sign: string, quotes: string, titled: boolean, columns: readonly string[]) => {
    const typed = columns.map((column) => `'${column}': 'VARCHAR'`).join(', ');
    const settings = [
      sqlText(path),
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
      ? spacedRelation({ lines: read(NO_DELIMITER, '', false, ['line']), header, columns: names.length })
      : read(delimiter, quote, header, places);
  return {
    path,
    format,
    encoding,
    names,
    layout: gzipped ? undefined : layout,
    relation,
    textOf: (name) => `nullif(c${names.indexOf(name)}, '')`,
    lineNumber: (row) => lineOfRow(path, row, { header, delimiter, quote, gzipped }),
  };
}

function plainText(name: string): string {
  return `nullif(cast(${sqlName(name)} as varchar), '')`;
}

async function namesOf(connection: DuckDBConnection, path: string, relation: string): Promise<string[]> {
  try {
    const described = await connection.runAndReadAll(`describe select * from ${relation}`);
    return described.getRows().map(([name]) => String(name));
  } catch (cause) {
    throw translateFailure(cause, path, 'utf-8');
  }
}

function checkOptions({ encoding, delimiter }: FileOptions): void {
  if (encoding !== undefined && encoding !== 'utf-8' && encoding !== 'latin-1') {
    refuse('encoding', encoding, 'utf-8 or latin-1');
  }
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
