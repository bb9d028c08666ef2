/** The first rows of a table, as text: enough to see what its columns mean. */

import { UlteriorError } from '../../errors/index.ts';
import type { SampleRow } from '../../tables/index.ts';
import { withDatabase } from './duckdb.ts';
import { fileEmpty } from './fileHead.ts';
import type { FileOptions } from './fileOptions.ts';
import { translateFailure } from './readFailures.ts';
import { openTableFile, type TableFile } from './tableFile.ts';

/** The first rows of a table. */
interface TablePreview {
  readonly names: readonly string[];
  readonly rows: readonly SampleRow[];
}

/** The first rows of a file, as text: enough for `guessColumns`. */
export async function previewTable(path: string, options: FileOptions = {}, most = 200): Promise<TablePreview> {
  return withDatabase(async (connection) => {
    const file = await openTableFile(connection, path, options);
    const { names, relation, encoding } = file;
    try {
      const cells = names.map((name) => textOrNothing(file, name)).join(', ');
      const read = await connection.runAndReadAll(`select ${cells} from ${relation} limit ${most}`);
      const rows = read.getRows().map((row) => row.map((cell) => (cell === null ? undefined : String(cell))));
      if (rows.length === 0) throw fileEmpty(path);
      return { names, rows };
    } catch (cause) {
      throw translateFailure(cause, path, encoding);
    }
  });
}

/** A column of lists or structs has no text; it is refused where somebody wants to use it. */
function textOrNothing(file: TableFile, name: string): string {
  try {
    return file.textOf(name);
  } catch (error) {
    if (error instanceof UlteriorError && error.code === 'COLUMN_NESTED') return 'null';
    throw error;
  }
}
