/**
 * One fold of the stack (logistic regression, kernel ridge and trees with what brings them to one scale) beside logistic
 * regression by scikit-learn plus kernel ridge by NumPy: same people, same settings, coordinates given on both sides, same
 * number of threads. They take turns, each in a process of its own. Prints times, ratio and peak memory of both; the bar
 * is a ratio of 4. On one thread the ratio is that of processor times, which other work on the machine hardly touches.
 *
 *   node scripts/stack-speed.mjs [--folder data/ml-1m] [--python PATH] [--threads 1] [--rounds 3] [--precision float64]
 *
 * Without a folder the data are an invented world of the size of MovieLens 1M. Without scikit-learn it says so and ends.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { aucOfScores } from '../build/audit/statistics/auc.js';
import { openDataset } from '../build/datasets/index.js';
import { historyCoordinates, stackAttack } from '../build/inference/index.js';
import { filterByCounts } from '../build/ratings/index.js';
import { loadKernels, openThreadPool } from '../build/runtime/index.js';
import { createWorld } from '../build/worlds/index.js';

const { values: options } = parseArgs({
  options: {
    folder: { type: 'string' },
    python: { type: 'string', default: process.env.ULTERIOR_PYTHON ?? 'python3' },
    threads: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '3' },
    precision: { type: 'string', default: 'float64' },
    /** Of the process that runs our side: where the data lie. */
    fold: { type: 'string' },
  },
});
const SETTINGS = { reach: 1, ridge: 1, logisticRidge: 40 };
const ARRAYS = {
  starts: Uint32Array,
  indices: Uint32Array,
  values: Float32Array,
  coordinates: Float32Array,
  labels: Uint8Array,
};
const threads = Number(options.threads);

if (options.fold !== undefined) await oneFold(options.fold);
else await main();

async function main() {
  const known = spawnSync(options.python, ['-c', 'import sklearn, scipy']);
  if (known.status !== 0) {
    console.log(`skipped: ${options.python} has no scikit-learn; name one that has with --python`);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'stack-speed-'));
  try {
    await writeData(folder);
    const rounds = Array.from({ length: Number(options.rounds) }, () => [ours(folder), theirs(folder)]);
    for (const [n, [own, other]] of rounds.entries()) {
      console.log(
        `round ${n + 1}: stack ${own.seconds.toFixed(2)} s (processor ${own.processor.toFixed(2)}), ${own.megabytes.toFixed(0)} MB; ` +
          `scikit-learn and NumPy ${other.seconds.toFixed(2)} s (processor ${other.logistic.toFixed(2)} + ${other.kernelRidge.toFixed(2)}), ` +
          `${other.megabytes.toFixed(0)} MB`,
      );
    }
    const [own, other] = rounds[0];
    console.log('AUC of the parts, ours:', own.auc, 'theirs:', other.auc, other.versions);
    const time = threads === 1 ? 'processor' : 'seconds';
    const ratios = rounds.map(([a, b]) => a[time] / b[time]).sort((a, b) => a - b);
    const ratio = ratios[Math.floor(ratios.length / 2)];
    console.log(
      `the stack takes ${ratio.toFixed(2)} times as long (${ratios[0].toFixed(2)} to ${ratios.at(-1).toFixed(2)}), ` +
        `${threads} thread${threads === 1 ? '' : 's'}, ${options.precision}; bar 4: ${ratio <= 4 ? 'met' : 'NOT MET'}`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Nine tenths of the people to learn from, the rest to judge, in the order of the data. */
async function writeData(folder) {
  const { dataset, attribute } = await opened();
  const { users, items, byUser } = dataset.ratings;
  const histories = { rows: users, columns: items, ...byUser };
  const { values } = dataset.attributes.get(attribute);
  const coordinates = await historyCoordinates(histories, {}, { kernels: loadKernels() });
  const training = Math.floor(0.9 * users);
  const meta = { people: users, items, training, precision: options.precision, ...SETTINGS };
  writeFileSync(join(folder, 'meta.json'), JSON.stringify(meta));
  const arrays = { ...byUser, coordinates: coordinates.values, labels: Uint8Array.from(values) };
  for (const name of Object.keys(ARRAYS)) {
    const array = arrays[name];
    writeFileSync(join(folder, name), new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  }
  console.log(`${users} people x ${items} items, ${byUser.values.length} ratings, ${coordinates.width} coordinates`);
}

async function opened() {
  if (options.folder === undefined) {
    const world = { users: 6022, items: 3043, ratingsPerUser: 165, minimumPerUser: 20, dimension: 20, leak: 0.2 };
    return { dataset: createWorld(world, 1).dataset, attribute: 'type' };
  }
  const source = { kind: 'known', name: 'ml-1m', folder: options.folder, attributes: ['gender'] };
  const { dataset } = await openDataset(source);
  return { dataset: filterByCounts(dataset, { minPerUser: 20, minPerItem: 20 }).dataset, attribute: 'gender' };
}

function ours(folder) {
  const arguments_ = [fileURLToPath(import.meta.url), '--fold', folder, '--threads', options.threads];
  return JSON.parse(execFileSync(process.execPath, arguments_, { encoding: 'utf8' }));
}

function theirs(folder) {
  const program = fileURLToPath(new URL('../bench/stack/reference.py', import.meta.url));
  const limits = ['OMP', 'OPENBLAS', 'MKL'].map((name) => [`${name}_NUM_THREADS`, options.threads]);
  const env = { ...process.env, ...Object.fromEntries(limits) };
  return JSON.parse(execFileSync(options.python, [program, folder], { encoding: 'utf8', env }));
}

/** In a process of its own, so that its peak of memory is that of the fold. */
async function oneFold(folder) {
  const { people, items, training, ...settings } = JSON.parse(readFileSync(join(folder, 'meta.json'), 'utf8'));
  const read = (name) => {
    const bytes = readFileSync(join(folder, name));
    return new ARRAYS[name](bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  };
  const histories = {
    rows: people,
    columns: items,
    ...Object.fromEntries(['starts', 'indices', 'values'].map((n) => [n, read(n)])),
  };
  const values = read('coordinates');
  const labels = read('labels');
  const everybody = Array.from({ length: people }, (_, n) => n);
  const tested = everybody.slice(training);
  const problem = {
    histories,
    coordinates: { people, width: values.length / people, values },
    training: everybody.slice(0, training),
    tested,
    labels: labels.subarray(0, training),
    types: 2,
  };
  const pool = threads > 1 ? openThreadPool(threads) : undefined;
  const tools = { kernels: loadKernels(), ...(pool && { executor: pool }) };
  const start = performance.now();
  const before = process.cpuUsage();
  const { logWeights, parts } = await stackAttack(problem, settings, tools);
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  await pool?.close();
  const auc = (weights) =>
    aucOfScores(
      tested.length,
      (n) => weights[2 * n + 1] - weights[2 * n],
      (n) => labels[tested[n]] === 1,
    );
  const aucs = { logistic: auc(parts.logistic), kernelRidge: auc(parts.kernelRidge), stack: auc(logWeights) };
  const processor = (user + system) / 1e6;
  console.log(JSON.stringify({ seconds, processor, megabytes: process.resourceUsage().maxRSS / 1024, auc: aucs }));
}
