/**
 * How often the intervals of every kind of measurement hold what they should, and how often a leak is announced where
 * there is none: small invented worlds, each with people of its own (scripts/intervals). Prints the tables of
 * docs/statistics.md.
 *
 *   npm run coverage -- --worlds 1000                 # of each setting; of what takes long a fifth as many
 *   npm run coverage -- --worlds 100 --only "no leak"            # settings whose name contains that
 *   npm run coverage -- --worlds 0 --details          # only the tables of what was found so far, and how far figures vary
 *
 * Each world is a line of JSON (--results). The same command resumes where it stopped: worlds are independent, so that
 * any number of them gives honest counts. Unless --results names a file, a change of the code begins another one.
 */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cells } from './intervals/cells.mjs';
import { printTables } from './intervals/tables.mjs';

const { values: options } = parseArgs({
  options: {
    worlds: { type: 'string', default: '100' },
    only: { type: 'string' },
    results: { type: 'string', default: join(tmpdir(), `ulterior-coverage-${ofThisCode()}.jsonl`) },
    processes: { type: 'string', default: String(availableParallelism()) },
    details: { type: 'boolean', default: false },
    worker: { type: 'boolean', default: false },
  },
});
const chosen = cells.filter(({ name }) => name.includes(options.only ?? ''));

const found = existsSync(options.results)
  ? readFileSync(options.results, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  : [];
/** A changed setting is another one; how often it is measured says nothing about it. */
const settingOf = ({ every: _, ...setting }) => JSON.stringify(setting);
const keyOf = (cell, world) => `${settingOf(cell)} ${world}`;
const done = new Set(found.map(({ cell, world }) => keyOf(cell, world)));
const runs = Array.from({ length: Number(options.worlds) }, (_, world) =>
  chosen.filter(({ every = 1 }) => world % every === 0).map((cell) => ({ cell, world })),
)
  .flat()
  .filter(({ cell, world }) => !done.has(keyOf(cell, world)));

if (options.worker) {
  const { measurements } = await import('./intervals/measurements.mjs');
  process.on('message', async ({ cell, world }) => {
    // Seeds start at 1.
    process.send({ cell, world, ...(await measurements[cell.measurement](cell, world + 1)) });
  });
} else {
  await Promise.all(Array.from({ length: Math.min(Number(options.processes), runs.length) }, measureInProcess));
  const inCell = (cell) => found.filter((one) => settingOf(one.cell) === settingOf(cell));
  printTables(chosen, inCell, options.details);
}

/** Runs in another process, until none is left: each result is written as soon as it is there. */
function measureInProcess() {
  const child = fork(fileURLToPath(import.meta.url), ['--worker']);
  const next = () => (runs.length > 0 ? child.send(runs.shift()) : child.disconnect());
  child.on('message', (one) => {
    appendFileSync(options.results, `${JSON.stringify(one, rounded)}\n`);
    found.push(one);
    process.stderr.write(`${one.cell.name}, world ${one.world + 1}\n`);
    next();
  });
  next();
  return new Promise((resolve, reject) =>
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a process ended with ${code}`)))),
  );
}

function rounded(_, value) {
  return typeof value === 'number' ? Number(value.toPrecision(7)) : value;
}

/** Of everything that measures: figures of other code would be other figures. */
function ofThisCode() {
  const hash = createHash('sha256');
  for (const folder of ['../build', './intervals']) {
    const files = readdirSync(new URL(`${folder}/`, import.meta.url), { recursive: true }).filter((path) =>
      /\.m?js$/.test(path),
    );
    for (const path of files.sort()) hash.update(readFileSync(new URL(`${folder}/${path}`, import.meta.url)));
  }
  return hash.digest('hex').slice(0, 12);
}
