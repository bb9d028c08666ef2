/** `ulterior serve store`: backs up, restores and copies what the service keeps. */
import { dirname, join } from 'node:path';
import { counted, print, UlteriorError, warn } from 'ulterior/service-parts';
import {
  backupStore,
  type CopiedTable,
  copyStore,
  KEY_FILE,
  type RowCounts,
  restoreStore,
  type StoreLocation,
} from '../store/index.ts';

export async function backup(
  store: string,
  folder: string,
  flags: { readonly keys?: string; readonly keysOnly?: true },
): Promise<void> {
  const made = await backupStore(locationOf(store), folder, flags);
  print(...(made.file === undefined ? [] : [`backup  ${made.file}`]), `keys    ${made.keys}`);
}

export async function restore(file: string, store: string, flags: { readonly keys?: string }): Promise<void> {
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

export async function copy(from: string, to: string): Promise<void> {
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
