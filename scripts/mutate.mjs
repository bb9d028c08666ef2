/**
 * Would the tests notice? Changes one line at a time in a copy of the repository, runs the tests that import the changed
 * file, and lists the changes that no test noticed. A sample, drawn by a seed: all mutants would take days.
 *
 *   npm run mutate -- --count 40 --seed 1 src/audit src/inference src/defence
 *
 * Only tests that run the sources see a change: worker threads run compiled code. Needs a clean checkout with its build.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { derive } from '../dist/numeric/index.js';

const { values: options, positionals } = parseArgs({
  options: { count: { type: 'string', default: '40' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const folders = positionals.length > 0 ? positionals : ['src/audit', 'src/inference', 'src/defence'];

/** What is written, and what stands in its place. */
const CHANGES = [
  [/ < /, ' <= '],
  [/ > /, ' >= '],
  [/ >= /, ' > '],
  [/ <= /, ' < '],
  [/ \+ /, ' - '],
  [/ - /, ' + '],
  [/ \* /, ' / '],
  [/ && /, ' || '],
  [/ === /, ' !== '],
  [/ !== /, ' === '],
  [/Math\.max\(/, 'Math.min('],
  [/Math\.min\(/, 'Math.max('],
  [/\breturn true;/, 'return false;'],
  [/\b1 - /, '0 - '],
  [/\b0\.5\b/, '0.4'],
  [/\+\+/, '--'],
];

const listed = spawnSync('git', ['ls-files', ...folders], { encoding: 'utf8' }).stdout.split('\n');
const sources = listed.filter(
  (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('index.ts'),
);
const mutants = sources.flatMap((path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, at) => {
      if (/^\s*(\*|\/\*|\/\/|import|export type|readonly|throw)/.test(line) || line.includes('`')) return [];
      return CHANGES.filter(([found]) => found.test(line)).map(([found, put]) => ({
        path,
        at,
        line,
        put: line.replace(found, put),
      }));
    }),
);
const sample = derive(Number(options.seed), 'mutants').shuffle(mutants).slice(0, Number(options.count));

const copy = mkdtempSync(join(tmpdir(), 'ulterior-mutants-'));
for (const path of spawnSync('git', ['ls-files'], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)) {
  cpSync(path, join(copy, path));
}
for (const built of ['dist', 'wasm']) cpSync(built, join(copy, built), { recursive: true });
symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));

let noticed = 0;
const survivors = [];
for (const [n, { path, at, line, put }] of sample.entries()) {
  const target = join(copy, path);
  const text = readFileSync(target, 'utf8');
  const lines = text.split('\n');
  lines[at] = put;
  writeFileSync(target, lines.join('\n'));
  const { status } = spawnSync('npx', ['vitest', 'related', path, '--run', '--bail=1', '--reporter=dot'], {
    cwd: copy,
    timeout: 240_000,
  });
  writeFileSync(target, text);
  // Somebody who never comes back was noticed too.
  if (status !== 0) noticed++;
  else survivors.push(`${path}:${at + 1}\n  - ${line.trim()}\n  + ${put.trim()}`);
  process.stderr.write(`${n + 1}/${sample.length} ${status === 0 ? 'survived' : 'noticed'} ${path}:${at + 1}\n`);
}
rmSync(copy, { recursive: true, force: true });
console.log(`${noticed} of ${sample.length} changes were noticed (${mutants.length} possible, seed ${options.seed})`);
for (const survivor of survivors) console.log(survivor);
