/**
 * What the service keeps: interviews, models, uploads, audits and keys, in a folder or on a PostgreSQL server. Loaded where it
 * is first used: it needs packages of its own (PACKAGE_MISSING says which).
 */
import { loadPart } from './runtime/index.ts';
import type { CopiedTable } from './store/copyStore.ts';
import type { StoreLocation, StoreOptions } from './store/options.ts';
import type { Store } from './store/store.ts';

export type { CopiedTable } from './store/copyStore.ts';
export type { StoreLocation, StoreOptions } from './store/options.ts';
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
} from './store/store.ts';

const load = () => loadPart('store', () => import('./store/index.ts'));

/**
 * Opens a store and brings its schema up to date. One process can have a folder open at a time (STORE_LOCKED); any number
 * can share a server.
 *
 * @example
 * ```ts
 * import { openStore } from 'ulterior/store';
 *
 * const store = await openStore({ folder: 'new-store' });
 * console.log(await store.keys.count()); // 0: nobody has a key yet
 * await store.close();
 * ```
 */
export async function openStore(location: StoreLocation, options?: StoreOptions): Promise<Store> {
  return (await load()).openStore(location, options);
}

/** Copies everything of one store into another that is empty, in one transaction; how many rows of each table went over. */
export async function copyStore(from: StoreLocation, to: StoreLocation): Promise<Record<CopiedTable, number>> {
  return (await load()).copyStore(from, to);
}
