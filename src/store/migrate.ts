/**
 * Brings the schema to the newest version, one transaction a step, and refuses a database that is already past it.
 * Instances that start at the same moment must do this one after the other (`Database.alone`).
 */
import { UlteriorError } from '../errors/index.ts';
import type { Database, Session } from './database.ts';
import { type Migration, migrations as released } from './migrations/index.ts';

const VERSIONS = `
  create schema if not exists ulterior;
  create table ulterior.schema_versions (
    version integer constraint schema_versions_pkey primary key,
    name text not null,
    applied_at timestamptz(3) not null default now()
  )`;

export async function migrate(database: Database, migrations: readonly Migration[] = released): Promise<void> {
  // Only where it is missing: a user who may not create schemas can use one that was prepared.
  const { rows } = await database.execute("select to_regclass('ulterior.schema_versions') is null as missing");
  if (rows[0]!['missing'] === true) await database.execute(VERSIONS);
  const current = await versionOf(database);
  if (current > migrations.length) {
    throw new UlteriorError(
      'STORE_NEWER',
      `the store has schema version ${current}; this version of Ulterior knows ${migrations.length}`,
      'use the newer version of Ulterior that this store was opened with, or a backup from before',
      { found: current, known: migrations.length },
    );
  }
  for (const { version, name, statements, convert } of migrations.slice(current)) {
    await database.transaction(async (session) => {
      // However long it takes: half a step helps nobody.
      await session.execute('set local statement_timeout = 0');
      await session.execute(statements);
      await convert?.(session);
      const record = 'insert into ulterior.schema_versions (version, name) values ($1, $2)';
      await session.execute(record, [version, name]);
    });
  }
}

async function versionOf(session: Session): Promise<number> {
  const { rows } = await session.execute('select coalesce(max(version), 0) as version from ulterior.schema_versions');
  return Number(rows[0]!['version']);
}
