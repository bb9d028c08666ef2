/** People from a file of ratings that repeats their attributes in every row: one row per person. */

import type { DuckDBConnection } from '@duckdb/node-api';
import { createTable, type MissingValues, PeopleInRatings, type Table } from '../../tables/index.ts';
import { translateFailure } from './readFailures.ts';
import type { TableFile } from './tableFile.ts';

/** The database hands over each combination once, with its first row: as many as there are people, not ratings. */
export async function readPeopleInRatings(
  connection: DuckDBConnection,
  file: TableFile,
  user: string,
  attributes: readonly string[],
  missing: MissingValues,
): Promise<Table> {
  try {
    const wanted = [user, ...attributes].map((name, n) => `${file.textOf(name)} as t${n}`);
    const rows = `select row_number() over () - 1 as place, ${wanted.join(', ')} from ${file.relation}`;
    const texts = wanted.map((_, n) => `t${n}`).join(', ');
    const found = await connection.runAndReadAll(
      `select min(place)::double as first, ${texts} from (${rows}) group by ${texts} order by first`,
    );
    const people = new PeopleInRatings(user, attributes, missing);
    for (const [row, id, ...cells] of found.getRows()) people.add(textOf(id), cells.map(textOf), Number(row));
    return { ...people.finish(file.path, createTable(file.path, [], file.lineNumber).lineOf), labels: file.labels };
  } catch (cause) {
    throw translateFailure(cause, file.path, file.encoding);
  }
}

function textOf(value: unknown): string | undefined {
  return value === null || value === undefined ? undefined : String(value);
}
