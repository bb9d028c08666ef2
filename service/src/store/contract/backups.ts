/** What a backup holds and what comes back: in a file of their own, because programs that use the library see these types. */

/** Owners before what they own; `heavy` rows go a few at a time. */
export const TABLES = [
  { name: 'models', listed: true },
  { name: 'model_parts', heavy: true },
  { name: 'interviews', listed: true },
  { name: 'interview_keys' },
  { name: 'answers' },
  { name: 'api_keys', listed: true },
  { name: 'idempotency_keys' },
  { name: 'uploads', listed: true },
  { name: 'upload_parts', heavy: true },
  { name: 'audits', listed: true },
  { name: 'audit_records', heavy: true },
  { name: 'checkpoints', heavy: true },
] as const satisfies readonly { name: string; listed?: true; heavy?: true }[];

/** A table of the database. */
export type CopiedTable = (typeof TABLES)[number]['name'];

/** How many rows of each table. */
export type RowCounts = Record<CopiedTable, number>;

/** Tables whose rows have an id and a key. */
export const KEYED = ['interview_keys', 'uploads', 'audits'] as const satisfies readonly CopiedTable[];
/** One of them. */
export type KeyedTable = (typeof KEYED)[number];

/** Where the keys go, and whether they alone are written. */
export interface BackupOptions {
  /** Where the keys go: `keys` in the folder of the backups if left out. */
  readonly keys?: string | undefined;
  /** Leaves the store out and replaces the keys: what was erased meanwhile can be read from no backup any more. */
  readonly keysOnly?: boolean | undefined;
}

/** Where the files of a backup are. */
export interface Backup {
  /** Absent where only the keys were written. */
  readonly file?: string;
  readonly keys: string;
  /** Of which moment it is, by the clock of the database. */
  readonly moment: string;
}

/** What came back, and what did not. */
export interface Restored {
  readonly rows: RowCounts;
  /** What was erased, or had an answer undone, between the backup and the key file. */
  readonly leftOut: Readonly<Record<KeyedTable, number>>;
}
