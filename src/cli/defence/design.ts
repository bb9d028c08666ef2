/**
 * `ulterior design`: for anyone who asks newcomers about items. It proposes a list of questions that gives away little, or,
 * to compare with, writes the list that an attacker would ask.
 */
import type { Command } from 'commander';
import { aboveLimit, designedListTable, type StudySpec, studyDefaults } from '../../defence/index.ts';
import { gateStatus } from '../../errors/index.ts';
import { type FactorModel, trainChannels, trained } from '../../factorization/index.ts';
import { compileQuestionnaire } from '../../interview/index.ts';
import { writeFileAtomically } from '../../runtime/index.ts';
import { addDataOptions, openData, SOURCE_HELP } from '../shared/dataOptions.ts';
import { failOnOption } from '../shared/gateOptions.ts';
import { publishRecords } from '../shared/longRun.ts';
import { addRunOptions, OUTPUT } from '../shared/measure.ts';
import { asKey, positiveNumber, refuseIdle, wholeNumber } from '../shared/options.ts';
import { print } from '../shared/output.ts';
import { takeSeveralAttributes, withAttributes } from '../shared/severalAttributes.ts';
import { keysHelp, keysOf, settingsIntroduction } from '../spec/settings.ts';
import { addSpecOptions, attributesOver, readSpecFile, settingsFrom } from '../spec/specFile.ts';
import { channelsIn } from '../spec/trainingOptions.ts';
import { loadModels, requireOneSource, type StudyFlags, studied, studySettings } from './questionnaireStudy.ts';

interface DesignFlags extends StudyFlags {
  readonly spec?: string;
  readonly set?: readonly string[];
  readonly questions: number;
  readonly saveList?: string;
  readonly attackList?: string;
}

const HELP = `
Exit status 4: no list stays below --max-auc, or the people who were asked it gave away more to the strongest attacker. A designed list uses up
its budget, so that the estimate counts; --fail-on upper also asks for the upper end.`;

const EXAMPLES = `
Examples:
  ulterior design ml-1m:data --attribute gender --min-user 20 --min-item 20 --questions 10 --max-auc 0.6 --output report
  ulterior design --model ratings.safetensors seen-and-rated.safetensors --questions 10 --max-auc 0.6 --save-list list.csv
  ulterior design ml-1m:data --attribute gender --questions 10 --attack-list attack.json`;

const keys = keysOf({ settings: studySettings });

export function addDesign(program: Command): void {
  const command = program.command('design').argument('[data]');
  addRunOptions(addSpecOptions(takeSeveralAttributes(addDataOptions(command)), keys))
    .description('propose questions that teach about taste and give away little')
    .option('--questions <number>', 'questions', wholeNumber, 10)
    .option('--max-auc <number>', 'the most that the list may give away (AUC)', positiveNumber, 0.6)
    .addOption(failOnOption())
    .option('--model <files...>', 'in place of data: models from `ulterior train`, of ratings, channels or chances')
    .option('--save-list <file>', 'write the proposed list as a table (CSV)')
    .option('--attack-list <file>', 'write the list that an attacker would ask (JSON) instead, for comparison')
    .option(...OUTPUT)
    .addHelpText('after', () =>
      [HELP, settingsIntroduction, keysHelp([{ ...studySettings, keys }]), SOURCE_HELP, EXAMPLES].join('\n'),
    )
    .action(design);
}

async function design(
  data: string | undefined,
  given: Omit<DesignFlags, 'attribute' | 'attributes' | 'seed'> & { readonly attribute?: string[] },
  command: Command,
): Promise<void> {
  const file = await readSpecFile(given.spec);
  const isGiven = (flag: string) => command.getOptionValueSource(flag) === 'cli';
  const named = withAttributes(given, attributesOver(file.attributes, given.attribute ?? []));
  const { seed, ...inSpec } = settingsFrom(keys, file, given.set) as Partial<StudySpec>;
  const flags: DesignFlags = { ...named, seed: seed ?? studyDefaults.seed };
  const request = { data, flags, inSpec };
  if (flags.attackList !== undefined) return writeAttack(flags.attackList, request, isGiven);
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
}

/** An attacker's list, and how it turns answers into a belief. */
async function writeAttack(path: string, request: DesignRequest, isGiven: (flag: string) => boolean): Promise<void> {
  const { flags, inSpec } = request;
  const where = 'an attack is written (--attack-list): it comes from a model of channels';
  refuseIdle(flags, ['maxAuc', 'saveList', 'output'].filter(isGiven), where);
  refuseIdle(
    inSpec,
    Object.keys(inSpec).filter((key) => key !== 'channels'),
    where,
    '',
    asKey,
  );
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

async function trainedOn(data: string, { flags, inSpec }: DesignRequest): Promise<FactorModel> {
  const { dataset, attribute } = await openData(data, flags);
  return trained(await trainChannels(dataset, attribute, channelsIn(inSpec.channels, flags.seed)));
}

const encoded = (text: string) => new TextEncoder().encode(text);
