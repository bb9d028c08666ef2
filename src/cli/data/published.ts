/** What a Croissant description beside a table says of its columns: survey.croissant.json, or croissant.json for all. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readWholeFile } from '../../runtime/index.ts';
import { publishedColumns } from '../../tables/index.ts';

/** Lines to print; none where there is no description, or this table is not in it. */
export async function publishedLines(table: string): Promise<string[]> {
  const own = `${basename(table).replace(/(\.\w+)+$/, '')}.croissant.json`;
  const places = [own, 'croissant.json'].map((name) => join(dirname(table), name));
  const place = places.find((path) => existsSync(path));
  if (place === undefined || !existsSync(table)) return [];
  const columns = publishedColumns(new TextDecoder().decode(await readWholeFile(place)), basename(table), place);
  if (columns.length === 0) return [];
  const width = Math.max(...columns.map(({ column }) => column.length));
  const lines = columns.map(({ column, type, description }) =>
    `  ${column.padEnd(width)}  ${[type, description].filter((words) => words !== '').join(': ')}`.trimEnd(),
  );
  return [`What ${basename(place)} says of the columns`, ...lines];
}
