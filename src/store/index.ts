export { backupStore, KEY_FILE } from './backup/backupStore.ts';
export { copyStore } from './backup/copyStore.ts';
export { restoreStore } from './backup/restore.ts';
export type { Backup, BackupOptions, CopiedTable, Restored, RowCounts } from './contract/backups.ts';
export type { StoreLocation, StoreOptions } from './contract/options.ts';
export { CURSOR_PATTERN } from './contract/paging.ts';
export type * from './contract/store.ts';
export { openStore } from './opening/openStore.ts';
