/**
 * `ulterior bench`: how fast this machine is, as ratios: WebAssembly against plain TypeScript, threads against one, the
 * exact selector against the paper's. The benchmarks with bars are `npm run bench` in a clone.
 */
import type { Command } from 'commander';
import { parametersFrom, type TrainingTools, train, trained } from '../../factorization/index.ts';
import { twinRuntime } from '../../kernels/index.ts';
import type { Dataset } from '../../ratings/index.ts';
import { loadKernels, openThreadPool } from '../../runtime/index.ts';
import { createWorld, worldPresets } from '../../worlds/index.ts';
import { wholeNumber } from '../shared/options.ts';
import { print, warn } from '../shared/output.ts';
import { timeQuestions } from '../shared/timing.ts';

interface Row {
  readonly what: string;
  readonly ratio: number;
  readonly milliseconds: number;
  readonly referenceMilliseconds: number;
}

export function addBench(program: Command): void {
  program
    .command('bench')
    .description('measure this machine: kernels, threads and selection, each against its reference')
    .option('--threads <number>', 'threads to compare with one (default: all cores)', wholeNumber)
    .option('--json', 'print JSON instead')
    .addHelpText('after', '\nExamples:\n  ulterior bench\n  ulterior bench --threads 4 --json')
    .action(async ({ threads, json }: { threads?: number; json?: boolean }) => {
      const rows = await measure(threads);
      if (json) return print(JSON.stringify(rows, undefined, 2));
      for (const { what, ratio, milliseconds, referenceMilliseconds } of rows) {
        const times = `${milliseconds.toPrecision(3)} against ${referenceMilliseconds.toPrecision(3)} ms`;
        print(`${what.padEnd(62)} ${ratio.toFixed(1).padStart(7)} times   ${times}`);
      }
    });
}

async function measure(threads: number | undefined): Promise<Row[]> {
  const { dataset } = createWorld({ ...worldPresets.movielens, users: 2000 }, 1);
  const kernels = loadKernels('shared', warn);
  const twin = twinRuntime({ shared: false });
  const pool = openThreadPool(threads);
  const single = openThreadPool(1);
  const row = (what: string, milliseconds: number, referenceMilliseconds: number): Row => {
    return { what, ratio: referenceMilliseconds / milliseconds, milliseconds, referenceMilliseconds };
  };
  try {
    const rows: Row[] = [];
    for (const solver of ['als', 'sgd'] as const) {
      const name = `${solver.toUpperCase()} iteration`;
      const fast = await iteration(dataset, solver, { kernels });
      const slow = await iteration(dataset, solver, { kernels: twin });
      rows.push(row(`${name}: kernels against plain TypeScript`, fast, slow));
      const one = await iteration(dataset, solver, { kernels, executor: single });
      const many = await iteration(dataset, solver, { kernels, executor: pool });
      rows.push(row(`${name}: ${pool.threads} threads against one`, many, one));
    }
    const parameters = parametersFrom('als', { dimension: 20, iterations: 2 });
    const model = trained(await train(dataset, 'gender', parameters, { kernels }));
    const times = timeQuestions(model, [50], 2);
    const mean = (strategy: string) => times.find((time) => time.strategy === strategy)!.mean;
    for (const reference of ['IncFBC', 'FBC-Selection']) {
      rows.push(row(`question at 50 answers: exact selector against ${reference}`, mean('ours'), mean(reference)));
    }
    return rows;
  } finally {
    await pool.close();
    await single.close();
  }
}

/** The fastest of a few iterations, the cold first one left out. */
async function iteration(dataset: Dataset, solver: 'als' | 'sgd', tools: TrainingTools): Promise<number> {
  const times: number[] = [];
  let last: number | undefined;
  const onProgress = () => {
    const now = performance.now();
    if (last !== undefined) times.push(now - last);
    last = now;
  };
  const base = parametersFrom(solver === 'als' ? 'als' : 'paper');
  await train(dataset, 'gender', { ...base, dimension: 20, iterations: 4 }, { ...tools, onProgress });
  return Math.min(...times);
}
