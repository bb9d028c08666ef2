/**
 * A process that is killed while PostgreSQL writes a table anew leaves the half-written file behind. No table owns it, so
 * nothing would ever remove it, and it may hold keys or answers that are erased later. Nobody else has the folder open: what
 * belongs to no table is deleted when it is opened.
 */
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';

/** The files of a table: its number, which fork of it, which gigabyte. Temporary tables have a number before theirs. */
const TABLE_FILE = /^(?:t\d+_)?(\d+)(?:_(?:fsm|vm|init))?(?:\.\d+)?$/;

export async function removeOrphans(pglite: Pick<PGlite, 'query'>, files: string): Promise<void> {
  const { rows } = await pglite.query<{ path: string }>(
    `select pg_relation_filepath(oid) as path from pg_class
     where pg_relation_filepath(oid) is not null and not relisshared`,
  );
  // What was too large to be sorted in memory.
  await rm(join(files, 'base', 'pgsql_tmp'), { recursive: true, force: true });
  const owned = new Set(rows.map(({ path }) => path));
  // All of them are in the folder of this database.
  const folder = dirname(rows[0]!.path);
  for (const name of await readdir(join(files, folder))) {
    const number = TABLE_FILE.exec(name)?.[1];
    if (number !== undefined && !owned.has(`${folder}/${number}`)) await rm(join(files, folder, name), { force: true });
  }
}
