/** All steps in order; version n is the n-th. To change the schema, add a file, a line here, and its columns to schema.ts. */
import { tables } from './0001-tables.ts';
import type { Migration } from './migration.ts';

export type { Migration } from './migration.ts';
export const migrations: readonly Migration[] = [tables];
