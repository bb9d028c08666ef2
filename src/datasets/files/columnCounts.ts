/** What stands in a few columns of a whole table: the first rows do not show the oldest person. */
import { withDatabase } from './duckdb.ts';
import type { FileOptions } from './fileOptions.ts';
import { translateFailure } from './readFailures.ts';
import { openTableFile } from './tableFile.ts';

/** A cell, and how many rows hold it. */
export interface CellCount {
  readonly text: string;
  readonly rows: number;
}

/** More different cells are ids or free text, and nobody wants to see them. */
const MOST = 10_000;

/** By column, the most frequent cells first; empty ones are not counted. */
export function columnCounts(
  path: string,
  columns: readonly string[],
  options: FileOptions = {},
): Promise<ReadonlyMap<string, readonly CellCount[]>> {
  return withDatabase(async (connection) => {
    const file = await openTableFile(connection, path, options);
    const found = new Map<string, readonly CellCount[]>();
    try {
      for (const column of columns) {
        const read = await connection.runAndReadAll(
          `select cell, count(*) as rows from (select trim(${file.textOf(column)}) as cell from ${file.relation}) where cell <> '' group by cell order by rows desc, cell limit ${MOST}`,
        );
        const counts = read.getRows().map(([cell, rows]) => ({ text: String(cell), rows: Number(rows) }));
        found.set(column, counts);
      }
    } catch (cause) {
      throw translateFailure(cause, path, file.encoding);
    }
    return found;
  });
}
