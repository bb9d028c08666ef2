/** Of the service and its store, what is simulated. */

export type { App } from '../../service/src/server/index.ts';
export { buildApp, createKey, defaultLimits, sweep } from '../../service/src/server/index.ts';
export { failing } from '../../service/src/store/contract/failures.ts';
export type { Database, Orm, RawRow, Session } from '../../service/src/store/databases/database.ts';
export type { Store, StoredAnswer } from '../../service/src/store/index.ts';
export { storeOver } from '../../service/src/store/opening/openStore.ts';
