/**
 * A PostgreSQL server, through a pool of connections. It may go away and come back: what runs meanwhile fails with
 * STORE_UNAVAILABLE, and later calls open new connections.
 */
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { driverFailure, failing, unavailable } from '../contract/failures.ts';
import type { Database, Orm, RawRow, Session } from './database.ts';

const SECOND = 1000;
const OLDEST_VERSION = 15;
/** What instances lock while they prepare the database. Any number that nobody else uses: "ulte" in ASCII. */
const LOCK = 0x756c7465;

/**
 * For each connection: dates come in one form, and a commit is answered when it is on the disk. A stricter setting of the
 * server (replicas too) stays.
 */
const PREPARE = `
  set datestyle = 'ISO';
  set timezone = 'UTC';
  select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`;

interface ServerOptions {
  readonly url: string;
  readonly connections: number;
  readonly connectSeconds: number;
  readonly onProblem: (problem: unknown) => void;
}

export async function openServer(options: ServerOptions): Promise<Database> {
  const { onProblem } = options;
  const { pool, where, connection } = createPool(options);
  // A connection that breaks while nobody uses it says so by an event, which ends the process if nobody listens.
  const report = (error: unknown) => onProblem(driverFailure(where, error));
  pool.on('error', report);
  pool.on('connect', (client) => client.on('error', report));
  /** However few the pool has; locks and settings end with it. */
  const onOwnConnection = async <Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> => {
    const client = new pg.Client(connection);
    client.on('error', report);
    try {
      await failing(where, () => client.connect());
      return await work(client);
    } finally {
      await client.end();
    }
  };
  try {
    const session = sessionOver(pool, where);
    await checkVersion(session, where);
    return {
      kind: 'server',
      ...session,
      transaction: (work) => inTransaction(pool, where, work),
      ready: (name, text) => (value) => failing(where, () => pool.query<RawRow>({ name, text, values: [value] })),
      turns: (work) => work(),
      alone: (work) =>
        onOwnConnection(async (client) => {
          await failing(where, () => client.query(`select pg_advisory_lock(${LOCK})`));
          return work();
        }),
      rewrite: (relation) =>
        onOwnConnection(async (client) => {
          // Whoever asks for the table meanwhile waits behind this.
          await failing(where, () => client.query("set lock_timeout = '1s'"));
          await failing(where, () => client.query(`vacuum full ${relation}`));
        }),
      connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
      close: () => pool.end(),
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

interface ServerPool {
  readonly pool: pg.Pool;
  readonly connection: pg.ClientConfig;
  /** How messages name the server: without user and password. */
  readonly where: string;
}

function createPool({ url, connections, connectSeconds }: ServerOptions): ServerPool {
  try {
    const connection = {
      connectionString: url,
      application_name: 'ulterior',
      connectionTimeoutMillis: connectSeconds * SECOND,
      keepAlive: true,
    };
    const { host, port, database } = new pg.Client(connection);
    const pool = new pg.Pool({
      ...connection,
      max: connections,
      // Longer than any statement here takes; a connection that has died silently is noticed by it.
      statement_timeout: 60 * SECOND,
      query_timeout: 70 * SECOND,
      idle_in_transaction_session_timeout: 60 * SECOND,
      onConnect: async (client) => {
        await client.query(PREPARE);
      },
    });
    return { pool, connection, where: `the PostgreSQL server ${host}:${port}/${database}` };
  } catch {
    // The error of the parser holds the address, and so the password.
    throw unavailable(
      'the PostgreSQL server',
      'its address cannot be read',
      'write postgres://user:password@host/database',
    );
  }
}

async function checkVersion(session: Session, where: string): Promise<void> {
  const { rows } = await session.execute("select current_setting('server_version_num')::int / 10000 as version");
  const version = Number(rows[0]!['version']);
  if (version >= OLDEST_VERSION) return;
  throw unavailable(where, `it is version ${version}`, `use PostgreSQL ${OLDEST_VERSION} or later`);
}

async function inTransaction<Result>(
  pool: pg.Pool,
  where: string,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const client = await failing(where, () => pool.connect());
  let broken: unknown;
  try {
    const session = sessionOver(client, where);
    await session.execute('begin');
    const result = await work(session);
    await session.execute('commit');
    return result;
  } catch (error) {
    // A connection that cannot even roll back is thrown away; the server rolls back for it.
    await client.query('rollback').catch((second: unknown) => {
      broken = second;
    });
    throw error;
  } finally {
    client.release(broken !== undefined);
  }
}

function sessionOver(client: pg.Pool | pg.PoolClient, where: string): Session {
  const query = (config: pg.QueryConfig, values?: unknown[]) => failing(where, () => client.query(config, values));
  return {
    orm: drizzle({ client: { query } as unknown as pg.Pool }) as unknown as Orm,
    execute: async (text, values = []) => {
      // Several statements give several results.
      const result: pg.QueryResult | pg.QueryResult[] = await query(
        { text },
        values.length > 0 ? [...values] : undefined,
      );
      return { rows: (Array.isArray(result) ? result.at(-1) : result)?.rows ?? [] };
    },
  };
}
