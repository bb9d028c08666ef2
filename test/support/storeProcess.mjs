/**
 * A process that uses a store, to be killed by a test:
 *
 *     node storeProcess.mjs hold '{"folder":"..."}'      opens it, says "open", and waits
 *     node storeProcess.mjs append '{"folder":"..."}'    appends answers to a new interview, and says each that was acknowledged
 *     node storeProcess.mjs lease '{"url":"..."}'        leases the first audit it is handed, says so, and waits
 *     node storeProcess.mjs thread '{"folder":"..."}'    opens it on a thread of its own
 */
import { writeSync } from 'node:fs';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { openStore } from '../../dist/store/index.js';

const [action, location] = isMainThread ? process.argv.slice(2) : ['hold', workerData];
/** At once: what was said was said before the process is killed. */
const say = (...words) => writeSync(1, `${words.join(' ')}\n`);

if (action === 'thread') new Worker(new URL(import.meta.url), { workerData: location });
else await use();

async function use() {
  let store;
  try {
    store = await openStore(JSON.parse(location));
  } catch (error) {
    say(error.code, error.message);
    return;
  }
  setInterval(() => {}, 1000);
  say('open');
  if (action === 'append') await append(store);
  if (action === 'lease') {
    await store.queue.work(async (id) => {
      if (await store.audits.lease(id, 'to be killed', 0)) say('leased', id);
      await new Promise(() => {});
    });
  }
}

async function append(store) {
  const model = await store.models.add({ name: 'm', bytes: new Uint8Array([1]), description: {} });
  const expiresAt = new Date(Date.now() + 3_600_000);
  const setup = { modelId: model.id, mode: 'lab', setup: {}, tokenHash: 'token', expiresAt };
  const { id } = await store.interviews.add(setup);
  say('interview', id);
  for (let revision = 0; revision < 1000; revision++) {
    await store.interviews.append(id, revision, { item: `item ${revision}`, rating: revision });
    say('acknowledged', revision + 1);
  }
}
