/**
 * A process that uses a store, to be killed by a test:
 *
 *     node storeProcess.mjs hold '{"folder":"..."}'      opens it, says "open", and waits
 *     node storeProcess.mjs append '{"folder":"..."}'    appends answers to 16 new interviews at once, and says each that was acknowledged
 *     node storeProcess.mjs lease '{"url":"..."}'        leases the first audit it is handed, says so, and waits
 *     node storeProcess.mjs erase '{"folder":"..."}'     erases an interview, says its id and key, and gets stuck before the scrub
 *     node storeProcess.mjs stall '{"folder":"..."}'     opens it, says "open", and gets stuck in a backup it is asked for
 *     node storeProcess.mjs thread '{"folder":"..."}'    opens it on a thread of its own
 */
import { writeSync } from 'node:fs';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { offerBackups } from '../../service/build/store/backup/backupSocket.js';
import { openDatabase, openStore, storeOver } from '../../service/build/store/opening/openStore.js';

const [action, location] = isMainThread ? process.argv.slice(2) : ['hold', workerData];
/** At once: what was said was said before the process is killed. */
const say = (...words) => writeSync(1, `${words.join(' ')}\n`);

if (action === 'thread') new Worker(new URL(import.meta.url), { workerData: location });
else await use();

async function use() {
  let store;
  try {
    if (action === 'erase') return await erase(await openDatabase(JSON.parse(location)));
    if (action === 'stall') return await stall(await openDatabase(JSON.parse(location)));
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

/** Stuck when the rows are read that come a few at a time: the first part of the backup is written by then. */
async function stall(database) {
  const reading = (session) => ({
    ...session,
    execute: (text, values) => {
      if (!text.startsWith('fetch 4 ')) return session.execute(text, values);
      say('stuck');
      return new Promise(() => {});
    },
  });
  const transaction = (work) => database.transaction((session) => work(reading(session)));
  setInterval(() => {}, 1000);
  await offerBackups(JSON.parse(location).folder, { ...database, transaction }, say);
  say('open');
}

async function append(store) {
  const model = await store.models.add({ name: 'm', bytes: new Uint8Array([1]), description: {} });
  const expiresAt = new Date(Date.now() + 3_600_000);
  const one = async (_, number) => {
    const setup = { modelId: model.id, mode: 'lab', setup: {}, tokenHash: `token ${number}`, expiresAt };
    const { id } = await store.interviews.add(setup);
    say('interview', id);
    return id;
  };
  const ids = await Promise.all(Array.from({ length: 16 }, one));
  await Promise.all(
    ids.map(async (id) => {
      for (let revision = 0; revision < 1000; revision++) {
        await store.interviews.append(id, revision, { item: `item ${revision}`, rating: revision });
        say('acknowledged', id, revision + 1);
      }
    }),
  );
}

async function erase(database) {
  const rewrite = (relation) => {
    say('rewriting', relation);
    return new Promise(() => {});
  };
  // Rewriting works at the start.
  let stuck = false;
  const store = await storeOver({ ...database, rewrite: (one) => (stuck ? rewrite(one) : database.rewrite(one)) });
  setInterval(() => {}, 1000);
  const model = await store.models.add({ name: 'm', bytes: new Uint8Array([1]), description: {} });
  const expiresAt = new Date(Date.now() + 3_600_000);
  const { id } = await store.interviews.add({ modelId: model.id, mode: 'lab', setup: {}, tokenHash: 't', expiresAt });
  await store.interviews.append(id, 0, { item: 'item', rating: 1 });
  const { rows } = await database.execute('select key from ulterior.interview_keys');
  say('erasing', id, Buffer.from(rows[0].key).toString('hex'));
  stuck = true;
  await store.interviews.remove(id);
}
