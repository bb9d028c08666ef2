/**
 * `npm run bench`: every bar as a ratio, measured against its reference in the same run. Prints a table and writes
 * bench/results/latest.json. `npm run bench -- WORD` runs the rows whose name contains the word; `npm run bench --
 * --large` adds the training on 100 million ratings. A row that fails says so, and the program ends with status 1.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import Table from 'cli-table3';
import { cases } from './cases/index.ts';
import { buildNative } from './native.ts';
import { runCases } from './runCases.ts';

const words = process.argv.slice(2);
const large = words.includes('--large');
const wanted = words.filter((word) => !word.startsWith('--'));

const native = buildNative();
if (native === undefined)
  process.stderr.write('No C compiler: the twin stands in for C, and those rows say nothing about it.\n');

const results = await runCases(
  cases.filter(([key]) => wanted.length === 0 || wanted.some((word) => key.includes(word))),
  { native, share: 1, say: (line) => process.stderr.write(`${line}\n`) },
);

const table = new Table({
  head: ['what', 'ratio', 'range', 'bar', '', 'time', 'reference', 'limit'],
  style: { head: [], border: [] },
  wordWrap: true,
  colWidths: [34, 9, 15, 9, 6, 11, 11, 36],
});
for (const result of results) {
  if ('failed' in result) {
    table.push([result.name, { colSpan: 7, content: `FAILED: ${result.failed}` }]);
    process.exitCode = 1;
    continue;
  }
  const digits = result.ratio >= 100 ? 0 : 2;
  table.push([
    `${result.name}: ${result.measure}`,
    result.ratio.toFixed(digits),
    `${result.lowest.toFixed(digits)} – ${result.highest.toFixed(digits)}`,
    `${result.kind === 'time' ? '≤' : '≥'} ${result.bar}`,
    result.met ? 'met' : 'NOT',
    `${result.subjectMilliseconds.toPrecision(3)} ms`,
    `${result.referenceMilliseconds.toPrecision(3)} ms`,
    result.limit ?? '',
  ]);
}
process.stdout.write(`${table.toString()}\n`);

const folder = fileURLToPath(new URL('../bench/results/', import.meta.url));
mkdirSync(folder, { recursive: true });
const machine = { processor: cpus()[0]?.model, cores: cpus().length, node: process.version };
const write = (more: object) =>
  writeFileSync(
    `${folder}latest.json`,
    `${JSON.stringify({ machine, native: native !== undefined, results, ...more }, null, 2)}\n`,
  );
// Before the long run, which may fail.
write({});

if (large) {
  process.stderr.write('100 million ratings ...\n');
  const program = fileURLToPath(new URL('./large.js', import.meta.url));
  const largeRun = JSON.parse(
    execFileSync(process.execPath, [program], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  process.stdout.write(`100,000,000 ratings by SGD, bar: below 4 GB\n${JSON.stringify(largeRun, null, 2)}\n`);
  write({ largeRun });
}
