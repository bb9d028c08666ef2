/** `ulterior audit` of several attributes: what questions that aim at one of them tell about the others, as a report. */
import {
  type LeakMatrixSpec,
  leakMatrixDefaults,
  leakMatrixSchema,
  leakMatrixSpec,
  planLeakMatrix,
} from '../../audit/index.ts';
import { UlteriorError } from '../../errors/index.ts';
import { trained, trainJoint, withJointAttribute } from '../../factorization/index.ts';
import { fingerprint } from '../../ratings/index.ts';
import { saveModel } from '../../runtime/index.ts';
import { filledIn } from '../../schema/index.ts';
import { sourceFrom } from '../shared/dataOptions.ts';
import { measure } from '../shared/measure.ts';
import { namedData } from '../shared/namedData.ts';
import { openSeveral } from '../shared/severalAttributes.ts';
import { addSpecFlags, type FlagsOf, specFrom } from '../shared/specFlags.ts';
import { channelsOver } from '../shared/trainingOptions.ts';
import { missingData } from './interviews.ts';
import { type AuditFlags, type Measurement, READ_BY_PLANS, type Request, withOutput } from './measurement.ts';

const FLAGS = {
  maxQuestions: 'questions',
  compareAt: 'at',
  baselines: 'baselines',
  ridge: 'ridge',
  folds: 'folds',
  resamples: 'resamples',
} as const;

interface MatrixFlags extends FlagsOf<LeakMatrixSpec, typeof FLAGS> {
  readonly control: boolean;
  readonly dimension?: number;
  readonly saveModel?: string;
}

export const matrix: Measurement<MatrixFlags> = {
  where: 'several attributes are inferred',
  addOptions: (command) => {
    addSpecFlags(command, leakMatrixSchema, leakMatrixDefaults, FLAGS)
      .option('--no-control', 'skip the control with shuffled attributes: takes half the time, but claims nothing')
      .option('--save-model <file>', 'several attributes: also train a model on everybody, for `ulterior ask`');
  },
  reads: [...Object.values(FLAGS), 'control', 'dimension', 'saveModel', ...READ_BY_PLANS],
  run,
};

async function run({ data, flags: given, inSpec, isGiven, command }: Request<MatrixFlags>): Promise<void> {
  if (data === undefined) return missingData(command);
  const flags = withOutput(given, command);
  refuseWorld(data, flags);
  const { dataset, summary } = await openSeveral(data, flags);
  const attributes = [...dataset.attributes.keys()];
  const spec = leakMatrixSpec({
    ...filledIn<Partial<LeakMatrixSpec>>(inSpec, fromFlags(flags, inSpec, isGiven)),
    attributes,
  });
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

function refuseWorld(data: string, { attribute: _, ...flags }: AuditFlags): void {
  if (sourceFrom(data, flags).kind !== 'world') return;
  throw new UlteriorError(
    'ATTRIBUTE_UNKNOWN',
    `"${data}" is an invented world, whose people have a single attribute`,
    'name data with several attributes per person',
    { source: data },
  );
}

function fromFlags(
  flags: MatrixFlags & AuditFlags,
  inSpec: Partial<LeakMatrixSpec>,
  isGiven: (flag: string) => boolean,
): Partial<LeakMatrixSpec> {
  const { questions = inSpec.maxQuestions ?? leakMatrixDefaults.maxQuestions, seed } = flags;
  const usual = leakMatrixDefaults.compareAt.filter((number) => number <= questions);
  return {
    ...specFrom(FLAGS, flags),
    compareAt: flags.at ?? inSpec.compareAt ?? (usual.length > 0 ? usual : [questions]),
    training: channelsOver(inSpec.training, flags, isGiven),
    shuffled: flags.control ? inSpec.shuffled : false,
    seed,
  };
}
