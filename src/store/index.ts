export { type Backup, type BackupOptions, backupStore, KEY_FILE } from './backupStore.ts';
export { copyStore } from './copyStore.ts';
export { openStore } from './openStore.ts';
export type { StoreLocation, StoreOptions } from './options.ts';
export { CURSOR_PATTERN } from './paging.ts';
export { type Restored, restoreStore } from './restore.ts';
export type {
  AuditQueue,
  AuditRepository,
  AuditState,
  ErasureRepository,
  IdempotencyRepository,
  InterviewRepository,
  KeyRepository,
  ModelRepository,
  Page,
  PageRequest,
  RememberedResponse,
  Scope,
  Scrub,
  Store,
  StoredAnswer,
  StoredAudit,
  StoredInterview,
  StoredKey,
  StoredModel,
  StoredUpload,
  StoreFigures,
  UploadRepository,
} from './store.ts';
export type { CopiedTable, RowCounts } from './storeRows.ts';
