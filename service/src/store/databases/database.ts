/** What the repositories need of a database. Two files provide it: `embedded.ts` and `server.ts`. */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Connections } from '../contract/store.ts';
import type { Turns } from './batchCalls.ts';

/** The query builder. Its results are rows of the schema, the same from both databases. */
export type Orm = PgDatabase<PgQueryResultHKT, Record<string, never>>;

export type RawRow = Readonly<Record<string, unknown>>;

/** Where statements run: in the database, each on its own, or in one transaction. */
export interface Session {
  readonly orm: Orm;
  /** Statements as text, several of them only without values; the rows of the last. */
  execute(text: string, values?: readonly unknown[]): Promise<{ rows: RawRow[] }>;
}

export interface Database extends Session {
  readonly kind: 'embedded' | 'server';
  /** All of it or, where `work` throws, nothing. */
  transaction<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  /**
   * A statement of one value, given as text, that a connection reads and plans once: for those that nearly every request
   * needs. The name is the database's, too, so it is used for one statement only.
   */
  ready(name: string, text: string): (value: string) => Promise<{ rows: RawRow[] }>;
  /** When groups of calls run (batchCalls.ts). */
  readonly turns: Turns;
  /** Runs it while no other instance runs such work on the same database; they wait for each other. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Writes a table anew, without its dead rows. Where others use it for long, or the user may not, it stays as it is. */
  rewrite(relation: string): Promise<void>;
  /** Of the pool; undefined where there is none. */
  connections(): Connections | undefined;
  close(): Promise<void>;
}
