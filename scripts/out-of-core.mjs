/**
 * Training on ratings that do not fit into memory: makes invented ratings as Parquet in a temporary folder, trains on them
 * with `ulterior train --out-of-core`, and prints how long each part took and the memory at its peak. Nothing is left behind.
 *
 *   node scripts/out-of-core.mjs --ratings 10000000 --per-person 500 --items 20000 --epochs 3 --dimension 10 --folder /tmp
 *
 * People are of two groups, items have a gap between them, ratings are one to five stars. The Parquet has ten files.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';

const { values } = parseArgs({
  options: {
    ratings: { type: 'string', default: '10000000' },
    'per-person': { type: 'string', default: '500' },
    items: { type: 'string', default: '20000' },
    epochs: { type: 'string', default: '3' },
    dimension: { type: 'string', default: '10' },
    folder: { type: 'string', default: tmpdir() },
  },
});
const [ratings, perPerson, items] = [values.ratings, values['per-person'], values.items].map(Number);
const people = Math.ceil(ratings / perPerson);
const FILES = 10;
const MS = 200;

const folder = mkdtempSync(join(values.folder, 'ulterior-out-of-core-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

/** Of each stretch of items / per-person items everybody rates one. */
async function makeRatings() {
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '2GB', temp_directory: folder });
  const connection = await instance.connect();
  const noise = `(hash(user_id::bigint * ${items} + item_id) % 1000) / 500.0 - 1`;
  const gap = '(user_id % 2 - 0.5) * (hash(item_id) % 5 - 2.0) / 2.5';
  for (let file = 0; file < FILES; file++) {
    const [first, last] = [file, file + 1].map((n) => Math.floor((n * people) / FILES));
    await connection.run(
      `copy (
         select user_id, item_id, (1 + least(4, greatest(0, floor(2.5 + (item_id % 7 - 3) / 4.0 + ${gap} + ${noise}))))::float as rating
         from (select u.range::integer as user_id,
                      floor((k.range + (hash(u.range * 1009 + k.range) % 1000) / 1000.0) * ${items / perPerson})::integer as item_id
               from range(${first}, ${last}) u, range(${perPerson}) k)
       ) to '${join(folder, `part-${file}.parquet`)}' (format parquet)`,
    );
  }
  await connection.run(
    `copy (select range as user_id, case when range % 2 = 0 then 'even' else 'odd' end as club from range(${people}))
     to '${join(folder, 'people.csv')}' (format csv, header)`,
  );
  connection.closeSync();
  instance.closeSync();
}

/** Runs the program, and asks its folder meanwhile how far it is. */
function train() {
  const output = join(folder, 'model.safetensors');
  const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
  const peakAtExit = `process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    process.stderr.write(['peak', process.resourceUsage().maxRSS, 'cpu', user + system].join(' '));
  })`;
  const words = ['--import', `data:text/javascript,${encodeURIComponent(peakAtExit)}`, program, 'train', folder];
  const flags = [
    '--users-table',
    join(folder, 'people.csv'),
    '--attribute',
    'club',
    '--out-of-core',
    '--output',
    output,
  ];
  const size = ['--iterations', values.epochs, '--dimension', values.dimension];
  const began = performance.now();
  let prepared;
  const watch = setInterval(() => {
    if (prepared === undefined && existsSync(join(`${output}.blocks`, 'prepared.part'))) prepared = performance.now();
  }, MS);
  const child = spawn(process.execPath, [...words, ...flags, ...size], { stdio: ['ignore', 'inherit', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  return new Promise((done) => {
    child.on('close', (status) => {
      clearInterval(watch);
      const found = /peak (\d+) cpu (\d+)/.exec(said);
      if (status !== 0 || found === null) throw new Error(`training ended with ${status}: ${said}`);
      const ended = performance.now();
      done({
        reading: (prepared - began) / 1000,
        epochs: (ended - prepared) / 1000,
        peak: 1024 * found[1],
        cpu: found[2] / 1e6,
      });
    });
  });
}

const start = performance.now();
await makeRatings();
const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
const count = (number) => Math.round(number).toLocaleString('en');
console.log(
  `${count(ratings)} ratings of ${count(people)} people and ${count(items)} items: ${(bytes / 1e9).toFixed(2)} GB of Parquet, made in ${((performance.now() - start) / 1000).toFixed(0)} s`,
);
const { reading, epochs, peak, cpu } = await train();
console.log(`read and sorted in ${reading.toFixed(0)} s, ${count(ratings / reading)} ratings/s`);
console.log(
  `${values.epochs} epochs in ${epochs.toFixed(0)} s, ${count((values.epochs * ratings) / epochs)} ratings/s per epoch`,
);
console.log(
  `in all ${(reading + epochs).toFixed(0)} s, ${cpu.toFixed(0)} s of processor time; memory at its peak ${(peak / 1e9).toFixed(2)} GB`,
);
