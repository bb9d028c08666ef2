/** `ulterior leak-matrix`: what questions that aim at one attribute tell about the others, as a report. */
import type { Command } from 'commander';
import {
  type LeakMatrixSpec,
  leakMatrixDefaults,
  leakMatrixSchema,
  leakMatrixSpec,
  planLeakMatrix,
} from '../../audit/index.ts';
import { outOfRange, UlteriorError } from '../../errors/index.ts';
import { channelDefaults, channelSchema, trained, trainJoint, withJointAttribute } from '../../factorization/index.ts';
import { fingerprint } from '../../ratings/index.ts';
import { saveModel } from '../../runtime/index.ts';
import { filledIn } from '../../schema/index.ts';
import type { ReadDataset } from '../../tables/index.ts';
import { attributeList } from '../shared/attributeList.ts';
import { addDataOptions, type DataFlags, readSource, SOURCE_HELP, sourceFrom } from '../shared/dataOptions.ts';
import { addGateOptions, GATE_HELP } from '../shared/gateOptions.ts';
import { addRunOptions, type MeasureFlags, measure, OUTPUT } from '../shared/measure.ts';
import { namedData } from '../shared/namedData.ts';
import { addPartOptions, PARTS_HELP } from '../shared/parts.ts';
import { addSpecFlags, type FlagsOf, specFrom } from '../shared/specFlags.ts';

const FLAGS = {
  maxQuestions: 'questions',
  compareAt: 'at',
  baselines: 'baselines',
  ridge: 'ridge',
  folds: 'folds',
  resamples: 'resamples',
  seed: 'seed',
} as const;

interface LeakMatrixFlags extends DataFlags, MeasureFlags, FlagsOf<LeakMatrixSpec, typeof FLAGS> {
  readonly attributes: string[];
  readonly control: boolean;
  readonly dimension?: number;
  readonly saveModel?: string;
}

export function addLeakMatrix(program: Command): void {
  const command = addDataOptions(program.command('leak-matrix').argument('<data>'))
    .description('measure what questions that aim at one attribute tell about the others, and write a report')
    .requiredOption('--attributes <list>', 'two or more attributes, separated by commas: gender,age>=35', attributeList)
    .requiredOption(...OUTPUT)
    .option('--no-control', 'skip the control with shuffled attributes: takes half the time, but claims nothing')
    .option('--save-model <file>', 'also train a model on everybody and write it, for `ulterior ask`');
  addSpecFlags(command, leakMatrixSchema, leakMatrixDefaults, FLAGS);
  addSpecFlags(command, channelSchema, channelDefaults, { dimension: 'dimension' });
  addGateOptions(addPartOptions(addRunOptions(command)))
    .addHelpText(
      'after',
      `${SOURCE_HELP}\n${PARTS_HELP}\n${GATE_HELP}\n\nExamples:\n  ulterior leak-matrix ml-1m:data --attributes "gender,age>=35" --min-user 20 --min-item 20 --output leaks\n  ulterior leak-matrix ratings.csv --users-table users.csv --attributes "gender,age:18,35,50" --questions 10 --output leaks\n  ulterior leak-matrix ml-100k:data --attributes "gender,age>=35" --folds 3 --output leaks --save-model both.safetensors\n  ulterior ask both.safetensors --target gender`,
    )
    .action(leakMatrix);
}

async function leakMatrix(data: string, flags: LeakMatrixFlags): Promise<void> {
  const { length } = flags.attributes;
  // Of one attribute the matrix has one entry: an audit says more.
  if (length < 2) throw outOfRange('attributes', `a list of ${length}`, 'a list of at least 2');
  const { dataset, summary } = await openSeveral(data, flags);
  const attributes = [...dataset.attributes.keys()];
  const spec = leakMatrixSpec({ ...fromFlags(flags), attributes });
  const { dataset: joint, name } = withJointAttribute(dataset, attributes);
  const records = await measure(
    {
      doing: 'asking',
      source: summary.source,
      identity: { data: fingerprint(joint, name), spec },
      plan: planLeakMatrix(dataset, spec),
      tools: () => ({ dropped: summary.dropped }),
      named: namedData(data, flags, flags.attributes),
    },
    flags,
  );
  if (records === undefined || flags.saveModel === undefined) return;
  await saveModel(flags.saveModel, trained(await trainJoint(dataset, spec.attributes, spec.training)));
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

function fromFlags(flags: LeakMatrixFlags): Partial<LeakMatrixSpec> {
  const { questions = leakMatrixDefaults.maxQuestions, dimension, seed } = flags;
  const usual = leakMatrixDefaults.compareAt.filter((number) => number <= questions);
  return {
    ...specFrom(FLAGS, flags),
    compareAt: flags.at ?? (usual.length > 0 ? usual : [questions]),
    training: filledIn(channelDefaults, { dimension, seed }),
    shuffled: flags.control,
  };
}
