/** `ulterior leak-matrix`: what questions that aim at one attribute tell about the others, as a report. */
import { join } from 'node:path';
import type { Command } from 'commander';
import { type LeakMatrixSpec, leakMatrixSpec, planLeakMatrix } from '../../audit/index.ts';
import { outOfRange, UlteriorError } from '../../errors/index.ts';
import { channelDefaults, trained, trainJoint, withJointAttribute } from '../../factorization/index.ts';
import { fingerprint } from '../../ratings/index.ts';
import { openCheckpoints, saveModel } from '../../runtime/index.ts';
import type { ReadDataset } from '../../tables/index.ts';
import { attributeList } from '../shared/attributeList.ts';
import { addDataOptions, type DataFlags, readSource, SOURCE_HELP, sourceFrom } from '../shared/dataOptions.ts';
import { addGateOptions, type ExportFlags, GATE_HELP } from '../shared/gateOptions.ts';
import { longRun, publishRecords } from '../shared/longRun.ts';
import { namedData, withNamedData } from '../shared/namedData.ts';
import { numberList, positiveNumber, wholeNumber, wordList } from '../shared/options.ts';
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
  const { length } = flags.attributes;
  // Of one attribute the matrix has one entry: an audit says more.
  if (length < 2) throw outOfRange('attributes', `a list of ${length}`, 'a list of at least 2');
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
      if (found !== undefined && flags.saveModel !== undefined) {
        const model = trained(await trainJoint(dataset, attributes, spec.training, { signal: tools.signal }));
        await saveModel(flags.saveModel, model);
      }
      return found;
    },
  );
  if (records === undefined) return;
  const named = namedData(data, flags, flags.attributes);
  await publishRecords(withNamedData(records, named), flags);
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
    maxQuestions: questions,
    compareAt: flags.at ?? (usual.length > 0 ? usual : [questions]),
    training: { ...channelDefaults, dimension, seed },
    shuffled: flags.control,
    seed,
    baselines: flags.baselines,
    ridge: flags.ridge,
    folds: flags.folds,
    resamples: flags.resamples,
  };
}
