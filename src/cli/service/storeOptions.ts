/** Which database: a folder, or the PostgreSQL server that the environment names. */
import type { Command } from 'commander';

export const STORE_HELP = `
Everything is kept in one folder (--store, default "ulterior-store"), which one process can open at a time. If the environment
variable DATABASE_URL names a PostgreSQL server (postgres://user:password@host:port/database), everything is kept there
instead, and any number of processes can share it.`;

export function addStoreOption(command: Command): Command {
  return command.option('--store <folder>', 'folder of the database (default: DATABASE_URL, else ulterior-store)');
}
