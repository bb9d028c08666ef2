/**
 * Brings the schema to the newest version, one transaction a step, and refuses a database that is already past it.
 * Instances that start at the same moment must do this one after the other (`Database.alone`).
 */
import { UlteriorError } from 'ulterior/service-parts';
import { unavailable } from '../contract/failures.ts';
import type { Database, Session } from '../databases/database.ts';
import { type Migration, migrations as released } from './index.ts';

const VERSIONS = `
  create schema if not exists ulterior;
  create table ulterior.schema_versions (
    version integer constraint schema_versions_pkey primary key,
    name text not null,
    applied_at timestamptz(3) not null default now()
  )`;

export async function migrate(database: Database, migrations: readonly Migration[] = released): Promise<void> {
  // Only where it is missing: a user who may not create schemas can use one that was prepared.
  if (!(await isPrepared(database))) await database.execute(VERSIONS);
  const current = await versionOf(database);
  if (current > migrations.length) throw newerStore(current, migrations.length);
  for (const { version, name, statements } of migrations.slice(current)) {
    await database.transaction(async (session) => {
      // However long it takes: half a step helps nobody.
      await session.execute('set local statement_timeout = 0');
      await session.execute(statements);
      const record = 'insert into ulterior.schema_versions (version, name) values ($1, $2)';
      await session.execute(record, [version, name]);
    });
  }
}

/** 0 of a database that was never used as a store. */
async function versionOf(session: Session): Promise<number> {
  if (!(await isPrepared(session))) return 0;
  const { rows } = await session.execute('select coalesce(max(version), 0) as version from ulterior.schema_versions');
  return Number(rows[0]!['version']);
}

async function isPrepared(session: Session): Promise<boolean> {
  const { rows } = await session.execute("select to_regclass('ulterior.schema_versions') is not null as present");
  return rows[0]!['present'] === true;
}

/** The version of a store that is as new as this program, which any other is not read from: it would have to be changed. */
export async function requireCurrent(session: Session): Promise<number> {
  const [version, known] = [await versionOf(session), released.length];
  if (version > known) throw newerStore(version, known);
  if (version === known) return version;
  throw unavailable(
    'the store',
    version === 0
      ? 'nothing was ever kept in it'
      : `its tables have version ${version}, and this program reads ${known}`,
    'name the store that the service uses, and use the version of Ulterior that the service runs with',
  );
}

function newerStore(found: number, known: number): UlteriorError {
  return new UlteriorError(
    'STORE_NEWER',
    `the store has schema version ${found}; this version of Ulterior knows ${known}`,
    'use the newer version of Ulterior that it was made with, or a backup from before',
    { found, known },
  );
}
