/**
 * Ids that stand beside the vectors, in the order of the rows: a .npy array, a JSON list (or a JSON object from id to
 * row), a column of a CSV or Parquet table, or text with one id per line.
 */

import { existsSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { openTableFile, withDatabase } from '../datasets/index.ts';
import { UlteriorError } from '../errors/index.ts';
import { readWholeFile } from '../runtime/index.ts';
import { idMissing } from '../tables/index.ts';
import type { Side } from './chooseArray.ts';
import { formatOfFile } from './fileFormat.ts';
import { textsOf } from './namedArray.ts';
import { parseNpy } from './npy.ts';
import { idColumnOf } from './vectorTable.ts';

const ENDINGS = ['txt', 'csv', 'tsv', 'json', 'npy', 'parquet'];

/** A file with ids beside `path`, by its name: item_ids.txt or vectors.ids.txt, for example; undefined for none. */
export function idsBeside(path: string, side: Side): string | undefined {
  const stem = basename(path, extname(path));
  const names = [`${stem}.ids`, side === 'users' ? 'user_ids' : 'item_ids'];
  return names
    .flatMap((name) => ENDINGS.map((ending) => join(dirname(path), `${name}.${ending}`)))
    .find((candidate) => candidate !== path && existsSync(candidate));
}

/** `count`: how many vectors there are, which tells a header from an id. */
export async function readIds(path: string, side: Side, count: number): Promise<string[]> {
  const ids = await idsIn(path, side, count);
  if (ids.length === count) return ids;
  throw new UlteriorError(
    'ROWS_NOT_MATCHED',
    `"${path}" has ${ids.length} ids for ${count} vectors`,
    'write one id for each vector, in the same order',
    { path, ids: ids.length, vectors: count },
  );
}

async function idsIn(path: string, side: Side, count: number): Promise<string[]> {
  const format = await formatOfFile(path);
  if (format === 'npy') return textsOf(parseNpy(await readWholeFile(path), path));
  if (format === 'parquet' || (format === 'text' && /\.[ct]sv(\.gz)?$/i.test(path)))
    return idsInTable(path, side, count);
  if (format !== 'text') {
    throw new UlteriorError(
      'FILE_FOREIGN',
      `"${path}" is no list of ids`,
      'write one id per line as text, a JSON list, or an .npy array',
      { path, format },
    );
  }
  const text = new TextDecoder('utf-8').decode(await readWholeFile(path));
  return idsFromText(text, path, count);
}

function idsFromText(text: string, path: string, count: number): string[] {
  if (/^\s*[[{]/.test(text)) return idsFromJson(text, path);
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const titled = lines.length === count + 1 && /(^|[^a-z])ids?$|Id$/.test(lines[0]!);
  const ids = titled ? lines.slice(1) : lines;
  const empty = ids.indexOf('');
  if (empty >= 0) throw idMissing(path, `line ${empty + (titled ? 2 : 1)}`, 1, 'id');
  return ids;
}

/** ["a", "b"], [1, 2] or {"a": 0, "b": 1}. */
export function idsFromJson(text: string, path: string): string[] {
  const refuse = (what: string): never => {
    throw new UlteriorError(
      'FILE_MALFORMED',
      `"${path}" is no list of ids: ${what}`,
      'write a JSON list of texts or numbers, or an object from id to row number',
      { path },
    );
  };
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return refuse('it is not JSON');
  }
  const isId = (id: unknown) => typeof id === 'string' || Number.isSafeInteger(id);
  if (Array.isArray(parsed)) return parsed.every(isId) ? parsed.map(String) : refuse('not all entries are ids');
  if (typeof parsed !== 'object' || parsed === null) return refuse('it holds one value');
  const rows = Object.entries(parsed);
  const ids = new Array<string>(rows.length);
  for (const [id, row] of rows) {
    if (!Number.isInteger(row) || row < 0 || row >= rows.length || ids[row] !== undefined) {
      return refuse(`"${id}" has no row of its own from 0 to ${rows.length - 1}`);
    }
    ids[row] = id;
  }
  return ids;
}

function idsInTable(path: string, side: Side, count: number): Promise<string[]> {
  return withDatabase(async (connection) => {
    const seen = await openTableFile(connection, path);
    const rowsOf = async (relation: string) =>
      Number((await connection.runAndReadAll(`select count(*)::double from ${relation}`)).getRows()[0]![0]);
    // The only column of a file whose first line was taken for a name, or the other way round.
    const alone = seen.names.length === 1 && seen.format === 'delimited';
    const short = alone && (await rowsOf(seen.relation)) !== count;
    const table = short ? await openTableFile(connection, path, { header: !seen.layout?.header }) : seen;
    const column = table.names.length === 1 ? table.names[0]! : idColumnOf(table, side);
    const read = await connection.runAndReadAll(`select ${table.textOf(column)} from ${table.relation}`);
    return read.getRows().map(([id], row) => {
      if (id === null) throw idMissing(path, `row ${row + 1}`, 1, 'id');
      return String(id);
    });
  });
}
