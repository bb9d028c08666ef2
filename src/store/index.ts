export { type CopiedTable, copyStore } from './copyStore.ts';
export { openStore, type StoreLocation, type StoreOptions } from './openStore.ts';
export type {
  AuditQueue,
  AuditRepository,
  AuditState,
  IdempotencyRepository,
  InterviewRepository,
  KeyRepository,
  ModelRepository,
  Page,
  PageRequest,
  RememberedResponse,
  Scope,
  Store,
  StoredAnswer,
  StoredAudit,
  StoredInterview,
  StoredKey,
  StoredModel,
  StoredUpload,
  UploadRepository,
} from './store.ts';
