/** Opens a store: connects, brings the schema up to date, and puts the repositories together. */
import { requireWithin, UlteriorError } from '../errors/index.ts';
import { auditRepository } from './audits.ts';
import type { Database } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { type Erasures, erasureRepository } from './erasures.ts';
import { unwrapped } from './failures.ts';
import { idempotencyRepository } from './idempotency.ts';
import { interviewRepository } from './interviews.ts';
import { keyRepository } from './keys.ts';
import { migrate } from './migrate.ts';
import { modelRepository } from './models.ts';
import type { StoreLocation, StoreOptions } from './options.ts';
import { type JobQueue, openQueue } from './queue.ts';
import { openServer } from './server.ts';
import type { Store } from './store.ts';
import { uploadRepository } from './uploads.ts';

export async function openStore(location: StoreLocation, options: StoreOptions = {}): Promise<Store> {
  return storeOver(await openDatabase(location, options), options);
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
  const { pollSeconds = 1, takeUpSeconds = 10, onProblem = warn } = options;
  try {
    requireWithin('pollSeconds', pollSeconds, { min: 0.01, max: 3600 });
    requireWithin('takeUpSeconds', takeUpSeconds, { min: 0, max: 3600 });
    const queue = await database.alone(async () => {
      await migrate(database);
      return openQueue(database, { pollSeconds, takeUpSeconds, onProblem });
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

function assemble(database: Database, queue: JobQueue, erasures: Erasures): Store {
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
    audits: guarded(auditRepository(database, queue, erasures)),
    keys: guarded(keyRepository(database)),
    idempotency: guarded(idempotencyRepository(database)),
    erasures: guarded({ settle: erasures.settle, isOwed: erasures.isOwed }),
    queue: guarded({ work: queue.work, requeueAbandoned: queue.requeueAbandoned }),
    ...guarded({
      alone: database.alone,
      ping: async () => {
        await database.execute('select 1');
      },
    }),
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
          if (isClosed()) throw closed();
          try {
            return await method(...words);
          } catch (error) {
            throw unwrapped(error);
          }
        },
      ]),
    ) as Methods;
}

function closed(): UlteriorError {
  return new UlteriorError('STORE_UNAVAILABLE', 'the store was closed', 'open it again');
}
