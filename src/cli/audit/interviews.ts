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
  numericAuditDefaults,
  numericAuditSchema,
  planAudit,
} from '../../audit/index.ts';
import { withItemVectors } from '../../factorization/imported/index.ts';
import { numericTrainingSchema } from '../../factorization/index.ts';
import { type Dataset, fingerprint, usableGroupCount } from '../../ratings/index.ts';
import { filledIn, schema } from '../../schema/index.ts';
import { openData, sourceFrom } from '../shared/dataOptions.ts';
import { measure } from '../shared/measure.ts';
import { namedData } from '../shared/namedData.ts';
import { asKey, refuseIdle } from '../shared/options.ts';
import { warn } from '../shared/output.ts';
import { plantedIn } from '../shared/planted.ts';
import type { UsualSettings } from '../spec/settings.ts';
import { addSpecFlags, type FlagsOf, specFrom } from '../spec/specFlags.ts';
import { OF_RATINGS, type TrainingSettings, trainingIn, trainingKeys, usualTraining } from '../spec/trainingOptions.ts';
import { type ItemVectorFlags, itemVectorKeys, readItemVectors, warningsOf } from '../train/importedTrain.ts';
import { namingStrategies } from '../words/flagErrors.ts';
import { firstLookBefore, lookQuickly, QUICK, type QuickFlags, refuseBesideQuick } from './firstLook.ts';
import { type Measurement, READ_BY_PLANS, type Request, withOutput } from './measurement.ts';
import { auditNumber } from './number.ts';

const FLAGS = { maxQuestions: 'questions', fullHistory: 'attackers' } as const;

/** Keys of the spec besides those of an audit of groups or of a number. */
interface InterviewSettings extends ItemVectorFlags {
  readonly strategies?: readonly string[];
  readonly interviewVectors?: string;
}

interface InterviewFlags extends FlagsOf<AuditSpec, typeof FLAGS>, InterviewSettings, QuickFlags {
  readonly spec?: string;
}

const { about, either, fieldsOf, listOf, text } = schema;
const OF_VECTORS = Object.keys(itemVectorKeys.fields);

/** Of groups and of numbers: the data say which is meant, and the spec of that one checks the rest. */
const settings: UsualSettings = {
  keys: fieldsOf<Record<string, unknown>>({
    ...auditSchema.fields,
    ...numericAuditSchema.fields,
    shuffled: either(auditSchema.fields['shuffled']!, numericAuditSchema.fields['shuffled']!),
    training: { ...trainingKeys, fields: { ...numericTrainingSchema.fields, ...trainingKeys.fields } },
    strategies: about(
      'How to choose questions, in place of contenders: names of strategies, after a model and a colon or not (channels:separation).',
      listOf(text),
    ),
  }),
  defaults: { ...numericAuditDefaults, ...auditDefaults, training: usualTraining, strategies: undefined },
};

export const interviews: Measurement<InterviewFlags> = {
  where: 'interviews are simulated',
  addOptions: (command) => {
    addSpecFlags(command, auditSchema, auditDefaults, FLAGS);
    command.option(...QUICK);
  },
  reads: [...Object.values(FLAGS), ...READ_BY_PLANS, 'quick'],
  settings,
  besides: {
    keys: {
      ...itemVectorKeys,
      fields: {
        interviewVectors: about('Ask with the item vectors of another recommender, in place of our own: a file.', text),
        ...itemVectorKeys.fields,
      },
    },
    defaults: {},
  },
  run,
};

async function run(request: Request<InterviewFlags>): Promise<void> {
  try {
    await simulate(request);
  } catch (error) {
    throw (request.inSpec as InterviewSettings).strategies === undefined ? error : namingStrategies(error);
  }
}

async function simulate({ data, flags: given, inSpec, plugins, command }: Request<InterviewFlags>): Promise<void> {
  if (data === undefined) return missingData(command);
  if (given.quick) refuseBesideQuick(given);
  const flags = given.quick ? { ...given, output: '' } : withOutput(given, command);
  const opened = await openData(data, flags);
  const { dataset, attribute, summary } = opened;
  const named = namedData(data, flags, [flags.attribute ?? attribute]);
  const { minGroup, smallGroups, folds } = inSpec as Partial<AuditSpec>;
  const look = { dataset, attributes: [attribute], seed: flags.seed, minGroup, smallGroups, folds };
  if (flags.quick) return lookQuickly(look, summary.source, flags);
  const before = firstLookBefore(look);
  if (dataset.attributes.get(attribute)?.kind === 'numeric') {
    return auditNumber(opened, sourceFrom(data, flags), flags, inSpec, { named, before });
  }
  const { strategies, training, ...fromFile } = inSpec as Partial<AuditSpec> & InterviewSettings;
  const itemVectors = await itemVectorsFor(dataset, flags, training);
  const types = usableGroupCount(dataset, attribute, fromFile);
  const spec = auditSpec({
    ...filledIn<Partial<AuditSpec>>(fromFile, fromFlags(flags, fromFile, strategies, types)),
    training: trainingIn(training, flags.seed),
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
      before,
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
  training: TrainingSettings = {},
): Promise<GivenItemVectors | undefined> {
  const { interviewVectors: path } = flags;
  if (path === undefined) {
    refuseIdle(flags, OF_VECTORS, 'there are no interviewVectors', '', asKey);
    return undefined;
  }
  const idle = [...OF_RATINGS, 'dimension'];
  refuseIdle(training, idle, 'the item vectors are given (interviewVectors)', '', (name) => `training.${name}`);
  const given = await readItemVectors(path, flags);
  for (const warning of warningsOf(withItemVectors(dataset, given.vectors, given.file), given.file)) warn(warning);
  return given;
}

function fromFlags(
  flags: InterviewFlags & { readonly seed: number },
  fromFile: Partial<AuditSpec>,
  strategies: readonly string[] | undefined,
  types: number,
): Partial<AuditSpec> {
  if (strategies !== undefined) refuseIdle(fromFile, ['contenders'], 'there are strategies', '', asKey);
  const named = strategies !== undefined || fromFile.contenders !== undefined;
  const usual = named ? undefined : defaultContenders(fromFile.protocol ?? 'rated', types);
  const contenders = strategies?.map(contenderNamed) ?? usual?.contenders;
  const shuffled = strategies === undefined ? fromFile.shuffled : undefined;
  return {
    ...specFrom(FLAGS, flags),
    contenders,
    openLists: fromFile.openLists ?? usual?.openLists,
    shuffled: contenders && (shuffled ?? [contenders[0]!.id]),
    seed: flags.seed,
  };
}
