/**
 * Leaks that must be found, and leaks that are not there. Every world is made from a seed and audited by all default attackers;
 * what counts are the words of the answer. Prints a table
 * (docs/testing.md shows one).
 *
 *   npm run planted -- --seeds 20
 *   npm run planted -- --seeds 5 --only xorOfTwo,rareItem
 *   npm run planted -- --write worlds        # as CSV files, for scripts/planted/peer.py
 */
import { fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { answerTo } from './planted/answer.mjs';
import { cases } from './planted/cases.mjs';
import { csvOf } from './planted/dirtyWorlds.mjs';

const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    only: { type: 'string' },
    part: { type: 'string' },
    write: { type: 'string' },
  },
});
const SEEDS = Number(options.seeds);
const wanted = options.only?.split(',');
const chosen = cases.filter(({ name }) => wanted === undefined || wanted.includes(name));
/** Every case with every seed. */
const runs = chosen.flatMap((one) => Array.from({ length: SEEDS }, (_, n) => ({ name: one.name, seed: n + 1 })));

if (options.write !== undefined) {
  mkdirSync(options.write, { recursive: true });
  for (const { name, seed } of runs) {
    const { make } = cases.find((own) => own.name === name);
    writeFileSync(join(options.write, `${name}-${seed}.csv`), csvOf(make(seed)));
  }
} else if (options.part !== undefined) {
  const [at, of] = options.part.split('/').map(Number);
  for (const [n, { name, seed }] of runs.entries()) {
    if (n % of !== at) continue;
    const one = cases.find((own) => own.name === name);
    process.send({ name, seed, text: await answerTo(one.make(seed)) });
  }
} else {
  const found = new Map(chosen.map(({ name }) => [name, []]));
  const parts = Math.min(availableParallelism(), runs.length);
  await Promise.all(
    Array.from({ length: parts }, (_, at) => {
      const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--part', `${at}/${parts}`]);
      child.on('message', ({ name, seed, text }) => found.get(name).push({ seed, text }));
      return new Promise((done, fail) =>
        child.on('exit', (code) => (code === 0 ? done() : fail(new Error(`a part ended with ${code}`)))),
      );
    }),
  );
  console.log('| world | must read | does |\n| --- | --- | --- |');
  for (const { name, description, reads, words } of chosen) {
    const right = found.get(name).filter(({ text }) => reads.test(text));
    console.log(`| ${name}: ${description} | ${words} | ${right.length} of ${SEEDS} |`);
    for (const { seed, text } of found.get(name).filter(({ text }) => !reads.test(text))) {
      console.error(`${name}, seed ${seed}: ${text.slice(0, 300).replaceAll('\n', ' ')}`);
    }
  }
}
