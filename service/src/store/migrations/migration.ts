/** One step of the schema, forward only. Once released it is never changed: the next change is the next number. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  /** Statements for PostgreSQL 15 and later, run in one transaction. */
  readonly statements: string;
}
