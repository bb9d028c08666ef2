/** Opens a store: connects, brings the schema up to date, and puts the repositories together. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { requireWithin, UlteriorError } from 'ulterior/service-parts';
import { offerBackups } from '../backup/backupSocket.ts';
import { unavailable, unwrapped } from '../contract/failures.ts';
import type { StoreLocation, StoreOptions } from '../contract/options.ts';
import type { Store } from '../contract/store.ts';
import type { Database } from '../databases/database.ts';
import { openEmbedded } from '../databases/embedded.ts';
import { openServer } from '../databases/server.ts';
import { migrate } from '../migrations/migrate.ts';
import { auditRepository } from '../tables/audits.ts';
import { type Erasures, erasureRepository } from '../tables/erasures.ts';
import { readFigures } from '../tables/figures.ts';
import { idempotencyRepository, probeWrites } from '../tables/idempotency.ts';
import { interviewRepository } from '../tables/interviews.ts';
import { keyRepository } from '../tables/keys.ts';
import { modelRepository } from '../tables/models.ts';
import { openQueue, type WokenQueue } from '../tables/queue.ts';
import { steadySeconds } from '../tables/silenceWatch.ts';
import { uploadRepository } from '../tables/uploads.ts';

export async function openStore(location: StoreLocation, options: StoreOptions = {}): Promise<Store> {
  const database = await openDatabase(location, options);
  const store = await storeOver(database, options);
  if (!('folder' in location)) return store;
  const backups = await offerBackups(location.folder, database, options.onProblem ?? warn);
  let closing: Promise<void> | undefined;
  const shut = async () => {
    await backups.close();
    await store.close();
  };
  return {
    ...store,
    close: () => {
      closing ??= shut();
      return closing;
    },
  };
}

/**
 * Not one that would only be made by opening it.
 *
 * @internal
 */
export async function openExisting(location: StoreLocation): Promise<Database> {
  if ('folder' in location && !existsSync(join(location.folder, 'database'))) {
    throw unavailable(`the folder "${location.folder}"`, 'it is not a store', 'name the folder of a store');
  }
  return openDatabase(location);
}

/** @internal The declarations that others see know no database. */
export async function openDatabase(location: StoreLocation, options: StoreOptions = {}): Promise<Database> {
  const { connections = 10, connectSeconds = 10, onProblem = warn } = options;
  requireWithin('connections', connections, { min: 1, max: 1000, whole: true });
  requireWithin('connectSeconds', connectSeconds, { min: 0.01, max: 3600 });
  return 'folder' in location
    ? openEmbedded(location.folder, onProblem)
    : openServer({ url: location.url, connections, connectSeconds, onProblem });
}

/** The store that such a database holds. It owns the database: it closes it, also where it cannot be used. @internal */
export async function storeOver(database: Database, options: StoreOptions = {}): Promise<Store> {
  const { pollSeconds = 1, steadyClock = steadySeconds } = options;
  const onProblem = (problem: unknown) => (options.onProblem ?? warn)(unwrapped(problem));
  try {
    requireWithin('pollSeconds', pollSeconds, { min: 0.01, max: 3600 });
    const queue = await database.alone(async () => {
      await migrate(database);
      return openQueue(database, { pollSeconds, steadyClock, onProblem });
    });
    const erasures = erasureRepository(database, onProblem);
    // What a process before this one has left undone; if it fails again, the store can be used anyway.
    await erasures.settle().catch(onProblem);
    return assemble(database, queue, erasures);
  } catch (error) {
    await database.close();
    throw unwrapped(error);
  }
}

function assemble(database: Database, queue: WokenQueue, erasures: Erasures): Store {
  let closing: Promise<void> | undefined;
  const shut = async () => {
    await queue.close();
    await database.close();
  };
  const guarded = guardedBy(() => closing !== undefined);
  return {
    kind: database.kind,
    models: guarded(modelRepository(database)),
    interviews: guarded(interviewRepository(database, erasures)),
    uploads: guarded(uploadRepository(database, erasures)),
    audits: guarded(auditRepository(database, queue.wake, erasures)),
    keys: guarded(keyRepository(database)),
    idempotency: guarded(idempotencyRepository(database)),
    erasures: guarded({ settle: erasures.settle, isOwed: erasures.isOwed }),
    queue: guarded({ work: queue.work, requeueAbandoned: queue.requeueAbandoned, depth: queue.depth }),
    ...guarded({
      alone: database.alone,
      figures: () => readFigures(database),
      ping: async () => {
        await database.execute('select 1');
      },
      takesWrites: () => probeWrites(database),
    }),
    connections: database.connections,
    close: () => {
      closing ??= shut();
      return closing;
    },
  };
}

function warn(problem: unknown): void {
  process.emitWarning(problem instanceof Error ? problem : String(problem));
}

/** The same methods; what they throw is stripped of the values that a statement had, and a closed store says so. */
function guardedBy(isClosed: () => boolean) {
  return <Methods extends object>(methods: Methods): Methods =>
    Object.fromEntries(
      Object.entries(methods).map(([name, method]) => [
        name,
        async (...words: unknown[]) => {
          if (isClosed()) {
            throw new UlteriorError('STORE_UNAVAILABLE', 'the store was closed', 'open it again');
          }
          try {
            return await method(...words);
          } catch (error) {
            throw unwrapped(error);
          }
        },
      ]),
    ) as Methods;
}
