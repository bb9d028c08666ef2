/**
 * Would the tests notice? Changes one line at a time in a copy of the repository, compiles it (worker threads run
 * compiled code), runs the tests that import the changed file, and lists the changes that no test noticed. A sample,
 * drawn by a seed: all mutants would take days.
 *
 *   npm run mutate -- --count 200 --seed 1 --nice 15 src/audit src/inference src/defence
 *
 * The test beside the file and those that import it directly run first, then the other tests of its folder. With
 * --direct only the former, with --far all tests that reach the file; --skip leaves out tests whose name contains a
 * pattern, --quick test files that take more seconds. Results are lines of JSON (--results): the same command resumes where it stopped, and --again tries survivors
 * again, with more tests. --must-die tries the changes of scripts/mutation/mustDie.mjs instead of a sample, --words those
 * of scripts/mutation/words.mjs. Needs a clean checkout.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkoutOf } from './mutation/checkout.mjs';
import { importersOf, testsOf } from './mutation/importGraph.mjs';
import { mustDie } from './mutation/mustDie.mjs';
import { keyOf, mutantsOf, sampleOf } from './mutation/mutants.mjs';
import { placed } from './mutation/placed.mjs';
import { scoreOf } from './mutation/score.mjs';
import { words } from './mutation/words.mjs';

const { values: options, positionals } = parseArgs({
  options: {
    count: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    nice: { type: 'string', default: '0' },
    results: { type: 'string' },
    again: { type: 'boolean', default: false },
    skip: { type: 'string' },
    quick: { type: 'string', default: '1000' },
    direct: { type: 'boolean', default: false },
    far: { type: 'boolean', default: false },
    'must-die': { type: 'boolean', default: false },
    words: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const chosen = positionals.length > 0 ? positionals : ['src/audit', 'src/inference', 'src/defence'];
const list = options['must-die'] ? mustDie : options.words ? words : undefined;
const whose = list === undefined ? options.seed : options.words ? 'words' : 'must-die';
const resultsFile = options.results ?? join(tmpdir(), `ulterior-mutants-${whose}.jsonl`);

const files = spawnSync('git', ['ls-files'], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
const importers = importersOf(files.filter((path) => path.endsWith('.ts') || path.endsWith('.tsx')));
const isChosen = (path) => chosen.some((start) => path === start || path.startsWith(`${start}/`));
const sources = files.filter(
  (path) => isChosen(path) && path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('index.ts'),
);
const mutants = sources.flatMap(mutantsOf);
const sample = list ? placed(list) : sampleOf(mutants, Number(options.seed), Number(options.count));

const lines = existsSync(resultsFile) ? readFileSync(resultsFile, 'utf8').split('\n').filter(Boolean) : [];
const entries = lines.map((line) => JSON.parse(line));
const known = entries.filter(({ result }) => result !== undefined);
const fates = new Map(known.map((entry) => [keyOf(entry), entry]));
const toDo = sample.filter((mutant) => {
  const result = fates.get(keyOf(mutant))?.result;
  return result === undefined || (options.again && result === 'survived');
});

const checkout = checkoutOf(files, Number(options.nice));
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    checkout.remove();
    process.exit(1);
  });
}
try {
  /** Seconds that each test file takes without a change: measured once, kept beside the results. */
  const kept = entries.find(({ usual }) => usual !== undefined)?.usual;
  const usual = kept ?? (toDo.length > 0 ? await usualTimes() : {});
  for (const [n, mutant] of toDo.entries()) {
    const entry = { ...mutant, ...(await fateOf(mutant, usual)) };
    appendFileSync(resultsFile, `${JSON.stringify(entry)}\n`);
    fates.set(keyOf(mutant), entry);
    process.stderr.write(`${n + 1}/${toDo.length} ${entry.result} ${mutant.path}:${mutant.line} ${entry.seconds} s\n`);
  }
} finally {
  checkout.remove();
}

const results = sample.map((mutant) => fates.get(keyOf(mutant)));
const drawn = `${sample.length} of ${mutants.length} changes, seed ${options.seed}`;
console.log(`${list ? `${sample.length} changes that must be noticed` : drawn}; results in ${resultsFile}`);
console.log(scoreOf(results));
if (list) for (const { name, result, by = result } of results) console.log(`${name}\n  ${by}`);
for (const { path, line, from, to, result } of results) {
  if (result === 'survived') console.log(`${path}:${line}\n  - ${from}\n  + ${to}`);
}

/** Tests that a list names stand with those that import the file directly. */
function testsFor({ path, tests = [] }) {
  const near = ({ file, steps }) => steps <= 1 || file.startsWith(`${dirname(path)}/`);
  const wanted = options.direct ? ({ steps }) => steps <= 1 : near;
  const named = tests.map((file) => ({ file, steps: 1 }));
  const others = testsOf(path, importers).filter(({ file, steps }) => steps === 0 || !tests.includes(file));
  return [...others.filter((test) => options.far || wanted(test)), ...named];
}

async function fateOf(mutant, usual) {
  const started = performance.now();
  const undo = checkout.change(mutant);
  try {
    return { ...(await verdictOn(mutant, usual)), seconds: Math.round((performance.now() - started) / 1000) };
  } finally {
    undo();
  }
}

async function verdictOn(mutant, usual) {
  const { path } = mutant;
  if (!(await checkout.compiles())) return { result: 'does not compile' };
  const timeOf = (file) => usual[file] ?? 0;
  const far = (file) => Number(dirname(file) !== dirname(path));
  const quick = testsFor(mutant).filter(({ file }) => timeOf(file) <= Number(options.quick));
  const tests = quick.sort((a, b) => far(a.file) - far(b.file) || a.steps - b.steps || timeOf(a.file) - timeOf(b.file));
  const direct = tests.filter(({ steps }) => steps <= 1).map(({ file }) => file);
  const others = tests.filter(({ steps }) => steps > 1).map(({ file }) => file);
  for (const stage of [direct, others]) {
    if (stage.length === 0) continue;
    // Twice what the tests take otherwise, and time to load them.
    const patience = stage.reduce((sum, file) => sum + 2 + 2 * timeOf(file), 60);
    const { passed, timedOut, by } = await checkout.test(stage, patience, options.skip);
    if (timedOut) return { result: 'timed out' };
    if (!passed) return { result: 'killed', by };
  }
  return { result: 'survived' };
}

async function usualTimes() {
  const reached = new Set(toDo.flatMap((mutant) => testsFor(mutant).map(({ file }) => file)));
  const { passed, by, results, folder } = await checkout.test([...reached], 3600, options.skip);
  if (!passed) throw new Error(`without a change, the tests must pass: ${by}`);
  const usual = Object.fromEntries(
    results.map(({ name, startTime, endTime }) => [name.replace(`${folder}/`, ''), (endTime - startTime) / 1000]),
  );
  appendFileSync(resultsFile, `${JSON.stringify({ usual })}\n`);
  return usual;
}
