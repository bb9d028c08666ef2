/**
 * The service, a worker, or an empty route, in a process of its own, with options that the command line does not have:
 *
 *     node scripts/serviceProcess.mjs '{"role":"server","location":{"folder":"..."},"server":{"limits":{...}}}'
 *
 * Prints one line of JSON when it is ready: where it listens, and a key of the administrator where one was asked for
 * (`"key":true`). SIGTERM ends it as it ends `ulterior serve`. To whoever has started it with a channel it tells its memory, before and
 * after a collection where --expose-gc allows one.
 */
import fastify from 'fastify';
import { createKey, startServer, startWorker } from '../service/build/server/index.js';
import { openStore } from '../service/build/store/index.js';

const {
  role,
  location,
  store: storeOptions,
  server: serverOptions,
  worker: workerOptions,
  key,
} = JSON.parse(process.argv[2]);
const complain = (...words) => process.stderr.write(`${words.join(' ')}\n`);

const ready = await { server: serve, worker: work, empty: serveNothing }[role]();
process.once('SIGTERM', () => {
  // The channel would keep the process alive.
  process.removeAllListeners('disconnect');
  if (process.connected) process.disconnect();
  ready.close().catch((error) => {
    complain(error.stack);
    process.exitCode = 1;
  });
});
process.stdout.write(`${JSON.stringify({ url: ready.url, key: ready.key })}\n`);

if (process.send !== undefined) {
  process.on('message', () => {
    const before = process.memoryUsage();
    globalThis.gc?.();
    process.send({ before, after: process.memoryUsage() });
  });
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}

async function openIt() {
  return openStore(location, { onProblem: (problem) => complain('database:', problem.message), ...storeOptions });
}

async function serve() {
  const store = await openIt();
  const made = key === true ? (await createKey(store, 'administrator', 'admin')).key : undefined;
  const logger = { level: 'error', stream: process.stderr };
  const { url, close } = await startServer({
    store,
    port: 0,
    logger,
    worker: workerOptions ?? false,
    ...serverOptions,
  });
  return { url, key: made, close };
}

async function work() {
  const store = await openIt();
  const worker = await startWorker(store, { ...workerOptions, log: complain });
  return {
    close: async () => {
      await worker.stop();
      await store.close();
    },
  };
}

/** What the framework costs by itself. */
async function serveNothing() {
  const app = fastify();
  const schema = { response: { 200: { type: 'object', properties: { status: { type: 'string' } } } } };
  app.get('/', { schema }, async () => ({ status: 'ok' }));
  app.post('/', { schema }, async () => ({ status: 'ok' }));
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), close: () => app.close() };
}
