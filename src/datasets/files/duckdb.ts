/**
 * One in-memory database per read, closed at the end. It never installs or loads an extension (what is needed is
 * linked in) and keeps to a memory limit; what does not fit spills to the folder for temporary files.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api';
import { loadPart, type OptionalPart } from '../../runtime/index.ts';
import { columnNested } from '../../tables/index.ts';

/** Enough to group 100 million ratings; the arrays they end in are outside of it. */
const MEMORY_LIMIT = '3GB';

/** Above this many rows a result is streamed: slower by the row, but never whole in memory twice. */
const MOST_MATERIALISED = 20_000_000;

/** Folders that go when the database is closed. */
const scratchFolders = new WeakMap<DuckDBConnection, string[]>();

/** A separate folder for files that the database reads, gone when it is closed. */
export function scratchFolder(connection: DuckDBConnection): string {
  const folder = mkdtempSync(join(tmpdir(), 'ulterior-'));
  scratchFolders.set(connection, [...(scratchFolders.get(connection) ?? []), folder]);
  return folder;
}

export async function withDatabase<Result>(
  action: (connection: DuckDBConnection) => Promise<Result>,
  part: OptionalPart = 'tables',
): Promise<Result> {
  const { DuckDBInstance } = await loadPart(part, () => import('@duckdb/node-api'));
  const instance = await DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    memory_limit: MEMORY_LIMIT,
    temp_directory: join(tmpdir(), `ulterior-${process.pid}`),
  });
  try {
    const connection = await instance.connect();
    try {
      return await action(connection);
    } finally {
      connection.closeSync();
      for (const folder of scratchFolders.get(connection) ?? []) rmSync(folder, { recursive: true, force: true });
    }
  } finally {
    instance.closeSync();
  }
}

/** Hands on the chunks of a query one after another, in the order of the rows, with the number of the first row. */
export async function forEachChunk(
  connection: DuckDBConnection,
  sql: string,
  expectedRows: number,
  visit: (chunk: DuckDBDataChunk, firstRow: number) => void,
): Promise<void> {
  let rows = 0;
  const hand = (chunk: DuckDBDataChunk) => {
    visit(chunk, rows);
    rows += chunk.rowCount;
  };
  if (expectedRows > MOST_MATERIALISED) {
    for await (const chunk of await connection.stream(sql)) hand(chunk);
    return;
  }
  // By number: fetching chunk after chunk waits for a thread each time, which takes as long as the query.
  const result = await connection.run(sql);
  for (let n = 0; n < result.chunkCount; n++) hand(result.getChunk(n));
}

/**
 * The array behind a column of numbers, valid while the chunk is. The package declares it private and offers values one
 * by one instead, as JavaScript objects: ten times slower. A test reads numbers back, should a new version change it.
 */
export function numbersOf<Numbers extends Uint32Array | Float32Array | Float64Array>(
  chunk: DuckDBDataChunk,
  column: number,
): Numbers {
  return (chunk.getColumnVector(column) as unknown as { readonly items: Numbers }).items;
}

export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Refuses lists and records, by how the database writes their types: INTEGER[], STRUCT(a INTEGER), MAP(VARCHAR, INTEGER). */
export function requireFlat(path: string, name: string, type: string): void {
  const kind = /\]$/.test(type) ? 'lists' : /^(STRUCT|MAP|UNION)\(/.test(type) ? 'records' : undefined;
  if (kind !== undefined) throw columnNested(path, name, kind, type);
}
