/**
 * `npm run reproduce`: runs the experiments whose data are there, and sets the paper's tables and figures beside ours.
 * With --all also the scripts that print what no experiment measures, so that every table of the documents is made.
 */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { wholeNumber, wordList } from '../../src/cli/shared/options.ts';
import { count, print, warn } from '../../src/cli/shared/output.ts';
import { addPartOptions, PARTS_HELP, type PartFlags } from '../../src/cli/shared/parts.ts';
import { requireWritableOutputs } from '../../src/cli/shared/writableOutputs.ts';
import { openDataset } from '../../src/datasets/index.ts';
import { gateStatus, outOfRange, UlteriorError } from '../../src/errors/index.ts';
import { parametersFrom, train, trained } from '../../src/factorization/index.ts';
import { drawChart } from '../../src/render/index.ts';
import { type Experiment, type Reproduction, type RunExperiment, reproductionPage } from '../../src/report/index.ts';
import {
  loadKernels,
  openThreadPool,
  packageFile,
  readWholeFile,
  type ThreadPool,
  writeFileAtomically,
} from '../../src/runtime/index.ts';
import { compareManifests } from './compareManifests.ts';
import type { Documents, readDocuments, Script } from './documents.ts';
import {
  type ChapterName,
  chapterNames,
  type Manifest,
  type MeasuredRun,
  manifestOf,
  readManifest,
  writeManifest,
} from './manifest.ts';
import { placed, runExperiment } from './runExperiment.ts';
import { type RunScript, refuseFailed, runScripts } from './runScripts.ts';
import { timeQuestions } from './timing.ts';

type Exhibit = Reproduction['exhibits'][number];
type Timing = ReturnType<Reproduction['timings']['get']>;

interface ReproduceFlags extends PartFlags {
  readonly data?: string;
  readonly output: string;
  readonly only?: string[];
  readonly resamples?: number;
  readonly threads?: number;
  /** All times, or none; where it is left out, the paper's timing figure alone. */
  readonly timing?: boolean;
  readonly all?: boolean;
  readonly compare?: string;
  readonly beyond?: boolean;
  readonly defence?: boolean;
  readonly experiments: string;
}

/** Enough for an interval; each of them takes seconds on a large catalogue. */
const TIMED_PEOPLE = 10;

const EXPERIMENTS = packageFile('experiments/');
const BEYOND = join(EXPERIMENTS, 'beyond');
const DEFENCE = join(EXPERIMENTS, 'defence');
const runsIn = (folder: string) => join(folder, 'runs');

/** `documentsOf` tells which scripts and tables belong to a folder of specs. */
export function createReproduce(documentsOf: typeof readDocuments): Command {
  const scriptNames = (kind: Script['prints']) =>
    documentsOf(EXPERIMENTS)
      .scripts.flatMap(({ id, prints }) => (prints === kind ? [id] : []))
      .join(', ');
  return addPartOptions(new Command('npm run reproduce --').exitOverride())
    .hook('preAction', (_, command) => requireWritableOutputs(command))
    .description('run the experiments of the paper on the data you have, and compare')
    .option('--data <folder>', 'a folder with whichever you have of ml-1m, ml-100k, food-world-cup, personality')
    .requiredOption('--output <folder>', 'where to write; run again to resume')
    .option(
      '--beyond',
      'run what goes beyond the paper instead: open questions, many groups, numbers, several attributes',
    )
    .option(
      '--all',
      'make every table of the documents: the paper, what goes beyond it, what helps, and what scripts print; write down what was made from what',
    )
    .option('--defence', 'run what helps instead: the detector, defences, questionnaires')
    .option('--only <list>', 'names of tables, figures or runs to include; with --all also of scripts', wordList)
    .option('--resamples <number>', 'resamples for the intervals', wholeNumber)
    .option('--threads <number>', 'threads (default: all cores)', wholeNumber)
    .option('--timing', 'with --all: also run the scripts that measure how fast this machine is (hours)')
    .option('--no-timing', 'measure no times: leave out the timing figure of the paper, too')
    .option(
      '--compare <manifest>',
      'with --all: manifest.json of another reproduction; exit status 4 unless their figures agree',
    )
    .option('--experiments <folder>', 'another folder of specs, laid out like the paper’s', EXPERIMENTS)
    .addHelpText(
      'after',
      `${PARTS_HELP.replaceAll('ulterior ...', 'npm run reproduce -- ...')}\n\nTables and figures: ${namesIn(EXPERIMENTS).join(', ')}\nRuns: ${namesIn(runsIn(EXPERIMENTS)).join(', ')}\nBeyond the paper: ${namesIn(BEYOND).join(', ')}\nWhat helps: ${namesIn(DEFENCE).join(', ')}\nScripts, with --all: ${scriptNames('figures')}\nTimings, with --all: ${scriptNames('timings')}\n\nExamples:\n  npm run reproduce -- --all --data data --output everything\n  npm run reproduce -- --all --timing --data data --output everything\n  npm run reproduce -- --all --only surveys,scale --data data --output some\n  npm run reproduce -- --all --data data --output everything --compare theirs/manifest.json\n  npm run reproduce -- --data data --output reproduction\n  npm run reproduce -- --beyond --data data --output beyond\n  npm run reproduce -- --defence --data data --output defence\n  npm run reproduce -- --only world-tv --output reproduction\n  npm run reproduce -- --only table-full-history,world-tv --output reproduction`,
    )
    .action((flags: ReproduceFlags) =>
      reproduce(flags, flags.all ? documentsOf(flags.experiments) : { scripts: [], tables: [] }),
    );
}

/** One page of results: the paper, what goes beyond it, or what helps. */
interface Chapter {
  readonly name: ChapterName;
  readonly subject: Reproduction['subject'];
  readonly experiments: readonly Experiment[];
  readonly exhibits: readonly Exhibit[];
}

async function reproduce(flags: ReproduceFlags, documents: Documents): Promise<void> {
  const chapters = await Promise.all(chaptersOf(flags).map((name) => readChapter(name, flags)));
  checkTogether(documents, flags);
  // Before hours of work: it may be no manifest.
  const other = flags.compare === undefined ? undefined : await readManifest(flags.compare);
  const { chosen, scripts } = selected(chapters, documents, flags);
  mkdirSync(flags.output, { recursive: true });
  const pool = openThreadPool(flags.threads);
  const measured: MeasuredRun[] = [];
  try {
    for (const chapter of chosen) {
      const output = flags.all ? join(flags.output, chapter.name) : flags.output;
      const runs = await runChapter(chapter, { ...flags, output }, pool);
      measured.push(...runs.map((run) => ({ ...run, chapter: chapter.name })));
    }
  } finally {
    await pool.close();
  }
  // Scripts have no parts: who collects runs them.
  if (!flags.all || flags.part !== undefined) return;
  const printed = await runWanted(scripts, flags);
  const manifest = await manifestOf({ runs: measured, scripts: printed, tables: documents.tables }, flags);
  print(`What was made from what: ${await writeManifest(manifest, flags.output)}`);
  if (other !== undefined) tellCompared(manifest, other);
  refuseFailed(printed);
}

/** Refuses flags that would do nothing. Times are asked for once: by --timing, or by the names of their scripts. */
function checkTogether({ scripts }: Documents, flags: ReproduceFlags): void {
  const { all, compare, only, part, timing } = flags;
  const named = scripts.filter(({ id }) => only?.includes(id));
  const timings = named.filter(({ prints }) => prints === 'timings').map(({ id }) => id);
  const given = { '--timing': timing === true ? true : undefined, '--compare': compare };
  for (const [flag, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (!all) throw outOfRange(flag, value, 'given together with --all');
    if (part !== undefined) throw outOfRange(flag, value, 'left out where --part is given, and given with --collect');
  }
  if (timing === true && only !== undefined) {
    throw outOfRange('--timing', true, 'left out where --only is given: name the timings there');
  }
  if (timing === false && timings.length > 0) {
    throw outOfRange('--no-timing', true, `left out where --only names timings (${timings.join(', ')})`);
  }
  if (part !== undefined && named.length > 0) {
    throw outOfRange('--only', only?.join(','), 'names of what has parts; scripts have none, and --collect runs them');
  }
}

/** Timings take long and say nothing about the data: unless they are asked for, they are left out, and the manifest says so. */
async function runWanted(scripts: readonly Script[], flags: ReproduceFlags): Promise<RunScript[]> {
  const asked = ({ prints }: Script) => prints === 'figures' || flags.timing === true || flags.only !== undefined;
  const leftOut = 'nobody asked for it: --timing does';
  return [
    ...(await runScripts(scripts.filter(asked), flags)),
    ...scripts.filter((one) => !asked(one)).map((script) => ({ script, leftOut, failed: false })),
  ];
}

function tellCompared(ours: Manifest, theirs: Manifest): void {
  const { lines, agree } = compareManifests(ours, theirs);
  print(...lines);
  if (!agree) process.exitCode = gateStatus;
}

/** --all makes every chapter; otherwise one. */
function chaptersOf({ all, beyond, defence }: ReproduceFlags): readonly ChapterName[] {
  const given = Object.entries({ all, beyond, defence }).flatMap(([name, set]) => (set ? [name] : []));
  const [first, second] = given;
  if (second !== undefined) throw outOfRange(`--${second}`, true, `left out where --${first} is given`);
  return all ? chapterNames : beyond ? ['beyond'] : defence ? ['defence'] : ['paper'];
}

async function readChapter(name: ChapterName, { experiments: root, all }: ReproduceFlags): Promise<Chapter> {
  const folder = name === 'paper' ? root : join(all ? root : EXPERIMENTS, name);
  const experiments = await readSpecs<Experiment>(runsIn(folder));
  const exhibits = await readSpecs<Exhibit>(folder);
  const subject = name === 'paper' && exhibits.every(({ paper }) => paper === undefined) ? 'beyond' : name;
  const waiting: RunExperiment[] = experiments.map((experiment) => ({ experiment }));
  // The page without results, before hours of work: it refuses specs that it could not show at their end.
  await reproductionPage({ exhibits, runs: waiting, timings: new Map(), draw: drawChart, subject });
  return { name, subject, experiments, exhibits };
}

/** Runs what the exhibits of a chapter draw on, where its data are there, and writes its page. */
async function runChapter(chapter: Chapter, flags: ReproduceFlags, pool: ThreadPool): Promise<RunExperiment[]> {
  const { experiments, exhibits, subject } = chapter;
  const present = ({ needs }: Experiment) =>
    needs === undefined || (flags.data !== undefined && existsSync(join(flags.data, needs)));
  const needed = new Set(exhibits.flatMap(({ kind, runs }) => (kind === 'timing' ? [] : runs)));
  mkdirSync(flags.output, { recursive: true });
  const runs: RunExperiment[] = [];
  for (const experiment of experiments) {
    const run = needed.has(experiment.id) && present(experiment);
    runs.push(run ? await runExperiment(experiment, flags, pool) : { experiment });
  }
  // The page, and what is timed, come when all is there.
  if (flags.part !== undefined) return runs;
  const timings = new Map<string, NonNullable<Timing>>();
  for (const exhibit of exhibits) {
    if (exhibit.kind !== 'timing') continue;
    const first = exhibit.runs.map((id) => experiments.find((one) => one.id === id)!).find(present);
    if (first !== undefined) timings.set(exhibit.id, await measure(exhibit.answers, first, flags, pool));
  }
  const page = await reproductionPage({ exhibits, runs, timings, draw: drawChart, subject });
  const path = join(flags.output, 'index.html');
  await writeFileAtomically(path, new TextEncoder().encode(page));
  print(`The page: ${path}`);
  return runs.filter(({ experiment }) => needed.has(experiment.id));
}

/** The chapters and scripts that are named, if any are, each chapter cut to what is named. */
function selected(
  chapters: readonly Chapter[],
  documents: Documents,
  flags: ReproduceFlags,
): { readonly chosen: readonly Chapter[]; readonly scripts: readonly Script[] } {
  const { only = [] } = flags;
  const names = [...chapters.flatMap(namesOf), ...documents.scripts.map(({ id }) => id)];
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw outOfRange('--only', unknown, `among ${names.join(', ')}`);
  const chosen = chapters
    .filter((chapter) => only.length === 0 || namesOf(chapter).some((name) => only.includes(name)))
    .map((chapter) => ({ ...chapter, exhibits: selectedExhibits(chapter, flags) }))
    .filter(({ exhibits }) => exhibits.length > 0);
  const scripts = documents.scripts.filter(({ id }) => only.length === 0 || only.includes(id));
  if (chosen.length === 0 && scripts.length === 0) {
    throw outOfRange('--only', only.join(','), 'tables or figures and runs that they draw on');
  }
  return { chosen, scripts };
}

const namesOf = ({ exhibits, experiments }: Chapter) => [...exhibits, ...experiments].map(({ id }) => id);

/** Named exhibits, cut to named runs; without names of a kind, all of that kind. */
function selectedExhibits({ exhibits, experiments }: Chapter, { only = [], timing }: ReproduceFlags): Exhibit[] {
  const [shown, drawnOn] = [exhibits, experiments].map((specs) => specs.map(({ id }) => id));
  const wanted = (names: readonly string[], name: string) =>
    only.includes(name) || !only.some((one) => names.includes(one));
  return exhibits
    .filter(({ id, kind }) => wanted(shown!, id) && (timing !== false || kind !== 'timing'))
    .map((exhibit) => ({
      ...exhibit,
      runs: exhibit.runs.filter((run) => wanted(drawnOn!, run)),
      published: exhibit.published.filter(({ run }) => wanted(drawnOn!, run)),
    }))
    .filter(({ runs }) => runs.length > 0);
}

async function measure(
  answers: readonly number[],
  experiment: Experiment,
  flags: ReproduceFlags,
  pool: ThreadPool,
): Promise<NonNullable<Timing>> {
  const { dataset } = await openDataset(placed(experiment, flags.data));
  const [attribute] = dataset.attributes.keys();
  const result = await train(dataset, attribute!, parametersFrom('paper', { step: 0.01 }), {
    kernels: loadKernels('shared', warn),
    executor: pool,
  });
  const model = trained(result);
  const possible = answers.filter((answered) => answered < dataset.items.size);
  // Once for nothing: the first calls also pay for compiling.
  timeQuestions(model, possible, 1);
  return {
    rows: timeQuestions(model, possible, TIMED_PEOPLE),
    on: `the ${count(dataset.items.size)} items of ${experiment.title}, profiles of length 20`,
  };
}

function namesIn(folder: string): string[] {
  if (!existsSync(folder)) {
    throw new UlteriorError('FILE_NOT_READABLE', `there is no folder "${folder}"`, 'check the path', { path: folder });
  }
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.map((name) => name.replace(/\.json$/, '')).sort();
}

async function readSpecs<Spec extends { readonly id: string }>(folder: string): Promise<Spec[]> {
  return Promise.all(namesIn(folder).map((name) => readSpec<Spec>(join(folder, `${name}.json`), name)));
}

/** What is in it is checked where it is shown. */
async function readSpec<Spec extends { readonly id: string }>(path: string, name: string): Promise<Spec> {
  const refusal = (problem: string, advice: string) =>
    new UlteriorError('FILE_MALFORMED', `"${path}" ${problem}`, advice, { path });
  const text = new TextDecoder().decode(await readWholeFile(path));
  let spec: Partial<Spec> | null;
  try {
    spec = JSON.parse(text) as Partial<Spec> | null;
  } catch (cause) {
    throw refusal(`is not JSON: ${cause instanceof Error ? cause.message : cause}`, 'correct it there');
  }
  if (spec?.id !== name) throw refusal(`does not have the id "${name}"`, 'name a spec after its file');
  return spec as Spec;
}
