/** `ulterior serve store`: backs up, restores and copies what the service keeps. */
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { UlteriorError } from '../../errors/index.ts';
import { counted } from '../../report/index.ts';
import type { CopiedTable, RowCounts, StoreLocation } from '../../store/index.ts';
import { print, warn } from '../shared/output.ts';

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
    .action(backup);
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
    .action(restore);
  group
    .command('copy')
    .description('copy a store into an empty one: from a folder to a server, or back')
    .argument('<from>', 'store to copy; a folder must not be in use')
    .argument('<to>', 'folder that does not exist yet, or an empty database')
    .addHelpText('after', `${LOCATIONS}\n\nExamples:\n  ulterior serve store copy ulterior-store env:DATABASE_URL`)
    .action(copy);
}

interface BackupFlags {
  readonly keys?: string;
  readonly keysOnly?: true;
}

async function backup(store: string, folder: string, flags: BackupFlags): Promise<void> {
  const { backupStore } = await import('../../store/index.ts');
  const made = await backupStore(locationOf(store), folder, flags);
  print(...(made.file === undefined ? [] : [`backup  ${made.file}`]), `keys    ${made.keys}`);
}

async function restore(file: string, store: string, flags: { readonly keys?: string }): Promise<void> {
  const { KEY_FILE, restoreStore } = await import('../../store/index.ts');
  const keys = flags.keys ?? join(dirname(file), KEY_FILE);
  const { rows, leftOut } = await restoreStore(file, keys, locationOf(store));
  printRows('restored', rows);
  const { interview_keys: interviews, uploads, audits } = leftOut;
  if (interviews + uploads + audits === 0) return;
  const parts = [counted(interviews, 'interview'), counted(uploads, 'upload'), counted(audits, 'audit')];
  print(`left out  ${parts.join(', ')}: erased or changed after the backup`);
  if (interviews > 0 && rows.interview_keys === 0) {
    warn('the keys open none of the interviews in the backup; check that they are the keys of this store');
  }
}

async function copy(from: string, to: string): Promise<void> {
  const { copyStore } = await import('../../store/index.ts');
  printRows('copied', await copyStore(locationOf(from), locationOf(to)));
}

const SHOWN = {
  models: 'model',
  interviews: 'interview',
  answers: 'answer',
  uploads: 'upload',
  audits: 'audit',
  api_keys: 'API key',
} as const satisfies Partial<Record<CopiedTable, string>>;

function printRows(done: string, rows: RowCounts): void {
  const parts = Object.entries(SHOWN).map(([table, noun]) => counted(rows[table as keyof typeof SHOWN], noun));
  print(`${done}  ${parts.join(', ')}`);
}

function locationOf(text: string): StoreLocation {
  const [, variable] = /^env:(\w+)$/.exec(text) ?? [];
  const url = variable === undefined ? text : (process.env[variable] ?? '');
  if (/^postgres(ql)?:\/\//.test(url)) return { url };
  if (variable === undefined) return { folder: text };
  throw new UlteriorError(
    'PARAMETER_OUT_OF_RANGE',
    `the environment variable ${variable} names no PostgreSQL server`,
    `set ${variable} to postgres://user:password@host:port/database, or name a folder`,
    { parameter: variable },
  );
}
