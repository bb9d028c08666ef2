/**
 * Histories of the service that nobody planned: clients, retries, crashes, two processes, leases, erasure, retention, clocks that
 * jump, a full disk, all drawn by a seed, on a real database in memory (test/simulator).
 *
 *   npm run simulate -- --histories 10000 --seed 1
 *   npm run simulate -- --seed 1 --history 4711      # one of them again, with what happened in it
 *   npm run simulate -- --bugs                       # is a fault that was put in found? (scripts/simulate/bugs.mjs)
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleSources } from './bundleSources.mjs';
import { bugs } from './simulate/bugs.mjs';

const { values: options } = parseArgs({
  options: {
    histories: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    history: { type: 'string' },
    bugs: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
/** Histories of one process. */
const AT_ONCE = 500;

const numberOf = (name) => {
  const value = Number(options[name]);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} takes a whole number`);
  return value;
};

/** The simulator as one file, with one change in one file of the service or none. */
async function bundled(outfile, bug) {
  let changed = 0;
  const text = await bundleSources('test/simulator/main.ts', (contents, path) => {
    if (bug === undefined || !path.endsWith(bug.path)) return contents;
    changed += contents.split(bug.from).length - 1;
    return contents.replace(bug.from, () => bug.to);
  });
  if (bug !== undefined && changed !== 1) throw new Error(`"${bug.name}": its line is ${changed} times in ${bug.path}`);
  mkdirSync('build', { recursive: true });
  writeFileSync(outfile, text);
  return outfile;
}

function simulate(file, histories, first, told) {
  // Scratch folders of whatever else runs on this machine are none of its business.
  const folder = mkdtempSync(join(tmpdir(), 'ulterior-simulate-'));
  const env = { ...process.env, TMPDIR: folder, ULTERIOR_HISTORY: told ? 'told' : '' };
  const words = ['--enable-source-maps', file, String(histories), String(numberOf('seed')), String(first)];
  try {
    return spawnSync(process.execPath, words, { encoding: 'utf8', env, maxBuffer: 1 << 28 });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (options.bugs) {
  const chosen = bugs.filter(({ name }) => options.only === undefined || name.includes(options.only));
  let found = 0;
  for (const [n, bug] of chosen.entries()) {
    const { status, stdout } = simulate(await bundled(`build/simulate-${n}.mjs`, bug), numberOf('histories'), 0, false);
    if (status !== 0) found++;
    console.log(
      `${status === 0 ? 'NOT FOUND' : 'found'}: ${bug.name}${status === 0 ? '' : ` (${stdout.split('\n')[0]})`}`,
    );
  }
  console.log(`${found} of ${chosen.length} found`);
  process.exitCode = found === chosen.length ? 0 : 1;
} else {
  const file = await bundled('build/simulate.mjs');
  const one = options.history !== undefined;
  const count = one ? 1 : numberOf('histories');
  const begin = one ? numberOf('history') : 0;
  // What a process keeps from one history to the next does not add up.
  for (let first = begin; first < begin + count; first += AT_ONCE) {
    const { status, stdout, stderr } = simulate(file, Math.min(AT_ONCE, begin + count - first), first, one);
    console.log(stdout + stderr);
    if (status === 0) continue;
    process.exitCode = 1;
    break;
  }
}
