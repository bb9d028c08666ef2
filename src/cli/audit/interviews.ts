/** `ulterior audit` of questions: simulated interviews with everybody in the data, about groups or a number. */
import type { Command } from 'commander';
import {
  type AuditSpec,
  auditDefaults,
  auditSchema,
  auditSpec,
  contenderNamed,
  defaultContenders,
  fingerprintOfVectors,
  type GivenItemVectors,
  planAudit,
  strategyNames,
} from '../../audit/index.ts';
import { withItemVectors } from '../../factorization/imported/index.ts';
import { type Dataset, fingerprint, usableGroupCount } from '../../ratings/index.ts';
import { filledIn } from '../../schema/index.ts';
import { openData, sourceFrom } from '../shared/dataOptions.ts';
import { measure } from '../shared/measure.ts';
import { namedData } from '../shared/namedData.ts';
import { addNumericOptions, NUMERIC_FLAGS, refuseFlags } from '../shared/numericOptions.ts';
import { refuseIdle, wordList } from '../shared/options.ts';
import { warn } from '../shared/output.ts';
import { plantedIn } from '../shared/planted.ts';
import { addSpecFlags, type FlagsOf, specFrom } from '../shared/specFlags.ts';
import { OF_RATINGS, OF_TRAINING, type TrainingFlags, trainingOver } from '../shared/trainingOptions.ts';
import { readItemVectors, warningsOf } from '../train/importedTrain.ts';
import { setsField } from '../words/flagErrors.ts';
import { type Measurement, READ_BY_PLANS, type Request, withOutput } from './measurement.ts';
import { auditNumber } from './number.ts';

const FLAGS = {
  protocol: 'protocol',
  fullHistory: 'attackers',
  maxQuestions: 'questions',
  headlineQuestions: 'headline',
  minGroup: 'minGroup',
  smallGroups: 'smallGroups',
  controls: 'controls',
  permutations: 'permutations',
  folds: 'folds',
  ridge: 'ridge',
  resamples: 'resamples',
  confidences: 'confidences',
} as const;

const OF_VECTORS = ['itemIds', 'itemArray'] as const;

interface InterviewFlags extends TrainingFlags, FlagsOf<AuditSpec, typeof FLAGS> {
  readonly spec?: string;
  readonly strategies?: string[];
  readonly interviewVectors?: string;
  readonly itemIds?: string;
  readonly itemArray?: string;
}

export const interviews: Measurement<InterviewFlags> = {
  where: 'interviews are simulated',
  addOptions: (command) => {
    addSpecFlags(command, auditSchema, auditDefaults, FLAGS)
      .option(
        '--strategies <list>',
        `how to choose questions: ${strategyNames().join(', ')}, or a strategy of a plug-in; with a model before a colon: channels:separation, presence:separation`,
        wordList,
      )
      .option('--interview-vectors <file>', 'ask with the item vectors of another recommender, in place of our own');
    setsField(command, 'strategies', 'contenders');
    addNumericOptions(command);
  },
  reads: [
    ...Object.values(FLAGS),
    ...NUMERIC_FLAGS,
    ...OF_TRAINING,
    ...READ_BY_PLANS,
    ...['strategies', 'interviewVectors', ...OF_VECTORS],
  ],
  run,
};

async function run({ data, flags: given, inSpec, plugins, isGiven, command }: Request<InterviewFlags>): Promise<void> {
  if (data === undefined) return missingData(command);
  const flags = withOutput(given, command);
  const opened = await openData(data, flags);
  const { dataset, attribute, summary } = opened;
  const named = namedData(data, flags, [flags.attribute ?? attribute]);
  if (dataset.attributes.get(attribute)?.kind === 'numeric') {
    refuseFlags(flags, ['interviewVectors'], 'a number');
    const { training } = inSpec as Partial<AuditSpec>;
    const trainingSeed = isGiven('seed') ? undefined : training?.seed;
    return auditNumber(opened, sourceFrom(data, flags), { ...flags, trainingSeed }, inSpec, named);
  }
  refuseFlags(flags, NUMERIC_FLAGS, 'not a number');
  const fromFile: Partial<AuditSpec> = inSpec;
  const itemVectors = await itemVectorsFor(dataset, flags, isGiven);
  const { minGroup = fromFile.minGroup, smallGroups = fromFile.smallGroups } = flags;
  const types = usableGroupCount(dataset, attribute, { minGroup, smallGroups });
  const spec = auditSpec({
    ...filledIn(fromFile, fromFlags(flags, fromFile, types)),
    training: trainingOver(fromFile.training, flags, isGiven),
    plugins: plugins ?? [],
    attribute,
  });
  // Other vectors are another audit.
  const vectors = itemVectors && fingerprintOfVectors(itemVectors.vectors);
  await measure(
    {
      doing: 'auditing',
      source: summary.source,
      identity: { data: fingerprint(dataset, attribute), spec, itemVectors: vectors },
      plan: planAudit(dataset, spec, itemVectors),
      tools: (executor) => ({ planted: plantedIn(sourceFrom(data, flags), types, spec, executor) }),
      named,
    },
    flags,
  );
}

/** As of an argument that is always needed. */
export function missingData(command: Command): never {
  command.error("error: missing required argument 'data'");
}

async function itemVectorsFor(
  dataset: Dataset,
  flags: InterviewFlags,
  isGiven: (flag: string) => boolean,
): Promise<GivenItemVectors | undefined> {
  const { interviewVectors: path } = flags;
  if (path === undefined) {
    refuseIdle(flags, OF_VECTORS, 'there is no --interview-vectors');
    return undefined;
  }
  const training = [...OF_RATINGS, 'dimension'].filter(isGiven);
  refuseIdle(flags, training, 'the item vectors are given (--interview-vectors)');
  const given = await readItemVectors(path, flags);
  for (const warning of warningsOf(withItemVectors(dataset, given.vectors, given.file), given.file)) warn(warning);
  return given;
}

function fromFlags(flags: InterviewFlags, fromFile: Partial<AuditSpec>, types: number): Partial<AuditSpec> {
  const { protocol = fromFile.protocol } = flags;
  const named = flags.strategies?.map(contenderNamed);
  const contenders =
    named ?? (fromFile.contenders === undefined ? defaultContenders(protocolOf(protocol), types) : undefined);
  const shuffled = flags.strategies === undefined && fromFile.shuffled !== undefined ? fromFile.shuffled : undefined;
  return {
    ...specFrom(FLAGS, flags),
    contenders,
    shuffled: contenders && (shuffled ?? [contenders[0]!.id]),
    seed: flags.seed,
  };
}

/** Anything but `open` is checked by the spec. */
const protocolOf = (name: string | undefined) => (name === 'open' ? 'open' : 'rated');
