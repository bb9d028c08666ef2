/**
 * A whole audit beside what a good data scientist would write with scikit-learn (bench/peer/peer.py), on the same people,
 * folds and features, one after the other with the same number of threads: processor time, wall time, peak memory and AUC.
 *
 *   node scripts/peer.mjs DATA.ulterior.json --python PATH [--threads 1] [--rounds 1] [--solver lbfgs] [--precision float64]
 *
 * `ulterior describe` writes the data file. The audit does all that it does by default, with 1,000 resamples, and its latent
 * factors are given to the other side. Without scikit-learn it says so and ends. --only peer leaves the audit out.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { dealIntoFolds } from '../build/audit/folds/dealIntoFolds.js';
import { openData } from '../build/cli/shared/dataOptions.js';
import { openDataFile } from '../build/datasets/index.js';
import { historyCoordinates } from '../build/inference/index.js';
import { usableGroups } from '../build/ratings/index.js';
import { loadKernels } from '../build/runtime/index.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    python: { type: 'string', default: process.env.ULTERIOR_PYTHON ?? 'python3' },
    threads: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '1' },
    solver: { type: 'string', default: 'lbfgs' },
    precision: { type: 'string', default: 'float64' },
    only: { type: 'string' },
  },
});
const [FOLDS, SEED] = [10, 1];
const file = resolve(positionals[0]);
const folder = mkdtempSync(join(tmpdir(), 'ulterior-peer-'));
const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** Runs a command and prints what it took as the last line: its own start and its reading of files are part of it. */
const MEASURE = `
import json, resource, subprocess, sys, time
start = time.perf_counter()
status = subprocess.run(sys.argv[1:]).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps({"status": status, "processor": used.ru_utime + used.ru_stime, "seconds": time.perf_counter() - start, "megabytes": used.ru_maxrss / 1024}))
`;

function measured(command) {
  const limits = ['OMP', 'OPENBLAS', 'MKL'].map((name) => [`${name}_NUM_THREADS`, options.threads]);
  const env = { ...process.env, ...Object.fromEntries(limits) };
  const { stdout, stderr } = spawnSync(options.python, ['-c', MEASURE, ...command], { encoding: 'utf8', env });
  const lines = (stdout ?? '').trim().split('\n');
  const took = JSON.parse(lines.at(-1) || '{"status":1}');
  if (took.status !== 0) throw new Error(stderr);
  return { ...took, printed: lines.slice(0, -1) };
}

async function writeData() {
  const { data, reading } = await openDataFile(file, 'refused');
  const opened = await openData(data, reading);
  const { attribute } = opened;
  const usable = usableGroups(opened.dataset, attribute, { minGroup: 20, smallGroups: 'leaveOut' }).dataset;
  const { dataset, folds } = dealIntoFolds(usable, attribute, FOLDS, SEED, 'audit-folds');
  const { users: people, items, byUser } = dataset.ratings;
  const { values, labels } = dataset.attributes.get(attribute);
  const histories = { rows: people, columns: items, ...byUser };
  const coordinates = await historyCoordinates(histories, { seed: SEED }, { kernels: loadKernels() });
  const { solver, precision } = options;
  const meta = { people, items, types: labels.length, folds: FOLDS, seed: SEED, solver, precision };
  writeFileSync(join(folder, 'meta.json'), JSON.stringify(meta));
  const arrays = { ...byUser, coordinates: coordinates.values, labels: Uint8Array.from(values), folds };
  for (const [name, array] of Object.entries(arrays)) {
    writeFileSync(join(folder, name), new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  }
  console.log(`${people} people, ${items} items, ${byUser.values.length} ratings, ${labels.length} groups`);
}

function audit(round) {
  const output = join(folder, `audit-${round}`);
  const words = ['audit', file, '--output', output, '--quiet', '--threads', options.threads, '--set', 'resamples=1000'];
  const took = measured([process.execPath, path('dist/cli/main.js'), ...words]);
  const { findings } = JSON.parse(readFileSync(join(output, 'records.json'), 'utf8'));
  const whole = findings.filter(
    (one) => one.exposure === 'histories' && one.variant === 'real' && !one.group && one.auc,
  );
  const auc = Object.fromEntries(
    whole.map(({ attacker, auc: { value, low, high } }) => [attacker, [value, low, high]]),
  );
  return { name: 'ulterior audit', ...took, auc };
}

function peer() {
  const { printed, ...took } = measured([options.python, path('bench/peer/peer.py'), folder]);
  const { auc, versions, spent } = JSON.parse(printed.at(-1));
  return { name: versions, ...took, auc, spent };
}

const shown = ([value, low, high]) => `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;

function print({ name, processor, seconds, megabytes, auc, spent }) {
  console.log(`${name}: processor ${processor.toFixed(1)} s, wall ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`);
  for (const [attacker, estimate] of Object.entries(auc)) console.log(`  ${attacker.padEnd(16)} ${shown(estimate)}`);
  if (spent !== undefined) console.log(`  processor time by part: ${JSON.stringify(spent)}`);
}

if (spawnSync(options.python, ['-c', 'import sklearn, scipy']).status !== 0) {
  console.log(`skipped: ${options.python} has no scikit-learn; name one that has with --python`);
} else {
  try {
    await writeData();
    const ratios = [];
    for (let round = 0; round < Number(options.rounds); round++) {
      const sides = [...(options.only === 'peer' ? [] : [audit(round)]), peer()];
      sides.forEach(print);
      if (sides.length === 2) ratios.push(sides[1].processor / sides[0].processor);
    }
    if (ratios.length > 0) {
      console.log(
        `processor time of the other side over the audit's: ${ratios.map((one) => one.toFixed(2)).join(', ')}`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
