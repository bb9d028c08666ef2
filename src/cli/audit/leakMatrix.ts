/** `ulterior leak-matrix`: what questions that aim at one attribute tell about the others, as a report. */
import { join } from 'node:path';
import type { Command } from 'commander';
import { type LeakMatrixRecords, type LeakMatrixSpec, leakMatrixSpec, planLeakMatrix } from '../../audit/index.ts';
import { outOfRange, UlteriorError } from '../../errors/index.ts';
import { channelDefaults, trained, trainJoint, withJointAttribute } from '../../factorization/index.ts';
import { type Dataset, fingerprint } from '../../ratings/index.ts';
import { counted, leakAnswerTexts, leakRowName } from '../../report/index.ts';
import { openCheckpoints, saveModel } from '../../runtime/index.ts';
import type { ReadDataset } from '../../tables/index.ts';
import { attributeList } from '../shared/attributeList.ts';
import { addDataOptions, type DataFlags, readSource, SOURCE_HELP, sourceFrom } from '../shared/dataOptions.ts';
import { addGateOptions, type ExportFlags, GATE_HELP } from '../shared/gateOptions.ts';
import { longRun, publishRecords } from '../shared/longRun.ts';
import { namedData, withNamedData } from '../shared/namedData.ts';
import { numberList, positiveNumber, wholeNumber, wordList } from '../shared/options.ts';
import { count } from '../shared/output.ts';
import { addPartOptions, PARTS_HELP, type PartFlags, runInParts } from '../shared/parts.ts';

interface LeakMatrixFlags extends DataFlags, PartFlags, ExportFlags {
  readonly attributes: string[];
  readonly output: string;
  readonly questions: number;
  readonly at?: number[];
  readonly baselines?: string[];
  readonly control: boolean;
  readonly dimension: number;
  readonly ridge?: number;
  readonly folds?: number;
  readonly resamples?: number;
  readonly seed: number;
  readonly saveModel?: string;
  readonly threads?: number;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export function addLeakMatrix(program: Command): void {
  addGateOptions(addPartOptions(addDataOptions(program.command('leak-matrix').argument('<data>'))))
    .description('measure what questions that aim at one attribute tell about the others, and write a report')
    .requiredOption('--attributes <list>', 'two or more attributes, separated by commas: gender,age>=35', attributeList)
    .requiredOption('--output <folder>', 'where to write the report; run again to resume')
    .option('--questions <number>', 'questions per person', wholeNumber, 20)
    .option('--at <list>', 'draw the matrix after these numbers of questions (default: 5,10,20)', numberList)
    .option('--baselines <list>', 'strategies that aim at nothing (default: popularity,random)', wordList)
    .option('--no-control', 'skip the control with shuffled attributes: takes half the time, but claims nothing')
    .option('--dimension <number>', 'length of the profiles', wholeNumber, channelDefaults.dimension)
    .option('--ridge <number>', 'ridge of the belief (default: from the model)', positiveNumber)
    .option('--folds <number>', 'folds', wholeNumber)
    .option('--resamples <number>', 'resamples for the intervals', wholeNumber)
    .option('--seed <number>', 'seed of everything random', wholeNumber, 1)
    .option('--save-model <file>', 'also train a model on everybody and write it, for `ulterior ask`')
    .option('--threads <number>', 'threads (default: all cores)', wholeNumber)
    .option('--json', 'print the records instead of a summary')
    .option('--quiet', 'print nothing but errors')
    .addHelpText(
      'after',
      `${SOURCE_HELP}\n${PARTS_HELP}\n${GATE_HELP}\n\nExamples:\n  ulterior leak-matrix ml-1m:data --attributes "gender,age>=35" --min-user 20 --min-item 20 --output leaks\n  ulterior leak-matrix ratings.csv --users-table users.csv --attributes "gender,age:18,35,50" --questions 10 --output leaks\n  ulterior leak-matrix ml-100k:data --attributes "gender,age>=35" --folds 3 --output leaks --save-model both.safetensors\n  ulterior ask both.safetensors --target gender`,
    )
    .action(leakMatrix);
}

async function leakMatrix(data: string, flags: LeakMatrixFlags): Promise<void> {
  const { dataset, summary } = await openSeveral(data, flags);
  const attributes = [...dataset.attributes.keys()];
  const spec = leakMatrixSpec({ ...fromFlags(flags), attributes });
  const { dataset: joint, name } = withJointAttribute(dataset, attributes);
  const identity = { data: fingerprint(joint, name), spec };
  const folder = join(flags.output, 'checkpoints');
  const checkpoints = await openCheckpoints(folder, identity);
  const records = await longRun(
    { doing: 'asking', source: summary.source, checkpoints: folder },
    flags,
    async (tools) => {
      const plan = planLeakMatrix(dataset, spec);
      const found = await runInParts(plan, { ...tools, checkpoints, dropped: summary.dropped }, flags);
      if (found !== undefined && flags.saveModel !== undefined)
        await saveEverybody(dataset, spec, flags.saveModel, tools.signal);
      return found;
    },
  );
  if (records === undefined) return;
  const named = namedData(data, flags, flags.attributes);
  await publishRecords(withNamedData(records, named), leakMatrixLines, flags);
}

/** The data with all attributes; people who lack the first are left out when reading, those who lack another later. */
async function openSeveral(data: string, flags: LeakMatrixFlags): Promise<ReadDataset> {
  if (flags.attribute !== undefined) throw outOfRange('--attribute', flags.attribute, 'part of --attributes here');
  const source = sourceFrom(data, flags);
  if (source.kind === 'world') {
    throw new UlteriorError(
      'ATTRIBUTE_UNKNOWN',
      `"${data}" is an invented world, whose people have a single attribute`,
      'name data with several attributes per person',
      { source: data },
    );
  }
  return readSource({ ...source, attributes: flags.attributes });
}

function fromFlags(flags: LeakMatrixFlags): Omit<Partial<LeakMatrixSpec>, 'attributes'> {
  const { questions, dimension, seed } = flags;
  const usual = [5, 10, 20].filter((number) => number <= questions);
  return {
    questions,
    compareAt: flags.at ?? (usual.length > 0 ? usual : [questions]),
    training: { ...channelDefaults, dimension, seed },
    shuffled: flags.control,
    seed,
    ...(flags.baselines === undefined ? {} : { baselines: flags.baselines }),
    ...(flags.ridge === undefined ? {} : { ridge: flags.ridge }),
    ...(flags.folds === undefined ? {} : { folds: flags.folds }),
    ...(flags.resamples === undefined ? {} : { resamples: flags.resamples }),
  };
}

async function saveEverybody(dataset: Dataset, spec: LeakMatrixSpec, path: string, signal: AbortSignal): Promise<void> {
  await saveModel(path, trained(await trainJoint(dataset, spec.attributes, spec.training, { signal })));
}

export function leakMatrixLines(records: LeakMatrixRecords): string[] {
  const { data, spec, rows, curves } = records;
  const heads = spec.attributes.map((attribute) => attribute.padEnd(22));
  const width = Math.max(...rows.map(({ id }) => leakRowName(records, id).length)) + ', control'.length;
  const line = (id: string, variant: 'real' | 'shuffled', questions: number) => {
    const cells = spec.attributes.map((attribute) => {
      const curve = curves.find((one) => one.row === id && one.attribute === attribute && one.variant === variant);
      const auc = curve?.points[questions]?.auc;
      const text = auc && `${auc.value.toFixed(3)} [${auc.low.toFixed(3)}, ${auc.high.toFixed(3)}]`;
      return (text ?? '').padEnd(22);
    });
    return `${`${leakRowName(records, id)}${variant === 'shuffled' ? ', control' : ''}`.padEnd(width)}  ${cells.join('  ')}`.trimEnd();
  };
  const tables = spec.compareAt
    .filter((questions) => questions <= spec.questions)
    .flatMap((questions) => [
      '',
      `${`after ${questions}`.padEnd(width)}  ${heads.join('  ')}`.trimEnd(),
      ...rows.map(({ id }) => line(id, 'real', questions)),
      ...rows.filter(({ kind }) => spec.shuffled && kind === 'target').map(({ id }) => line(id, 'shuffled', questions)),
    ]);
  return [
    `${spec.attributes.join(', ')} of ${counted(data.users, 'person', 'people')} (${leftOutText(data)}), ${counted(data.items, 'item')}`,
    '',
    ...leakAnswerTexts(records),
    '',
    'AUC of each attribute, by what was asked for',
    ...tables,
    ...boundLines(records, width),
  ];
}

/** Bounds that hold for the whole matrix at once. */
function boundLines(records: LeakMatrixRecords, width: number): string[] {
  const { headline, rows, spec } = records;
  if (headline === undefined) return [];
  const cells = (row: string) =>
    spec.attributes.map((attribute) => {
      const found = headline.leaks.find((leak) => leak.row === row && leak.attribute === attribute);
      return (found === undefined ? '' : `[${found.bounds.low.toFixed(3)}, ${found.bounds.high.toFixed(3)}]`).padEnd(
        22,
      );
    });
  return [
    '',
    `${(100 * spec.level).toFixed(0)}% bounds after ${headline.questions}, which hold for the whole matrix at once`,
    ...rows.map(({ id }) => `${leakRowName(records, id).padEnd(width)}  ${cells(id).join('  ')}`.trimEnd()),
  ];
}

/** Who is not in the figures, and why. */
function leftOutText({ leftOut, leftOutBy, dropped = [] }: LeakMatrixRecords['data']): string {
  const reasons = leftOutBy.flatMap(({ attribute, withoutValue, smallGroups, minGroup }) => [
    ...(withoutValue === 0 ? [] : [`${attribute} is not known of ${count(withoutValue)}`]),
    ...smallGroups.map(({ label, users }) => `${attribute} "${label}" has ${count(users)}, fewer than ${minGroup}`),
  ]);
  const others = dropped.filter(({ users }) => users > 0).map(({ users, reason }) => `${count(users)}: ${reason}`);
  const people = `${count(leftOut)} left out`;
  return [leftOut === 0 ? people : `${people}: ${reasons.join(', ')}`, ...others].join('; ');
}
