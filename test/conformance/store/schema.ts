/** Migrations: from every earlier version to the same tables, which are those that queries see. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../service/src/store/databases/database.ts';
import { migrations } from '../../../service/src/store/migrations/index.ts';
import { migrate } from '../../../service/src/store/migrations/migrate.ts';
import * as schema from '../../../service/src/store/tables/schema.ts';
import { asyncFailure } from '../../support/failure.ts';
import type { OpenedStore, StoreOpener } from '../../support/storeHarness.ts';

/** As the database itself writes them. */
const COLUMNS = `
    select format('%s.%s %s%s default %s', relname, attname, format_type(atttypid, atttypmod),
             case when attnotnull then ' not null' else '' end, pg_get_expr(adbin, adrelid)) as line
    from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'ulterior'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`;
const CONSTRAINTS_AND_INDEXES = `
    select format('%s %s: %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid))
    from pg_constraint where connamespace = 'ulterior'::regnamespace and contype in ('p', 'u', 'f', 'c')
    union all
    select pg_get_indexdef(indexrelid) from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'ulterior'::regnamespace`;

async function described(database: Database, what = `${COLUMNS} union all ${CONSTRAINTS_AND_INDEXES}`) {
  const { rows } = await database.execute(`${what} order by 1`);
  return rows.map(({ line }) => String(line));
}

const dropTables = (database: Database) => database.execute('drop schema if exists ulterior cascade');

export function schemaConformance(open: StoreOpener): void {
  describe('schema', () => {
    let opened: OpenedStore;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.store.close());

    it('has the columns that queries see', async () => {
      // It is slow to load, and needed once.
      const { generateDrizzleJson, generateMigration } = await import('drizzle-kit/api');
      const { database } = opened;
      const ofQueries = async () =>
        (await described(database, COLUMNS)).filter((line) => !/^schema_versions/.test(line));
      const migrated = await ofQueries();
      const statements = await generateMigration(generateDrizzleJson({}), generateDrizzleJson({ ...schema }));
      await dropTables(database);
      await database.execute(['create schema ulterior', ...statements].join(';\n'));
      expect(migrated).toEqual(await ofQueries());
      expect(migrated.length).toBeGreaterThan(60);
    });

    it('lets the database keep no statistics of what is about people: they would outlive it', async () => {
      const { database } = opened;
      await dropTables(database);
      await migrate(database);
      const { rows } = await database.execute(`
        select distinct relname from pg_class join pg_attribute on attrelid = pg_class.oid
        where relnamespace = 'ulterior'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
          and attstattarget is distinct from 0 order by 1`);
      const described = rows.map(({ relname }) => relname);
      expect(described).toEqual(['api_keys', 'model_parts', 'models', 'schema_versions']);
    });

    it('is the same from whichever version it starts, and keeps what is there', async () => {
      const { database } = opened;
      await dropTables(database);
      await migrate(database);
      const newest = await described(database);
      for (let from = 0; from <= migrations.length; from++) {
        await dropTables(database);
        await migrate(database, migrations.slice(0, from));
        if (from > 0) await database.execute("insert into ulterior.api_keys values ('k', 1, now(), 'n', 'audit', 'h')");
        await migrate(database);
        await migrate(database);
        expect(await described(database)).toEqual(newest);
        const { rows } = await database.execute('select version, name from ulterior.schema_versions order by 1');
        expect(rows).toEqual(migrations.map(({ version, name }) => ({ version, name })));
        const kept = await database.execute('select id from ulterior.api_keys');
        expect(kept.rows.length).toBe(from > 0 ? 1 : 0);
      }
    });

    it('stays as it was where a step fails, and goes on from there', async () => {
      const { database } = opened;
      await dropTables(database);
      await migrate(database);
      const before = await described(database);
      const statements = 'create table ulterior.half (n integer); alter table ulterior.nowhere add column x integer';
      const broken = { version: migrations.length + 1, name: 'broken', statements };
      await expect(migrate(database, [...migrations, broken])).rejects.toThrow(/SQLSTATE 42P01/);
      expect(await described(database)).toEqual(before);
      await migrate(database);
    });

    it('is refused where a newer version made it', async () => {
      const { database } = opened;
      await migrate(database);
      const next = { version: migrations.length + 1, name: 'of tomorrow', statements: 'select 1' };
      await migrate(database, [...migrations, next]);
      const known = migrations.length;
      expect(await asyncFailure(() => migrate(database))).toMatch(
        new RegExp(
          `^STORE_NEWER: the store has schema version ${known + 1}; this version of Ulterior knows ${known} -> `,
        ),
      );
    });
  });

  it('numbers its steps', () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, n) => n + 1));
  });
}
