/** Data files on a disk: tables are found relative to the file, and must be those that it describes. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { UlteriorError } from '../../errors/index.ts';
import { readWholeFile } from '../../runtime/index.ts';
import {
  type DataFile,
  formatDataFile,
  parseDataFile,
  type Reading,
  requireSameTable,
  type TableMark,
} from '../../tables/index.ts';
import { sourceFromText } from './datasetSource.ts';

/** Data in one word, and how to read them. */
export interface DescribedData {
  /** Nothing where there are people and no ratings. */
  readonly data?: string | undefined;
  readonly reading: Reading;
}

/** `changed`: whether tables may have other bytes than were described, which only describing them again allows. */
export async function openDataFile(path: string, changed: 'refused' | 'allowed'): Promise<DescribedData> {
  const { tables = {}, ...described } = parseDataFile(new TextDecoder().decode(await readWholeFile(path)), path);
  const fromHere = (place: string) => (isAbsolute(place) ? place : join(dirname(path), place));
  const { data, ...reading } = relocated(described, fromHere);
  for (const [name, table] of Object.entries(namedTables({ data, ...reading }))) await requireThere(path, name, table);
  if (changed === 'refused') {
    for (const [name, mark] of Object.entries(tables)) {
      const table = fromHere(name);
      await requireThere(path, 'tables', table);
      requireSameTable(path, table, mark, await markOf(table, mark));
    }
  }
  return { data, reading };
}

async function requireThere(dataFile: string, key: string, table: string): Promise<void> {
  const there = await stat(table).catch(() => undefined);
  if (there !== undefined) return;
  throw new UlteriorError(
    'FILE_NOT_READABLE',
    `"${table}" is not there, and "${dataFile}" names it (${key})`,
    `put it there, or correct ${key}: paths in a data file are relative to the file`,
    { path: table, dataFile },
  );
}

/** The text of a data file that is to be at `path`. A folder has no bytes of which a mark could be kept. */
export async function dataFileText(path: string, { data, reading }: DescribedData): Promise<string> {
  const folder = dirname(resolve(path));
  const fromHere = (place: string) => relative(folder, resolve(place)).split(sep).join('/');
  const marks: Record<string, TableMark> = {};
  for (const table of Object.values(namedTables({ data, ...reading }))) {
    if ((await stat(table)).isFile()) marks[fromHere(table)] = await markOf(table);
  }
  return formatDataFile({ ...relocated({ data, ...reading }, fromHere), tables: marks });
}

/** The tables that are read, by their keys. Worlds have none, and known data sets have their own. */
function namedTables({ data, usersTable, itemsTable, itemColumns }: DataFile): Record<string, string> {
  const own = itemColumns !== undefined || (data !== undefined && sourceFromText(data).kind === 'long');
  const named = Object.entries({ data: own ? data : undefined, usersTable, itemsTable });
  return Object.fromEntries(named.flatMap(([key, path]) => (path === undefined ? [] : [[key, path]])));
}

function relocated<File extends DataFile>(file: File, place: (path: string) => string): File {
  const moved = (path: string | undefined) => (path === undefined ? undefined : place(path));
  const { usersTable, itemsTable } = file;
  return { ...file, data: movedData(file, place), usersTable: moved(usersTable), itemsTable: moved(itemsTable) };
}

/** Data in one word may have a path within it, or none. */
function movedData({ data, itemColumns }: DataFile, place: (path: string) => string): string | undefined {
  if (data === undefined) return undefined;
  const source = itemColumns === undefined ? sourceFromText(data) : undefined;
  if (source?.kind === 'world') return data;
  return source?.kind === 'known' ? `${source.name}:${place(source.folder)}` : place(data);
}

/** Another size says enough: the rest is then not read. */
async function markOf(path: string, expected?: TableMark): Promise<TableMark> {
  const bytes = (await stat(path)).size;
  if (expected !== undefined && expected.bytes !== bytes) return { bytes, sha256: '' };
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array);
  return { bytes, sha256: hash.digest('hex') };
}
