/**
 * `ulterior design`: for anyone who asks newcomers about items. It proposes a list of questions that gives away little, or,
 * to compare with, writes the list that an attacker would ask.
 */
import type { Command } from 'commander';
import { aboveLimit, designedListTable, type StudySpec } from '../../defence/index.ts';
import { gateStatus } from '../../errors/index.ts';
import { type FactorModel, trainChannels, trained } from '../../factorization/index.ts';
import { compileQuestionnaire } from '../../interview/index.ts';
import { writeFileAtomically } from '../../runtime/index.ts';
import { addDataOptions, openData, SOURCE_HELP } from '../shared/dataOptions.ts';
import { addGateOptions } from '../shared/gateOptions.ts';
import { publishRecords } from '../shared/longRun.ts';
import { addRunOptions, OUTPUT } from '../shared/measure.ts';
import { positiveNumber, refuseIdle, wholeNumber } from '../shared/options.ts';
import { print } from '../shared/output.ts';
import { takeSeveralAttributes, withAttributes } from '../shared/severalAttributes.ts';
import { attributesOver, readSpecFile, SPEC } from '../shared/specFile.ts';
import { addTrainingOptions, channelsOver, OF_RATINGS } from '../shared/trainingOptions.ts';
import { addStudyOptions, loadModels, requireOneSource, type StudyFlags, studied } from './questionnaireStudy.ts';

interface DesignFlags extends StudyFlags {
  readonly spec?: string;
  readonly questions: number;
  readonly saveList?: string;
  readonly attackList?: string;
}

const HELP = `
Exit status 4: no list stays below --max-auc, or the people who were asked it gave away more to the strongest attacker. A designed list uses up
its budget, so that the estimate counts; --fail-on upper also asks for the upper end.

Examples:
  ulterior design ml-1m:data --attribute gender --min-user 20 --min-item 20 --questions 10 --max-auc 0.6 --output report
  ulterior design --model ratings.safetensors seen-and-rated.safetensors --questions 10 --max-auc 0.6 --save-list list.csv
  ulterior design ml-1m:data --attribute gender --questions 10 --attack-list attack.json`;

export function addDesign(program: Command): void {
  const command = program.command('design').argument('[data]');
  takeSeveralAttributes(addTrainingOptions(addDataOptions(command)))
    .description('propose questions that teach about taste and give away little')
    .option('--questions <number>', 'questions', wholeNumber, 10)
    .option('--max-auc <number>', 'the most that the list may give away (AUC)', positiveNumber, 0.6)
    .option('--save-list <file>', 'write the proposed list as a table (CSV)')
    .option('--attack-list <file>', 'write the list that an attacker would ask (JSON) instead, for comparison')
    .option(...SPEC)
    .option(...OUTPUT)
    .option('--no-control', 'skip the control with shuffled attributes: takes half the time, but claims nothing');
  addGateOptions(addRunOptions(addStudyOptions(command)), 'design')
    .addHelpText('after', `${SOURCE_HELP}\n${HELP}`)
    .action(design);
}

async function design(
  data: string | undefined,
  given: Omit<DesignFlags, 'attribute' | 'attributes'> & { readonly attribute?: string[] },
  command: Command,
): Promise<void> {
  const file = await readSpecFile(given.spec);
  const isGiven = (flag: string) => command.getOptionValueSource(flag) === 'cli';
  const named = withAttributes(given, attributesOver(file.attributes, given.attribute ?? []));
  const flags: DesignFlags = { ...named, seed: isGiven('seed') ? given.seed : (file.seed ?? given.seed) };
  const inSpec: Partial<StudySpec> = file.settings;
  const request = { data, flags, inSpec, isGiven };
  if (flags.attackList !== undefined) return writeAttack(flags.attackList, request);
  const questions = isGiven('questions') ? flags.questions : (inSpec.questions ?? flags.questions);
  const { study, data: fingerprints } = await studied({ task: 'design', questions }, request);
  if (study === undefined) return;
  // Without another word the budget is that of the design, and the estimate counts.
  const { maxAuc: _, ...ungated } = flags;
  await publishRecords(study, flags.failOn === undefined ? ungated : flags);
  if (flags.saveList !== undefined) {
    const table = designedListTable(study.subject.questions, { maxAuc: study.spec.maxAuc, data: fingerprints });
    await writeFileAtomically(flags.saveList, encoded(table));
  }
  if (aboveLimit(study)) process.exitCode = gateStatus;
}

interface DesignRequest {
  readonly data: string | undefined;
  readonly flags: DesignFlags;
  readonly inSpec: Partial<StudySpec>;
  readonly isGiven: (flag: string) => boolean;
}

/** An attacker's list, and how it turns answers into a belief. */
async function writeAttack(path: string, request: DesignRequest): Promise<void> {
  const { flags, isGiven } = request;
  const idle = [...OF_RATINGS, 'maxAuc', 'saveList', 'output'].filter(isGiven);
  refuseIdle(flags, idle, 'an attack is written (--attack-list): it comes from a model of channels');
  const source = requireOneSource(request);
  const model = source.kind === 'models' ? await channelModel(source.paths) : await trainedOn(source.data, request);
  const questionnaire = compileQuestionnaire(model, { questions: flags.questions });
  await writeFileAtomically(path, encoded(`${JSON.stringify(questionnaire, undefined, 2)}\n`));
  print(
    `${path}: the list an attacker would ask to learn ${model.attribute} (${model.typeLabels.join(', ')})`,
    ...questionnaire.questions.map(({ title }, at) => `${String(at + 1).padStart(3)}  ${title}`),
  );
}

/** The one that also reads skips, if there is one: only for such a model the order is fixed. */
async function channelModel(paths: readonly string[]): Promise<FactorModel> {
  const models = await loadModels(paths);
  return models.find(({ rows }) => !rows.channels.includes('rating')) ?? models[0]!;
}

async function trainedOn(data: string, { flags, inSpec, isGiven }: DesignRequest): Promise<FactorModel> {
  const { dataset, attribute } = await openData(data, flags);
  return trained(await trainChannels(dataset, attribute, channelsOver(inSpec.channels, flags, isGiven)));
}

const encoded = (text: string) => new TextEncoder().encode(text);
