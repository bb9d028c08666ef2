/**
 * Runs one target with changed inputs until its time is over or something is found. An input that reaches a new place, or a
 * place more often by an order of two, joins those that are changed next. Arguments: JSON, as `scripts/fuzz.mjs` gives them.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Mutator, randomFrom } from './mutate.mjs';

const { bundle, counters, words, folders, found, seconds, seed, mostSeconds, mostMegabytes } = JSON.parse(
  process.argv[2],
);
const MOST_PAIRS = 200;
const fuzzed = new Uint8Array(counters);
let pairs = [];
const isPlain = (value) => typeof value === 'string' || typeof value === 'number';
globalThis.fuzzing = {
  fuzzed,
  compared: (one, other) => {
    if (one === other) return true;
    if (pairs.length < MOST_PAIRS && isPlain(one) && typeof one === typeof other) pairs.push([one, other]);
    return false;
  },
};
const { fuzz, prepare } = await import(pathToFileURL(resolve(bundle)).href);
await prepare?.();

const state = new Float64Array(new SharedArrayBuffer(16));
const input = new Uint8Array(new SharedArrayBuffer(1 << 20));
state[1] = -1;
new Worker(new URL('watch.mjs', import.meta.url), {
  workerData: { state, input, folder: found, mostSeconds, mostMegabytes },
}).unref();

/** Of each counter, as bits: how often it was reached, by orders of two. */
const reached = new Uint8Array(counters);
const orders = Uint8Array.from({ length: 256 }, (_, times) => (times === 0 ? 0 : 1 << Math.floor(Math.log2(times))));
let places = 0;

async function tried(bytes) {
  fuzzed.fill(0);
  pairs = [];
  input.set(bytes);
  state[1] = bytes.length;
  state[0]++;
  try {
    await fuzz(bytes);
  } catch (error) {
    const path = join(found, `error-${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}`);
    writeFileSync(path, bytes);
    console.error(`${path}\n${error instanceof Error ? error.stack : error}`);
    report();
    process.exit(1);
  }
  state[1] = -1;
  let isNew = false;
  for (let n = 0; n < counters; n++) {
    const order = orders[fuzzed[n]];
    if ((reached[n] | order) === reached[n]) continue;
    if (reached[n] === 0) places++;
    reached[n] |= order;
    isNew = true;
  }
  return isNew;
}

const report = () => console.log(JSON.stringify({ runs: state[0], places, kept: kept.length }));
const kept = [];
const inputs = [];
const keep = (bytes) => {
  kept.push({ bytes, pairs });
  inputs.push(bytes);
};
for (const folder of folders) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name));
    if (bytes.length <= input.length && ((await tried(bytes)) || kept.length === 0)) keep(bytes);
  }
}
const random = randomFrom(seed);
const mutator = new Mutator(random, words);
const end = Date.now() + 1000 * seconds;
while (Date.now() < end) {
  // Those that came last lead on more often.
  const chosen = kept[Math.floor(kept.length * (1 - random() ** 2))];
  const bytes = mutator.changed(chosen.bytes, chosen.pairs, inputs);
  if (!(await tried(bytes))) continue;
  keep(bytes);
  writeFileSync(join(folders[0], createHash('sha256').update(bytes).digest('hex').slice(0, 16)), bytes);
}
report();
process.exit(0);
