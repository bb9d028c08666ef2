export { type CopiedTable, copyStore } from './copyStore.ts';
export { openStore } from './openStore.ts';
export type { StoreLocation, StoreOptions } from './options.ts';
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
  UploadRepository,
} from './store.ts';
