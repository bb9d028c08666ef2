/**
 * `ulterior questionnaire`: for anyone who asks newcomers about items. `check` says what a list gives away and what it is worth,
 * and is a gate with --max-auc; `design` proposes a list that gives away little; `compile` writes the attacker's list, to
 * compare with.
 */
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import {
  aboveLimit,
  type DesignOrigin,
  designedListTable,
  designOrigin,
  type QuestionnaireStudy,
  questionNames,
  type StudySpec,
  studyDefaults,
  studyModels,
  studyQuestionnaire,
  studySchema,
  studySpec,
} from '../../defence/index.ts';
import { gateStatus, UlteriorError } from '../../errors/index.ts';
import { channelDefaults, type FactorModel, trainChannels, trained } from '../../factorization/index.ts';
import { compileQuestionnaire } from '../../interview/index.ts';
import { fingerprint } from '../../ratings/index.ts';
import { loadAnswerModel, openCheckpoints, readWholeFile, writeFileAtomically } from '../../runtime/index.ts';
import { filledIn } from '../../schema/index.ts';
import type { ReadDataset } from '../../tables/index.ts';
import { attributeList } from '../shared/attributeList.ts';
import {
  addDataOptions,
  type DataFlags,
  OF_DATA,
  openData,
  readSource,
  SOURCE_HELP,
  sourceFrom,
} from '../shared/dataOptions.ts';
import { addGateOptions, GATE_HELP } from '../shared/gateOptions.ts';
import { longRun, publishRecords } from '../shared/longRun.ts';
import { addRunOptions, type MeasureFlags, OUTPUT } from '../shared/measure.ts';
import { namedData, withNamedData } from '../shared/namedData.ts';
import { positiveNumber, refuseIdle, wholeNumber } from '../shared/options.ts';
import { print } from '../shared/output.ts';
import { addSpecFlags, type FlagsOf, specFrom } from '../shared/specFlags.ts';
import {
  addTrainingOptions,
  notOfChannels,
  OF_RATINGS,
  type TrainingFlags,
  trainingFrom,
} from '../shared/trainingOptions.ts';

interface SourceFlags extends DataFlags, TrainingFlags {
  readonly model?: string[];
  readonly data?: string;
}

const FLAGS = {
  budgets: 'budgets',
  ridge: 'ridge',
  predictionRidge: 'predictionRidge',
  folds: 'folds',
  resamples: 'resamples',
  agendaSamples: 'agendaSamples',
} as const;

interface StudyFlags extends SourceFlags, Omit<MeasureFlags, 'output'>, FlagsOf<StudySpec, typeof FLAGS> {
  readonly questions?: number;
  readonly control: boolean;
  readonly output?: string;
  readonly saveList?: string;
}

const EXAMPLES = {
  check: `
A list is a file with one id or title per line, a table with a column "item", "id" or "title", a JSON list, or a compiled questionnaire.
With models alone nobody is asked: the gate then judges the figure that they imply, which has no interval.
A list of "design --save-list" looks better than it is when you check it on the people it was designed on. The check says so, and also
measures lists that are designed in the same way without the people who are asked.

Examples:
  ulterior questionnaire check onboarding.txt --model ratings.safetensors seen-and-rated.safetensors --max-auc 0.6
  ulterior questionnaire check onboarding.csv --data ml-1m:data --attribute "gender,age>=35" --output report`,
  design: `
Exit status 4: no list stays below --max-auc, or the people who were asked it gave away more to the strongest attacker. A designed list uses up
its budget, so that the estimate counts; --fail-on upper also asks for the upper end.

Examples:
  ulterior questionnaire design --questions 10 --max-auc 0.6 --model ratings.safetensors seen-and-rated.safetensors --save-list list.csv
  ulterior questionnaire design --questions 10 --max-auc 0.6 --data ml-1m:data --attribute gender --min-user 20 --min-item 20 --output report`,
  compile: `
Examples:
  ulterior questionnaire compile --model seen-and-rated.safetensors --questions 10 --output attack.json
  ulterior questionnaire compile --data ml-1m:data --attribute gender --output attack.json`,
};

export function addQuestionnaire(program: Command): void {
  const group = program
    .command('questionnaire')
    .description('check a list of questions for what it gives away, or design one that gives away little');
  addGateOptions(addStudyOptions(group.command('check').argument('<file>', 'the list of questions')))
    .description('say what a list of questions gives away, question by question, and what it is worth')
    .addHelpText('after', `${SOURCE_HELP}\n${GATE_HELP}\n${EXAMPLES.check}`)
    .action(check);
  addGateOptions(addStudyOptions(group.command('design')), 'design')
    .description('propose a list that teaches about taste and gives away little')
    .option('--questions <number>', 'questions', wholeNumber, 10)
    .option('--max-auc <number>', 'the most that the list may give away (AUC)', positiveNumber, 0.6)
    .option('--save-list <file>', 'write the proposed list as a table (CSV)')
    .addHelpText('after', `${SOURCE_HELP}\n${EXAMPLES.design}`)
    .action(design);
  addSourceOptions(group.command('compile'))
    .description('write the list an attacker would ask, and how it turns answers into a belief (JSON), for comparison')
    .requiredOption('--output <file>', 'where to write it')
    .option('--questions <number>', 'questions', wholeNumber, 10)
    .addHelpText('after', `${SOURCE_HELP}\n${EXAMPLES.compile}`)
    .action(compile);
}

function addSourceOptions(command: Command): Command {
  return addTrainingOptions(addDataOptions(command))
    .option('--model <files...>', 'models from `ulterior train`, of ratings, of channels and of chances')
    .option('--data <source>', 'data to train on and to ask, instead of models');
}

function addStudyOptions(command: Command): Command {
  addSpecFlags(addSourceOptions(command), studySchema, studyDefaults, FLAGS)
    .option('--no-control', 'skip the control with shuffled attributes: takes half the time, but claims nothing')
    .option(...OUTPUT);
  return addRunOptions(command);
}

async function check(file: string, flags: StudyFlags): Promise<void> {
  const text = new TextDecoder().decode(await readWholeFile(file));
  const list = questionNames(text, file);
  const { study } = await studied({ task: 'check', list, name: basename(file) }, flags, designOrigin(text));
  if (study === undefined) return;
  await publishRecords(study, flags);
}

async function design(flags: StudyFlags): Promise<void> {
  const { study, data } = await studied({ task: 'design', questions: flags.questions! }, flags);
  if (study === undefined) return;
  // Without another word the budget is that of the design, and the estimate counts.
  const { maxAuc: _, ...ungated } = flags;
  await publishRecords(study, flags.failOn === undefined ? ungated : flags);
  if (flags.saveList !== undefined) {
    const table = designedListTable(study.subject.questions, { maxAuc: study.spec.maxAuc, data });
    await writeFileAtomically(flags.saveList, encoded(table));
  }
  if (aboveLimit(study)) process.exitCode = gateStatus;
}

interface Studied {
  /** Nothing where the study was stopped. */
  readonly study: QuestionnaireStudy | undefined;
  /** Fingerprints of the data it rests on. */
  readonly data: readonly string[];
}

/** `origin` of a list that was designed: on the data of its design it is checked in another way. */
async function studied(
  task: Pick<StudySpec, 'task'> & Partial<StudySpec>,
  flags: StudyFlags,
  origin?: DesignOrigin,
): Promise<Studied> {
  const finished = () => new Date().toISOString();
  const partial = { ...task, ...fromFlags(flags) };
  if (requireOneSource(flags) === 'models') {
    const asking = { ...flags, noControl: flags.control ? undefined : true };
    refuseIdle(asking, ['folds', 'noControl', 'resamples', 'threads'], 'models are given: nobody is asked');
    const models = await loadModels(flags.model!);
    const data = [...new Set(models.map(({ provenance }) => provenance.dataFingerprint))];
    return { study: await studyModels(models, partial, { finished }), data };
  }
  const { dataset, summary } = await openSeveral(flags.data!, flags);
  const attributes = [...dataset.attributes.keys()];
  const data = attributes.map((attribute) => fingerprint(dataset, attribute));
  const designedHere = origin?.data.some((own) => data.includes(own));
  const spec = studySpec({ ...partial, attributes, designedFor: designedHere ? origin!.maxAuc : undefined });
  const identity = { data, spec };
  const folder = flags.output === undefined ? undefined : join(flags.output, 'checkpoints');
  const checkpoints = folder === undefined ? undefined : await openCheckpoints(folder, identity);
  const found = await longRun({ doing: 'training', source: summary.source, checkpoints: folder }, flags, (tools) =>
    studyQuestionnaire(dataset, spec, { ...tools, checkpoints }),
  );
  const named = namedData(
    flags.data!,
    flags,
    flags.attribute === undefined ? attributes : attributeList(flags.attribute),
  );
  const study = found && withNamedData(found, named);
  return { study, data };
}

function fromFlags(flags: StudyFlags): Partial<StudySpec> {
  const { maxAuc, control, seed } = flags;
  const training = trainingFrom(flags);
  return { ...specFrom(FLAGS, flags), maxAuc, training, channels: channelsFrom(flags), control, seed };
}

const channelsFrom = ({ dimension, seed }: TrainingFlags) => filledIn(channelDefaults, { dimension, seed });

async function compile(flags: SourceFlags & { readonly questions: number; readonly output: string }): Promise<void> {
  refuseIdle(notOfChannels(flags), OF_RATINGS, 'a list is compiled: it comes from a model of channels');
  const model =
    requireOneSource(flags) === 'models' ? await channelModel(flags.model!) : await trainedOn(flags.data!, flags);
  const questionnaire = compileQuestionnaire(model, { questions: flags.questions });
  await writeFileAtomically(flags.output, encoded(`${JSON.stringify(questionnaire, undefined, 2)}\n`));
  print(
    `${flags.output}: the list an attacker would ask to learn ${model.attribute} (${model.typeLabels.join(', ')})`,
    ...questionnaire.questions.map(({ title }, at) => `${String(at + 1).padStart(3)}  ${title}`),
  );
}

/** The one that also reads skips, if there is one: only for such a model the order is fixed. */
async function channelModel(paths: readonly string[]): Promise<FactorModel> {
  const models = await loadModels(paths);
  return models.find(({ rows }) => !rows.channels.includes('rating')) ?? models[0]!;
}

async function trainedOn(data: string, flags: SourceFlags): Promise<FactorModel> {
  const { dataset, attribute } = await openData(data, flags);
  return trained(await trainChannels(dataset, attribute, channelsFrom(flags)));
}

async function loadModels(paths: readonly string[]): Promise<FactorModel[]> {
  const models: FactorModel[] = [];
  for (const path of paths) models.push(await loadAnswerModel(path));
  return models;
}

/** The data with all attributes that are named; a world has its own. */
async function openSeveral(data: string, flags: SourceFlags): Promise<ReadDataset> {
  const attributes = attributeList(flags.attribute ?? '');
  if (attributes.length < 2) return openData(data, flags);
  const source = sourceFrom(data, { ...flags, attribute: attributes[0]! });
  return source.kind === 'world' ? openData(data, flags) : readSource({ ...source, attributes });
}

function requireOneSource(flags: SourceFlags): 'models' | 'data' {
  const { model, data } = flags;
  if (model !== undefined && data === undefined) {
    refuseIdle(
      notOfChannels(flags),
      [...OF_DATA, ...OF_RATINGS, 'dimension'],
      'models are given: nothing is read or trained',
    );
    return 'models';
  }
  if (model === undefined && data !== undefined) return 'data';
  throw new UlteriorError(
    'PARAMETER_OUT_OF_RANGE',
    model === undefined ? 'neither models nor data are named' : 'both models and data are named',
    'pass either --model with files that `ulterior train` wrote, or --data with --attribute',
    { parameter: '--model' },
  );
}

const encoded = (text: string) => new TextEncoder().encode(text);
