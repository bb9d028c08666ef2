/**
 * `npm run bench`: every bar as a ratio, measured against its reference in the same run. Prints a table and writes
 * bench/results/latest.json. `npm run bench -- WORD` runs the rows whose name contains the word; `npm run bench --
 * --large` adds the training on 100 million ratings.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import Table from 'cli-table3';
import { implicitSweep } from './cases/implicit.ts';
import { openingText } from './cases/reading.ts';
import { againstIncFbc, catalogueScan, lateQuestion, nextInterview, twoChannels } from './cases/selection.ts';
import { alsAgainstTwin, alsOnTwoThreads, sgdEpoch } from './cases/training.ts';
import { type Comparison, compare, type Result } from './harness.ts';
import { buildNative } from './native.ts';

const words = process.argv.slice(2);
const large = words.includes('--large');
const wanted = words.filter((word) => !word.startsWith('--'));

const native = buildNative();
if (native === undefined)
  process.stderr.write('No C compiler: the twin stands in for C, and those rows say nothing about it.\n');

type Made = Comparison | { comparison: Comparison; close: () => Promise<void> };
/** undefined: something that it needs is missing. */
type Case = () => Made | Promise<Made | undefined>;
const cases: [string, Case][] = [
  ['catalogue', () => catalogueScan(native)],
  ['sgd', () => sgdEpoch(native)],
  ['als-twin', alsAgainstTwin],
  ['als-threads', alsOnTwoThreads],
  ['implicit-exact', () => implicitSweep('cholesky')],
  ['implicit-default', () => implicitSweep('cg')],
  ['two-channels', () => twoChannels(native)],
  ['late-question', lateQuestion],
  ['next-interview', nextInterview],
  ['incfbc', againstIncFbc],
  ['reading', openingText],
];

const results: Result[] = [];
for (const [key, make] of cases) {
  if (wanted.length > 0 && !wanted.some((word) => key.includes(word))) continue;
  process.stderr.write(`${key} ...\n`);
  const made = await make();
  if (made === undefined) {
    process.stderr.write('  left out: Python has no package implicit (ULTERIOR_PYTHON names another Python)\n');
    continue;
  }
  const { comparison, close } = 'comparison' in made ? made : { comparison: made, close: async () => {} };
  results.push(await compare(comparison));
  await close();
}

const table = new Table({
  head: ['what', 'ratio', 'range', 'bar', '', 'time', 'reference', 'limit'],
  style: { head: [], border: [] },
  wordWrap: true,
  colWidths: [34, 9, 15, 9, 6, 11, 11, 36],
});
for (const result of results) {
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

let largeRun: unknown;
if (large) {
  process.stderr.write('100 million ratings ...\n');
  const program = fileURLToPath(new URL('./large.js', import.meta.url));
  largeRun = JSON.parse(
    execFileSync(process.execPath, [program], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  process.stdout.write(`100,000,000 ratings by SGD, bar: below 4 GB\n${JSON.stringify(largeRun, null, 2)}\n`);
}

const folder = fileURLToPath(new URL('../bench/results/', import.meta.url));
mkdirSync(folder, { recursive: true });
const machine = { processor: cpus()[0]?.model, cores: cpus().length, node: process.version };
writeFileSync(
  `${folder}latest.json`,
  `${JSON.stringify({ machine, native: native !== undefined, results, largeRun }, null, 2)}\n`,
);
