/**
 * `ulterior ask detect`: whether a list of questions aims at an attribute; and, with --study, how often that is said wrongly
 * and how soon it is right, as a report. With --fail-below it is a gate: exit status 4 where the questions aim.
 */
import type { Command } from 'commander';
import {
  type AimVerdict,
  type AttributeAim,
  benignPolicies,
  type DetectorSpec,
  detectorDefaults,
  detectorSchema,
  detectorStudyDefaults,
  findItems,
  prepareDetector,
  questionNames,
  runDetectorStudy,
  verdictsOn,
} from '../../defence/index.ts';
import { gateStatus, UlteriorError } from '../../errors/index.ts';
import type { FactorModel } from '../../factorization/index.ts';
import { openThreadPool, readWholeFile, type ThreadPool } from '../../runtime/index.ts';
import { filledIn } from '../../schema/index.ts';
import { coloursFor } from '../shared/colours.ts';
import { longRun, publishRecords } from '../shared/longRun.ts';
import { addRunOptions, type MeasureFlags } from '../shared/measure.ts';
import { positiveNumber, refuseIdle, wholeNumber } from '../shared/options.ts';
import { count, percent, print, taskProgress } from '../shared/output.ts';
import { loadTypeModels } from '../shared/typeModels.ts';
import { addSpecFlags, type FlagsOf, specFrom } from '../spec/specFlags.ts';

const pc = coloursFor(process.stdout);

const FLAGS = { samples: 'samples', level: 'level', ridge: 'ridge', seed: 'seed' } as const;
/** Of a study alone. */
const STUDY = {
  compareAt: 'at',
  interviews: 'interviews',
  attacks: 'attacks',
  shares: 'shares',
  lists: 'lists',
} as const;

interface DetectFlags
  extends Omit<MeasureFlags, 'output'>,
    FlagsOf<DetectorSpec, typeof FLAGS>,
    FlagsOf<DetectorSpec, typeof STUDY> {
  readonly questions?: string;
  readonly study?: boolean;
  readonly output?: string;
  readonly horizon?: number;
  readonly failBelow?: number;
}

const EXAMPLES = `
The file names items by id or title: one per line, a table with a column "item" or "title", a JSON list, a transcript that
\`ulterior ask\` saved, or a compiled questionnaire.

Examples:
  ulterior ask detect gender.safetensors age.safetensors --questions onboarding.txt
  ulterior ask detect gender.safetensors --questions onboarding.txt --fail-below 0.01
  ulterior ask detect gender.safetensors --study --output detector`;

export function addDetect(ask: Command): void {
  const command = ask
    .command('detect')
    .argument('<models...>', 'models from `ulterior train`, one per attribute')
    .description('say whether a list of questions aims at an attribute')
    .option('--questions <file>', 'the questions someone was asked, in order')
    .option('--study', 'measure how often the detector is right and wrong, with one model, and write a report')
    .option('--output <folder>', 'for --study: where to write the report')
    .option(
      '--horizon <number>',
      'look at this many questions at most (default: 20, or the whole list if it is longer)',
      wholeNumber,
    )
    .option('--fail-below <p>', 'exit with status 4 if a corrected p-value is below this', positiveNumber);
  addRunOptions(addSpecFlags(command, detectorSchema, detectorStudyDefaults, { ...FLAGS, ...STUDY }))
    .option('--json', 'print the records instead of a summary')
    .addHelpText('after', EXAMPLES)
    .action(detect);
}

async function detect(paths: readonly string[], flags: DetectFlags): Promise<void> {
  const models = await loadTypeModels(paths);
  if (flags.study) return study(models, paths, flags);
  refuseIdle(flags, ['output', ...Object.values(STUDY)], 'there is no --study');
  const pool = openThreadPool(flags.threads);
  try {
    await check(models, flags, pool);
  } finally {
    await pool.close();
  }
}

async function check(models: readonly FactorModel[], flags: DetectFlags, executor: ThreadPool): Promise<void> {
  const { questions: file } = flags;
  const { samples, seed, level, ridge } = filledIn<DetectorSpec>(detectorStudyDefaults, specFrom(FLAGS, flags));
  if (file === undefined) throw wrongCall('there is no list to check', 'name a file with --questions, or pass --study');
  const names = questionNames(new TextDecoder().decode(await readWholeFile(file)), file);
  const horizon = flags.horizon ?? Math.max(detectorDefaults.horizon, names.length);
  const aims: AttributeAim[] = [];
  for (const model of models) {
    const items = findItems(names, model.items);
    // A catalogue that has no more to ask ends every questionnaire earlier.
    const options = {
      horizon: Math.min(horizon, model.items.size),
      samples,
      seed,
      beliefOptions: { ridge: ridge === 'model' ? undefined : ridge },
    };
    const detector = await prepareDetector(model, options, {
      executor,
      onProgress: flags.quiet ? undefined : taskProgress('drawing questionnaires'),
    });
    aims.push(...detector.check(items));
  }
  const verdicts = verdictsOn(aims, level);
  if (flags.json)
    print(JSON.stringify({ questions: names.length, horizon, samples, level, seed, attributes: verdicts }));
  else if (!flags.quiet) print(...verdictLines(verdicts, names.length, { horizon, samples, level }));
  const least = Math.min(...verdicts.map(({ correctedPValue }) => correctedPValue));
  if (flags.failBelow !== undefined && least < flags.failBelow) process.exitCode = gateStatus;
}

function verdictLines(
  verdicts: readonly AimVerdict[],
  questions: number,
  { horizon, samples, level }: { horizon: number; samples: number; level: number },
): string[] {
  const width = Math.max('attribute'.length, ...verdicts.map(({ attribute }) => attribute.length));
  const rows = verdicts.map(({ attribute, squaredSeparation, pValue, correctedPValue, alarmAt }) => {
    const alarm = alarmAt === undefined ? 'none' : `after ${counted(alarmAt, 'question')}`;
    return `${attribute.padEnd(width)}  ${Math.sqrt(squaredSeparation).toFixed(3).padStart(10)}  ${p(pValue).padStart(8)}  ${p(correctedPValue).padStart(9)}  ${alarm}`;
  });
  const aimed = verdicts.filter(({ correctedPValue }) => correctedPValue <= level).map(({ attribute }) => attribute);
  const found =
    aimed.length > 0
      ? `The questions aim at ${aimed.join(' and ')}, or might as well: they tell its groups apart better than questions that aim at no one.`
      : 'Nothing shows that the questions aim at anything. That does not prove that they do not.';
  return [
    `${counted(questions, 'question')}, compared with ${count(samples)} questionnaires from each of ${benignPolicies.length} strategies that aim at no one`,
    '',
    pc.dim(
      `${'attribute'.padEnd(width)}  ${'separation'.padStart(10)}  ${'p'.padStart(8)}  ${'corrected'.padStart(9)}  alarm (for anyone who looks after every question, ${percent(level)} in ${horizon})`,
    ),
    ...rows,
    '',
    aimed.length > 0 ? pc.yellow(found) : found,
  ];
}

const p = (value: number) => (value < 0.0001 ? '< 0.0001' : value.toFixed(4));
const counted = (number: number, word: string) => `${count(number)} ${word}${number === 1 ? '' : 's'}`;

async function study(models: readonly FactorModel[], paths: readonly string[], flags: DetectFlags): Promise<void> {
  refuseIdle(flags, ['failBelow'], 'the detector is studied: there is no list to fail');
  if (flags.output === undefined) throw wrongCall('a study needs a folder', 'name one with --output');
  if (flags.questions !== undefined) throw wrongCall('a study reads no list of questions', 'leave out --questions');
  if (models.length !== 1) throw wrongCall('a study takes one model', 'run it once for each model');
  const spec = {
    ...specFrom<DetectorSpec, typeof FLAGS>(FLAGS, flags),
    ...specFrom<DetectorSpec, typeof STUDY>(STUDY, flags),
    questions: flags.horizon,
  };
  const records = await longRun({ doing: 'interviewing', source: paths[0]! }, flags, (tools) =>
    runDetectorStudy(models[0]!, spec, tools),
  );
  if (records !== undefined) await publishRecords(records, flags);
}

function wrongCall(what: string, advice: string): UlteriorError {
  return new UlteriorError('PARAMETER_OUT_OF_RANGE', what, advice);
}
