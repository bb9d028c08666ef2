/**
 * Does anything that somebody else wrote bring the readers down? Changes the inputs of a corpus again and again, keeps what
 * reaches new code, and stops at the first input that does more than fail with a coded error, that takes longer than ten
 * seconds, or for which the process grows beyond a bound.
 *
 *   npm run fuzz -- --target table --seconds 600
 *   npm run fuzz -- --seconds 60          # each target for a minute
 *
 * Targets are the files of test/fuzz/targets. What is found is written to test/fuzz/found/TARGET: mend the code and keep the
 * file, which `npm test` then tries each time. What reaches new code stays in build/fuzz, for the next run.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bundleSources } from './bundleSources.mjs';
import { instrument, wordsOf } from './fuzz/instrument.mjs';

const { values: options } = parseArgs({
  options: {
    target: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
});
const seconds = Number(options.seconds);
const seed = Number(options.seed);
if (!(seconds > 0) || !Number.isInteger(seed))
  throw new Error('--seconds takes a number above 0, --seed a whole number');
const known = readdirSync('test/fuzz/targets').map((file) => file.replace(/\.ts$/, ''));
const targets = options.target === undefined ? known : [options.target];
for (const name of targets)
  if (!known.includes(name)) throw new Error(`there is no target ${name}: ${known.join(', ')}`);

/** The service has a database in the same process. */
const mostMegabytes = (name) => (name === 'http' ? 3000 : 1200);

for (const name of targets) {
  const plain = await bundleSources(`test/fuzz/targets/${name}.ts`);
  const { text, counters } = instrument(plain);
  const [reached, found] = [`build/fuzz/${name}`, `test/fuzz/found/${name}`];
  for (const folder of [reached, found]) mkdirSync(folder, { recursive: true });
  const bundle = `build/fuzz/${name}.mjs`;
  writeFileSync(bundle, text);
  const call = {
    ...{ bundle, counters, words: wordsOf(plain), found, seconds, seed, mostSeconds: 10 },
    folders: [reached, `test/fuzz/corpus/${name}`, found],
    mostMegabytes: mostMegabytes(name),
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/fuzz/loop.mjs', JSON.stringify(call)], {
    encoding: 'utf8',
  });
  const { runs, places, kept } = JSON.parse(stdout.trim().split('\n').at(-1) || '{}');
  const end = status === 0 ? 'nothing found' : 'FOUND';
  console.log(`${name}: ${runs} runs in ${seconds} s, ${places} of ${counters} places, ${kept} inputs kept, ${end}`);
  if (status === 0) continue;
  process.exitCode = 1;
  console.log(stderr);
}
