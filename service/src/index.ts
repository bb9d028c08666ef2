/** The HTTP service: interviews, audits, keys and the page. Loaded where it is first started. */
import type { RunningWorker, WorkerOptions } from './server/audits/worker.ts';
import type { RunningServer, ServerOptions } from './server/process/options.ts';
import type { Store } from './store/contract/store.ts';

export { createKey } from './server/common/credentials.ts';

const load = () => import('./server/index.ts');

/**
 * Starts the service on a port, with a worker for audits and the sweep that erases what has expired. If it cannot start,
 * nothing is left running and the store stays open. Closing the server closes the store.
 *
 * @example
 * ```ts
 * import { createKey, startServer } from 'ulterior-service';
 * import { openStore } from 'ulterior-service/store';
 *
 * const store = await openStore({ folder: 'ulterior-store' });
 * const { key } = await createKey(store, 'me', 'admin');
 * const server = await startServer({ store, port: 0, worker: false });
 * const answer = await fetch(`${server.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } });
 * console.log(answer.status); // 200
 * await server.close();
 * ```
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  return (await load()).startServer(options);
}

/** Works on the audits that wait in a store, one at a time, until it is stopped: for processes of their own. */
export async function startWorker(store: Store, options?: WorkerOptions): Promise<RunningWorker> {
  return (await load()).startWorker(store, options);
}
