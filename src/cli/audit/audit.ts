/** `ulterior audit`: simulated interviews with everybody in the data, and a report of what they gave away. */
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
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
import { outOfRange, UlteriorError } from '../../errors/index.ts';
import { withItemVectors } from '../../factorization/imported/index.ts';
import type { TrainingParameters } from '../../factorization/index.ts';
import { type Dataset, fingerprint, usableGroupCount } from '../../ratings/index.ts';
import { loadPlugins } from '../../runtime/index.ts';
import { filledIn, requireFit } from '../../schema/index.ts';
import { attributeName, parseAttribute } from '../../tables/index.ts';
import { addDataOptions, type DataFlags, openData, SOURCE_HELP, sourceFrom } from '../shared/dataOptions.ts';
import { addGateOptions, GATE_HELP } from '../shared/gateOptions.ts';
import { addRunOptions, type MeasureFlags, measure, OUTPUT } from '../shared/measure.ts';
import { namedData } from '../shared/namedData.ts';
import { addNumericOptions, NUMERIC_FLAGS, refuseFlags } from '../shared/numericOptions.ts';
import { wordList } from '../shared/options.ts';
import { warn } from '../shared/output.ts';
import { addPartOptions, PARTS_HELP } from '../shared/parts.ts';
import { plantedIn } from '../shared/planted.ts';
import { addSpecFlags, type FlagsOf, specFrom } from '../shared/specFlags.ts';
import { addTrainingOptions, OF_RATINGS, type TrainingFlags, trainingFrom } from '../shared/trainingOptions.ts';
import {
  addItemVectorOptions,
  checkItemVectorFlags,
  type ItemVectorFlags,
  readItemVectors,
  warningsOf,
} from '../train/importedTrain.ts';
import { inDialogue } from './auditDialogue.ts';
import { auditNumber } from './numericAudit.ts';

const FLAGS = {
  protocol: 'protocol',
  fullHistory: 'classifiers',
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

interface AuditFlags extends DataFlags, TrainingFlags, ItemVectorFlags, MeasureFlags, FlagsOf<AuditSpec, typeof FLAGS> {
  readonly spec?: string;
  readonly strategies?: string[];
}

export function addAudit(program: Command): void {
  const command = addDataOptions(program.command('audit').argument('<data>'));
  addGateOptions(addPartOptions(addNumericOptions(addItemVectorOptions(addTrainingOptions(command)))))
    .description('measure how much rating questions reveal, and write a report')
    .option(...OUTPUT)
    .option('--spec <file>', 'JSON with the settings of the audit; flags override it')
    .option(
      '--strategies <list>',
      `how to choose questions: ${strategyNames().join(', ')}, or a strategy of a plug-in; with a model before a colon: channels:separation, presence:separation`,
      wordList,
    );
  addRunOptions(addSpecFlags(command, auditSchema, auditDefaults, FLAGS))
    .addHelpText(
      'after',
      `${SOURCE_HELP}\n${PARTS_HELP}\n${GATE_HELP}\n\nExamples:\n  ulterior audit ml-1m:data --attribute gender --min-user 20 --min-item 20 --preset paper --ridge 100 --output gender\n  ulterior audit survey.csv --item-columns "^Please rate" --attribute gender --questions 20 --output survey\n  ulterior audit ratings.csv --attribute gender --item-vectors spark-model --output theirs\n  ulterior audit world:demo --output demo\n  ulterior audit survey.csv --item-columns E1..O10 --attribute gender --output gate --max-auc 0.6 --junit junit.xml\n  ulterior audit survey.csv          in a terminal: asks for what is missing`,
    )
    .action(audit);
}

async function audit(data: string, given: Omit<AuditFlags, 'output'>, command: Command): Promise<void> {
  const asked = await inDialogue(data, given, command);
  if (asked === undefined) return;
  const fromFile = given.spec === undefined ? {} : await readSpec(given.spec);
  if (given.spec !== undefined) await loadPluginsOf(fromFile, given.spec);
  const isGiven = (flag: keyof AuditFlags) => command.getOptionValueSource(flag) === 'cli';
  const flags = { ...asked, ...overSpec(asked, fromFile, isGiven) };
  const opened = await openData(data, flags);
  const { dataset, attribute, summary } = opened;
  const named = namedData(data, flags, [flags.attribute ?? attribute]);
  if (dataset.attributes.get(attribute)?.kind === 'numeric') {
    const trainingSeed = isGiven('seed') ? undefined : fromFile.training?.seed;
    const { plugins: _, ...numeric } = fromFile;
    return auditNumber(opened, sourceFrom(data, flags), { ...flags, trainingSeed }, numeric, named);
  }
  refuseFlags(flags, NUMERIC_FLAGS, 'not a number');
  checkItemVectorFlags(flags, [...OF_RATINGS, 'dimension']);
  const itemVectors = await itemVectorsFor(dataset, flags);
  const { minGroup = fromFile.minGroup, smallGroups = fromFile.smallGroups } = flags;
  const types = usableGroupCount(dataset, attribute, { minGroup, smallGroups });
  const spec = auditSpec({
    ...filledIn(fromFile, fromFlags(flags, fromFile, types)),
    training: trainingOver(fromFile.training, flags, isGiven),
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

async function itemVectorsFor(dataset: Dataset, flags: ItemVectorFlags): Promise<GivenItemVectors | undefined> {
  if (flags.itemVectors === undefined) return undefined;
  const given = await readItemVectors(flags.itemVectors, flags);
  for (const warning of warningsOf(withItemVectors(dataset, given.vectors, given.file), given.file)) warn(warning);
  return given;
}

/** Paths in a spec are relative to its file, so that both can be moved together. */
async function loadPluginsOf({ plugins = [] }: Partial<AuditSpec>, spec: string): Promise<void> {
  requireFit(auditSchema.fields['plugins']!, plugins, 'plugins');
  await loadPlugins(plugins, { folder: dirname(resolve(spec)) });
}

async function readSpec(path: string): Promise<Partial<AuditSpec>> {
  let read: unknown;
  try {
    read = JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new UlteriorError(
      'FILE_NOT_READABLE',
      `the spec "${path}" cannot be read: ${cause instanceof Error ? cause.message : cause}`,
      'check the path and that the file is JSON',
      { path },
    );
  }
  if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read;
  throw new UlteriorError(
    'FILE_MALFORMED',
    `the spec "${path}" is not a JSON object`,
    'see docs/audit-spec.schema.json',
    {
      path,
    },
  );
}

/** What is named in the spec counts where no flag names it. */
function overSpec(flags: AuditFlags, fromFile: Partial<AuditSpec>, isGiven: IsGiven): Partial<AuditFlags> {
  const { attribute, seed } = fromFile;
  const named = typeof attribute === 'string' && flags.attribute !== undefined;
  if (named && !isSameAttribute(attribute, flags.attribute!)) {
    throw outOfRange('--attribute', flags.attribute, `left out, or of "${attribute}" as in the spec`);
  }
  return {
    ...(typeof attribute === 'string' && flags.attribute === undefined ? { attribute } : {}),
    ...(typeof seed === 'number' && !isGiven('seed') ? { seed } : {}),
  };
}

/** The spec may name the column, or what the flag calls it. */
function isSameAttribute(inSpec: string, inFlag: string): boolean {
  const [spec, flag] = [parseAttribute(inSpec), parseAttribute(inFlag)];
  return spec.column === flag.column || attributeName(spec) === attributeName(flag);
}

type IsGiven = (flag: keyof AuditFlags) => boolean;

/** Flags come after the spec; a preset that is named takes the place of all that the spec says of training. */
function trainingOver(inFile: TrainingParameters | undefined, flags: AuditFlags, isGiven: IsGiven): TrainingParameters {
  if (inFile === undefined || isGiven('preset')) return trainingFrom(flags);
  const names = ['step', 'dimension', 'iterations', 'profileRidge', 'biasRidge', 'seed'] as const;
  return { ...inFile, ...Object.fromEntries(names.filter(isGiven).map((name) => [name, flags[name]])) };
}

function fromFlags(flags: AuditFlags, fromFile: Partial<AuditSpec>, types: number): Partial<AuditSpec> {
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
