/** Files of statistics programs and workbooks, written as text that the database reads. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import type { DuckDBConnection } from '@duckdb/node-api';
import { readWholeFile } from '../../runtime/index.ts';
import { type ForeignOptions, type ForeignTable, foreignReader } from '../../tables/index.ts';
import { scratchFolder, sqlText } from './duckdb.ts';

interface ForeignFile {
  readonly table: ForeignTable;
  /** What stands after FROM; the columns are c0, c1, and so on. */
  readonly relation: string;
}

export async function openForeign(
  connection: DuckDBConnection,
  path: string,
  { bytes: head, gzipped }: { readonly bytes: Uint8Array; readonly gzipped: boolean },
  options: ForeignOptions,
): Promise<ForeignFile> {
  const bytes = await readWholeFile(path);
  const table = foreignReader(head)!(path, gzipped ? gunzipSync(bytes) : bytes, options);
  const target = join(scratchFolder(connection), 'table.csv');
  await pipeline(linesOf(table), createWriteStream(target));
  const columns = table.names.map((_, n) => `'c${n}': 'VARCHAR'`).join(', ');
  const relation = `read_csv(${sqlText(target)}, auto_detect=false, delim=',', quote='"', escape='"', header=false, columns={${columns}})`;
  return { table, relation };
}

const BLOCK_LINES = 1000;

function* linesOf(table: ForeignTable): Generator<string> {
  let lines: string[] = [];
  for (const cells of table.rows()) {
    lines.push(`${cells.map((cell) => (cell === undefined ? '' : `"${cell.replaceAll('"', '""')}"`)).join(',')}\n`);
    if (lines.length < BLOCK_LINES) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}
