export type { Backup, BackupOptions, CopiedTable, Restored, RowCounts } from './contract/backups.ts';
export type { StoreLocation, StoreOptions } from './contract/options.ts';
export { CURSOR_PATTERN } from './contract/paging.ts';
export type * from './contract/store.ts';
export { socketPath } from './databases/socketPath.ts';
export { backupStore, KEY_FILE } from './opening/backupStore.ts';
export { copyStore } from './opening/copyStore.ts';
export { openStore } from './opening/openStore.ts';
export { restoreStore } from './opening/restore.ts';
