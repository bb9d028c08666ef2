/** `ulterior reproduce`: runs the experiments whose data are there, and sets the paper's figures beside ours. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { type AuditRecords, auditSpec, type Experiment, runAudit } from '../audit/index.ts';
import { type DatasetSource, openDataset } from '../datasets/index.ts';
import { outOfRange } from '../errors/index.ts';
import { parametersFrom, train, trained } from '../factorization/index.ts';
import { type Dataset, fingerprint } from '../ratings/index.ts';
import { drawChart, drawCharts, writeReport } from '../render/index.ts';
import { type RunExperiment, reproductionPage, type TimingRow, timingChart } from '../report/index.ts';
import {
  loadKernels,
  openCheckpoints,
  openThreadPool,
  type ThreadPool,
  writeFileAtomically,
} from '../runtime/index.ts';
import { summaryLines } from './auditSummary.ts';
import { wholeNumber, wordList } from './options.ts';
import { count, print, taskProgress, warn } from './output.ts';
import { plantedIn } from './planted.ts';
import { timeQuestions } from './timing.ts';

interface ReproduceFlags {
  readonly data?: string;
  readonly output: string;
  readonly only?: string[];
  readonly resamples?: number;
  readonly threads?: number;
  readonly timing: boolean;
}

/** Numbers of answers at which the time of a question is measured. */
const TIMED_AT = [1, 5, 10, 20, 30, 50];

const EXPERIMENTS = fileURLToPath(new URL('../../experiments/', import.meta.url));

export function addReproduce(program: Command): void {
  program
    .command('reproduce')
    .description('run the experiments of the paper on the data that are there, and compare')
    .option('--data <folder>', 'a folder with ml-1m, ml-100k, food-world-cup, as far as you have them')
    .requiredOption('--output <folder>', 'where to write, and to go on after an interruption')
    .option('--only <list>', 'experiments to run, by name', wordList)
    .option('--resamples <number>', 'resamples for the intervals', wholeNumber)
    .option('--threads <number>', 'threads (default: all cores)', wholeNumber)
    .option('--no-timing', 'leave out the timing figure')
    .addHelpText(
      'after',
      `\nExperiments: ${readExperiments()
        .map(({ id }) => id)
        .join(
          ', ',
        )}\n\nExamples:\n  ulterior reproduce --data data --output reproduction\n  ulterior reproduce --only world-tv --output reproduction`,
    )
    .action(reproduce);
}

async function reproduce(flags: ReproduceFlags): Promise<void> {
  const all = readExperiments();
  const unknown = flags.only?.find((id) => !all.some((experiment) => experiment.id === id));
  if (unknown !== undefined) throw outOfRange('--only', unknown, `among ${all.map(({ id }) => id).join(', ')}`);
  const wanted = all.filter(({ id }) => flags.only === undefined || flags.only.includes(id));
  const present = (experiment: Experiment) =>
    experiment.needs === undefined || (flags.data !== undefined && existsSync(join(flags.data, experiment.needs)));
  const pool = openThreadPool(flags.threads);
  try {
    const runs: RunExperiment[] = [];
    let timing: TimingRow[] = [];
    let timedOn = '';
    for (const experiment of wanted.filter(present)) {
      print(experiment.title);
      const source = placed(experiment, flags.data);
      const { dataset } = await openDataset(source);
      const records = await runOne(experiment, source, dataset, flags, pool);
      const folder = join(flags.output, experiment.id);
      for (const warning of (await writeReport(records, folder)).warnings) warn(warning);
      runs.push({ experiment, records, charts: await drawCharts(records), report: `${experiment.id}/report.html` });
      print(...summaryLines(records), '');
      if (flags.timing && timing.length === 0) {
        const result = await train(dataset, records.spec.attribute, parametersFrom('paper', { step: 0.01 }), {
          kernels: loadKernels('shared', warn),
          executor: pool,
        });
        timing = timeQuestions(
          trained(result),
          TIMED_AT.filter((answers) => answers < dataset.items.size),
          3,
        );
        timedOn = `${count(dataset.items.size)} items of ${experiment.title}, profiles of length 20`;
      }
    }
    const missing = wanted.filter((experiment) => !present(experiment));
    const chart = timingChart(timing);
    const page = reproductionPage({ runs, missing, timing, timingChart: chart && (await drawChart(chart)), timedOn });
    const path = join(flags.output, 'index.html');
    await writeFileAtomically(path, new TextEncoder().encode(page));
    print(`The page: ${path}`);
  } finally {
    await pool.close();
  }
}

async function runOne(
  experiment: Experiment,
  source: DatasetSource,
  dataset: Dataset,
  flags: ReproduceFlags,
  pool: ThreadPool,
): Promise<AuditRecords> {
  const [attribute] = dataset.attributes.keys();
  const changes = flags.resamples === undefined ? {} : { resamples: flags.resamples };
  const spec = auditSpec({ ...experiment.spec, ...changes, attribute: attribute! });
  const identity = { data: fingerprint(dataset, attribute), spec };
  return runAudit(dataset, spec, {
    kernels: loadKernels('shared', warn),
    executor: pool,
    checkpoints: await openCheckpoints(join(flags.output, experiment.id, 'checkpoints'), identity),
    source: experiment.title,
    planted: plantedIn(source, dataset.attributes.get(attribute!)!.labels.length, spec, pool),
    finished: () => new Date().toISOString(),
    onProgress: taskProgress('auditing'),
  });
}

/** The source with its files below the data folder. */
function placed({ source }: Experiment, folder = ''): DatasetSource {
  const path = typeof source['path'] === 'string' ? { path: join(folder, source['path']) } : {};
  return { ...source, ...path, ...(source['kind'] === 'known' ? { folder } : {}) } as unknown as DatasetSource;
}

function readExperiments(): Experiment[] {
  const names = readdirSync(EXPERIMENTS).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => JSON.parse(readFileSync(join(EXPERIMENTS, name), 'utf8')) as Experiment);
}
