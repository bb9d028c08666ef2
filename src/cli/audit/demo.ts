/**
 * `ulterior demo`: makes a synthetic world, trains on most of its people, interviews one of the others and shows what
 * each answer gave away; then audits the whole world and writes a report. Everything is invented; nobody's data are used.
 */
import type { Command } from 'commander';
import { contender, runAudit } from '../../audit/index.ts';
import { type FactorModel, parametersFrom, train, trained } from '../../factorization/index.ts';
import { Interview } from '../../interview/index.ts';
import { derive } from '../../maths/index.ts';
import { attributeOf, type Dataset, itemIndex, subsetUsers, userIndex } from '../../ratings/index.ts';
import { writeReport } from '../../render/index.ts';
import { firstLines, reportOf } from '../../report/index.ts';
import { loadKernels, openThreadPool } from '../../runtime/index.ts';
import { createStrategy } from '../../selection/index.ts';
import { createWorld, worldPresets } from '../../worlds/index.ts';
import { coloursFor } from '../shared/colours.ts';
import { wholeNumber } from '../shared/options.ts';
import { bar, count, percent, print, taskProgress, trainingProgress, warn } from '../shared/output.ts';
import { plantedIn } from '../shared/planted.ts';

const pc = coloursFor(process.stdout);

/** Width of the bar that shows the belief. */
const BAR = 30;

interface DemoOptions {
  readonly seed: number;
  readonly questions: number;
  readonly threads?: number;
  readonly output: string;
  readonly audit: boolean;
}

export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('interview one person of an invented world, then audit that world and write a report')
    .option('--seed <number>', 'another seed gives another world and another person', wholeNumber, 1)
    .option('--questions <number>', 'how many questions to ask', wholeNumber, 10)
    .option('--threads <number>', 'threads for training (default: all cores)', wholeNumber)
    .option('--output <folder>', 'where to write the report', 'ulterior-demo')
    .option('--no-audit', 'only the interview')
    .addHelpText('after', '\nExamples:\n  ulterior demo\n  ulterior demo --seed 7 --questions 15')
    .action(runDemo);
}

async function runDemo({ seed, questions, threads, output, audit }: DemoOptions): Promise<void> {
  const { dataset, spec } = createWorld(worldPresets.demo, seed);
  const person = derive(seed, 'demo-person').below(dataset.users.size);
  const others = Array.from({ length: dataset.users.size }, (_, user) => user).filter((user) => user !== person);
  print(
    `${pc.bold('An invented world')}: ${count(dataset.users.size)} people rated ${count(dataset.items.size)} films, ${count(dataset.ratings.count)} ratings in total.`,
    `Some are ${spec.types.map(({ label }) => `${label}s`).join(', some are ')}; many films please one group a little more than the other.`,
    '',
  );
  const model = await trainOn(subsetUsers(dataset, others), spec.attribute, seed, threads);
  print(
    `A model was trained on ${count(others.length)} of them. The last one, ${dataset.users.id(userIndex(person))}, did not say which group they belong to.`,
    'The recommender asks them to rate a few films, “to get to know your taste”:',
    '',
  );
  const interview = holdInterview(dataset, model, person, questions);
  const truth = attributeOf(dataset, spec.attribute).values[person]!;
  const guess = interview.belief.mostLikely();
  print(
    '',
    `After ${interview.steps.length} questions about films it thinks they are ${article(model.typeLabels[guess]!)}, with ${percent(interview.belief.confidence())} confidence.`,
    `They are ${article(model.typeLabels[truth]!)}: the guess is ${guess === truth ? pc.bold('right') : pc.bold('wrong')}. No one asked them about it.`,
  );
  if (audit) await auditWorld(dataset, spec.attribute, seed, output, threads);
}

/** The same with everybody: a small audit, quick enough for a demonstration. */
async function auditWorld(
  dataset: Dataset,
  attribute: string,
  seed: number,
  output: string,
  threads?: number,
): Promise<void> {
  print('', pc.bold('And everyone else?'));
  const pool = openThreadPool(threads);
  try {
    const spec = {
      attribute,
      seed,
      folds: 5,
      training: parametersFrom('als', { dimension: worldPresets.demo.dimension, seed }),
      contenders: [contender('separation', { label: 'Exact selection' }), contender('random', { label: 'Random' })],
      maxQuestions: 20,
      compareAt: [5, 10, 20],
      resamples: 200,
      fullHistory: ['factor', 'logistic'],
      controls: 1,
    };
    const records = await runAudit(dataset, spec, {
      kernels: loadKernels('shared', warn),
      executor: pool,
      source: `world:demo,seed=${seed}`,
      planted: plantedIn({ kind: 'world', name: 'demo', seed }, 2, { resamples: spec.resamples, level: 0.95 }, pool),
      finished: () => new Date().toISOString(),
      onProgress: taskProgress('auditing'),
    });
    const { files, warnings } = await writeReport(records, output);
    for (const warning of warnings) warn(warning);
    print(...firstLines(reportOf(records).first!).slice(0, 2), `The report: ${files[0]}`);
  } finally {
    await pool.close();
  }
}

async function trainOn(dataset: Dataset, attribute: string, seed: number, threads?: number): Promise<FactorModel> {
  const pool = openThreadPool(threads);
  try {
    const parameters = parametersFrom('als', { dimension: worldPresets.demo.dimension, seed });
    const tools = { kernels: loadKernels('shared', warn), executor: pool, onProgress: trainingProgress('training') };
    return trained(await train(dataset, attribute, parameters, tools));
  } finally {
    await pool.close();
  }
}

/** Asks films the person has rated in this world, and answers with those ratings. */
function holdInterview(dataset: Dataset, model: FactorModel, person: number, questions: number): Interview {
  const { starts, indices, values } = dataset.ratings.byUser;
  const ratings = new Map<number, number>();
  for (let at = starts[person]!; at < starts[person + 1]!; at++) ratings.set(indices[at]!, values[at]!);
  let interview = Interview.start({
    model,
    strategy: createStrategy({ model, seed: 1 }),
    protocol: { kind: 'rated', items: [...ratings.keys()].map(itemIndex) },
    stopping: { maxQuestions: questions },
  });
  const [first, second] = model.typeLabels;
  const width = Math.max(...[...ratings.keys()].map((item) => model.items.title(itemIndex(item)).length));
  print(`${' '.repeat(width + 15)}${pc.dim(second!.padEnd(BAR - first!.length) + first)}`);
  showBelief('before the first question'.padEnd(width + 13), interview);
  while (interview.status.kind === 'asking') {
    const { question } = interview.status;
    const rating = ratings.get(question)!;
    interview = interview.answer(question, rating);
    const number = String(interview.steps.length).padStart(2);
    const stars = '★'.repeat(rating).padEnd(5, '☆');
    showBelief(`${number}  ${model.items.title(question).padEnd(width)}    ${pc.yellow(stars)}`, interview);
  }
  return interview;
}

function showBelief(label: string, interview: Interview): void {
  const probability = interview.posterior()[0]!;
  print(`${label}  ${pc.cyan(bar(probability, BAR))} ${percent(probability).padStart(8)}`);
}

function article(label: string): string {
  return /^[aeiou]/i.test(label) ? `an ${label}` : `a ${label}`;
}
