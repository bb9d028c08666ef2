/** Where a store is and how it is opened: in a file of their own, because programs that use the library see these types. */

/** A folder of our own, or a PostgreSQL server: postgres://user:password@host:port/database. */
export type StoreLocation = { readonly folder: string } | { readonly url: string };

/** How a store is opened. */
export interface StoreOptions {
  /** Connections to a server, at most. */
  readonly connections?: number;
  /** How long a server may take to accept a connection, in seconds. */
  readonly connectSeconds?: number;
  /** How often a worker looks for audits, in seconds; those added through the same store it hears of at once. */
  readonly pollSeconds?: number;
  /** Seconds that go by, whatever the time of day does: for tests. */
  readonly steadyClock?: () => number;
  /** Hears of what goes wrong in the background. */
  readonly onProblem?: (problem: unknown) => void;
}
