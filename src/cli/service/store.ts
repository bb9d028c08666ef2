/** `ulterior serve store`: backs up, restores and copies what the service keeps. */
import type { Command } from 'commander';
import { type ServiceCommands, serviceCommands } from './serviceCommands.ts';

const LOCATIONS = `
A store is a folder, or a PostgreSQL server. Write env:DATABASE_URL for the server that the environment variable DATABASE_URL
names, so that no password stands in the list of processes; postgres://host/database works, too.`;

export function addStore(serve: Command): void {
  const group = serve
    .command('store')
    .description('back up, restore and copy what the service keeps')
    .addHelpText('after', LOCATIONS);
  group
    .command('backup')
    .description('write a backup of one moment into a folder; the service may go on running')
    .argument('<store>', 'the store')
    .argument('<folder>', 'folder of the backups; made if it is missing')
    .option('--keys <file>', 'where the keys go (default: "keys" in the folder of the backups)')
    .option('--keys-only', 'replace only the keys, so that what was erased can be read from no backup any more')
    .addHelpText(
      'after',
      `${LOCATIONS}

A backup is sealed: without the keys it shows no answer. Each backup replaces the file of keys, so that what was erased in the
meantime can be read from no older backup either. Keep one file of keys, and keep it safe: without it a backup is worthless.

Examples:
  ulterior serve store backup ulterior-store backups
  ulterior serve store backup env:DATABASE_URL /mnt/backups --keys /mnt/keys/ulterior.keys`,
    )
    .action(async (...[store, folder, flags]: Parameters<ServiceCommands['backup']>) =>
      (await serviceCommands()).backup(store, folder, flags),
    );
  group
    .command('restore')
    .description('restore a backup into an empty store, without what was erased after it')
    .argument('<backup>', 'file of the backup')
    .argument('<store>', 'folder that does not exist yet, or an empty database')
    .option('--keys <file>', 'file of the keys (default: "keys" beside the backup)')
    .addHelpText(
      'after',
      `${LOCATIONS}\n\nExamples:\n  ulterior serve store restore backups/2026-03-01T04-00-00.000000Z.backup new-store`,
    )
    .action(async (...[file, store, flags]: Parameters<ServiceCommands['restore']>) =>
      (await serviceCommands()).restore(file, store, flags),
    );
  group
    .command('copy')
    .description('copy a store into an empty one: from a folder to a server, or back')
    .argument('<from>', 'store to copy; a folder must not be in use')
    .argument('<to>', 'folder that does not exist yet, or an empty database')
    .addHelpText('after', `${LOCATIONS}\n\nExamples:\n  ulterior serve store copy ulterior-store env:DATABASE_URL`)
    .action(async (from: string, to: string) => (await serviceCommands()).copy(from, to));
}
