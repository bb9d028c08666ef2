/**
 * PostgreSQL inside this process (PGlite), its files in a folder. It is one connection: statements queue up, a transaction
 * keeps the others waiting. Nothing runs by itself in it, so what a server does in the background (checkpoints, removing
 * dead rows) is done here.
 */
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { failing, unavailable } from '../contract/failures.ts';
import { inTurn } from './batchCalls.ts';
import type { Database, Orm, RawRow, Session } from './database.ts';
import { DurableFiles } from './durableFiles.ts';
import { lockFolder } from './folderLock.ts';
import { removeOrphans } from './orphanFiles.ts';
import { createFiles, folderOfStore } from './storeFolder.ts';

const MINUTE = 60_000;
/** More log than this since the last checkpoint calls for one. */
const LOG_BYTES = 16 * 2 ** 20;

/**
 * Flushes are asked for (no "-F"), by the call that is carried out; old log files are deleted, not written over. The memory of
 * the database is that of this process, so its buffers are small: what it reads again comes from the system's cache of files.
 */
const START = [
  ...PGlite.defaultStartParams.filter((word) => word !== '-F'),
  ...['-c', 'wal_sync_method=fsync', '-c', 'wal_recycle=off', '-c', 'max_wal_size=64MB', '-c', 'min_wal_size=2MB'],
  ...['-c', 'shared_buffers=16MB', '-c', 'maintenance_work_mem=16MB'],
];

export async function openEmbedded(path: string, onProblem: (problem: unknown) => void): Promise<Database> {
  const folder = await folderOfStore(path);
  const lock = await lockFolder(folder);
  try {
    const where = `the store in "${folder}"`;
    const files = join(folder, 'database');
    if (!(await readdir(folder)).includes('database')) await createFiles(folder, files, where);
    const pglite = await start(files, where);
    await removeOrphans(pglite, files);
    const database = databaseOver(pglite, where);
    const timer = setInterval(upkeep(database, onProblem), MINUTE).unref();
    return {
      ...database,
      close: async () => {
        clearInterval(timer);
        try {
          await pglite.close();
        } finally {
          await lock.release();
        }
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function start(files: string, where: string): Promise<PGlite> {
  try {
    // PGlite would fill an empty folder with an empty database.
    await access(join(files, 'PG_VERSION'));
    return await PGlite.create({
      fs: new DurableFiles(files),
      startParams: START,
      relaxedDurability: false,
      // Bytes go in as they are; the way PGlite writes them out takes half a second a megabyte.
      serializers: { 17: (bytes: Uint8Array) => bytes as unknown as string },
      parsers: { 17: (text: string) => Buffer.from(text.slice(2), 'hex') },
    });
  } catch (error) {
    const reason = `its files are damaged or of another version (${(error as Error).message})`;
    throw unavailable(where, reason, 'restore the folder from a backup');
  }
}

function databaseOver(pglite: PGlite, where: string): Omit<Database, 'close'> {
  return {
    kind: 'embedded',
    ...sessionOver(pglite, where),
    transaction: async (work) => {
      // What `work` throws is its own affair; only what beginning and committing throw is the driver's.
      const outcome = await failing(where, () =>
        pglite.transaction(async (inner) => {
          try {
            return { result: await work(sessionOver(inner, where)) };
          } catch (error) {
            await inner.rollback();
            return { error };
          }
        }),
      );
      if ('error' in outcome) throw outcome.error;
      return outcome.result;
    },
    ready: (name, text) => readyOver(pglite, where, name, text),
    // There is one connection: a group that waited for it would miss whoever comes meanwhile.
    turns: inTurn(),
    connections: () => undefined,
    // The folder is locked.
    alone: (work) => work(),
    rewrite: async (relation) => {
      await failing(where, () => pglite.query(`vacuum full ${relation}`));
    },
  };
}

function sessionOver(client: Pick<PGlite, 'query' | 'exec'>, where: string): Session {
  const query: PGlite['query'] = (...words) => failing(where, () => client.query(...words));
  return {
    orm: drizzle({ client: { query } as unknown as PGlite }) as unknown as Orm,
    execute: async (text, values = []) => {
      if (values.length > 0) return query<RawRow>(text, [...values]);
      const results = await failing(where, () => client.exec(text));
      return { rows: (results.at(-1)?.rows ?? []) as RawRow[] };
    },
  };
}

/** There is one connection, and it lasts as long as the database is open. */
function readyOver(pglite: PGlite, where: string, name: string, text: string): ReturnType<Database['ready']> {
  let prepared: Promise<unknown> | undefined;
  const prepare = () => failing(where, () => pglite.exec(`prepare ${name} as ${text}`));
  return async (value) => {
    prepared ??= prepare();
    try {
      await prepared;
    } catch (error) {
      prepared = undefined;
      throw error;
    }
    // The value is part of the text, because a statement that executes another has no values of its own.
    const quoted = `'${value.replaceAll("'", "''")}'`;
    const [result] = await failing(where, () => pglite.exec(`execute ${name}(${quoted})`));
    return { rows: (result?.rows ?? []) as RawRow[] };
  };
}

/** What a server does in the background, once a minute. */
function upkeep(database: Session, onProblem: (problem: unknown) => void): () => void {
  let minutes = 0;
  const tend = async () => {
    if (minutes++ % 60 === 0) await database.execute('vacuum analyze');
    const { rows } = await database.execute(
      'select pg_current_wal_lsn() - redo_lsn > $1 as due from pg_control_checkpoint()',
      [LOG_BYTES],
    );
    if (rows[0]?.['due'] === true) await database.execute('checkpoint');
  };
  return () => {
    tend().catch(onProblem);
  };
}
