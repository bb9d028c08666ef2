export { type CopiedTable, copyStore } from './copyStore.ts';
export { openStore, type StoreLocation, type StoreOptions } from './openStore.ts';
export { CURSOR_PATTERN } from './paging.ts';
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
