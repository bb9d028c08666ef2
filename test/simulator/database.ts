/**
 * One real database in memory, and the connections that simulated processes have to it. Every statement waits for its turn, and
 * may fail: the connection breaks before or after it was carried out, or the disk is full. What a process that has died was doing
 * is rolled back.
 */
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { type Database, failing, type Orm, type RawRow, type Session } from './core.ts';
import type { Schedule } from './schedule.ts';

const WHERE = 'the simulated database';
const WRITES = /\b(insert|update|delete)\b/i;
/** What takes long on a real disk and changes nothing that can be read here. */
const UPKEEP = /^(select pg_switch_wal\(\)|checkpoint)$/;

export function openDatabase(): Promise<PGlite> {
  return PGlite.create({
    serializers: { 17: (bytes: Uint8Array) => bytes as unknown as string },
    parsers: { 17: (text: string) => Buffer.from(text.slice(2), 'hex') },
  });
}

/** How likely each fault is at a statement. */
export interface Faults {
  away: number;
  lost: number;
  crash: number;
  diskFull: boolean;
}

/** The connection of one process. */
export interface Line {
  readonly database: Database;
  /** Nothing of the process reaches the database from now on. */
  cut(): Promise<void>;
}

interface LineOptions {
  readonly pglite: PGlite;
  readonly schedule: Schedule;
  readonly kind: Database['kind'];
  readonly faults: Faults;
  /** Called where a crash is drawn. */
  readonly onCrash: () => void;
}

const broken = () => Object.assign(new Error('the connection is broken'), { code: 'ECONNRESET' });
const full = () => Object.assign(new Error('no space left'), { code: '53100', severity: 'ERROR' });

export function openLine({ pglite, schedule, kind, faults, onCrash }: LineOptions): Line {
  let dead = false;
  let mine: symbol | undefined;
  const requireAlive = () => {
    if (dead) throw broken();
  };
  const statement = async <Result>(
    text: string,
    transaction: symbol | undefined,
    carryOut: () => Promise<Result>,
  ): Promise<Result> => {
    requireAlive();
    await schedule.point(transaction);
    requireAlive();
    if (schedule.chance(faults.crash)) {
      onCrash();
      throw broken();
    }
    if (schedule.chance(faults.away)) throw broken();
    if (faults.diskFull && WRITES.test(text)) throw full();
    const result = await schedule.busy(carryOut);
    requireAlive();
    // Carried out, and nobody hears of it.
    if (schedule.chance(faults.lost)) throw broken();
    return result;
  };
  const sessionIn = (transaction: symbol | undefined): Session => {
    const client = {
      query: (text: string, ...words: unknown[]) =>
        failing(WHERE, () => statement(text, transaction, () => pglite.query(text, ...(words as []))) as never),
    };
    return {
      orm: drizzle({ client: client as unknown as PGlite }) as unknown as Orm,
      execute: async (text, values = []) => {
        if (UPKEEP.test(text)) return { rows: [] };
        const work = async () =>
          values.length > 0 ? [await pglite.query<RawRow>(text, [...values])] : await pglite.exec(text);
        const results = await failing(WHERE, () => statement(text, transaction, work));
        return { rows: (results.at(-1)?.rows ?? []) as RawRow[] };
      },
    };
  };
  const inTransaction = async <Result>(work: (session: Session) => Promise<Result>): Promise<Result> => {
    const own = Symbol('transaction');
    await failing(WHERE, () =>
      statement('begin', undefined, async () => {
        await pglite.exec('begin');
        mine = own;
        schedule.transaction = own;
      }),
    ).catch(async (error) => {
      await rollBack(own);
      throw error;
    });
    try {
      const result = await work(sessionIn(own));
      await failing(WHERE, () =>
        statement('commit', own, async () => {
          await pglite.exec('commit');
          release(own);
        }),
      );
      return result;
    } catch (error) {
      await rollBack(own);
      throw error;
    }
  };
  const release = (own: symbol) => {
    if (schedule.transaction === own) schedule.transaction = undefined;
    if (mine === own) mine = undefined;
  };
  const rollBack = async (own: symbol) => {
    if (schedule.transaction !== own) return;
    await schedule.busy(() => pglite.exec('rollback'));
    release(own);
  };
  const session = sessionIn(undefined);
  return {
    database: {
      kind,
      ...session,
      transaction: inTransaction,
      ready: (_, text) => (value) => session.execute(text, [value]),
      turns: (work) => work(),
      alone: (work) => work(),
      // The files stay as they are: so every erasure is owed, and none may say that it is done.
      rewrite: async () => {},
      connections: () => undefined,
      close: async () => {},
    },
    cut: async () => {
      dead = true;
      if (mine !== undefined) await rollBack(mine);
    },
  };
}
