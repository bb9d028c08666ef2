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
import { filledIn, schema } from '../../schema/index.ts';
import { sourceFrom } from '../shared/dataOptions.ts';
import { measure } from '../shared/measure.ts';
import { namedData } from '../shared/namedData.ts';
import { openSeveral } from '../shared/severalAttributes.ts';
import { requireFile } from '../shared/writableOutputs.ts';
import { addSpecFlags, type FlagsOf, specFrom } from '../spec/specFlags.ts';
import { channelsIn } from '../spec/trainingOptions.ts';
import { firstLookBefore, lookQuickly, type QuickFlags, refuseBesideQuick } from './firstLook.ts';
import { missingData } from './interviews.ts';
import { type AuditFlags, type Measurement, READ_BY_PLANS, type Request, withOutput } from './measurement.ts';

const FLAGS = { maxQuestions: 'questions' } as const;

interface MatrixSettings {
  readonly saveModel?: string;
}

type MatrixFlags = FlagsOf<LeakMatrixSpec, typeof FLAGS> & MatrixSettings & QuickFlags;

export const matrix: Measurement<MatrixFlags> = {
  where: 'several attributes are inferred',
  addOptions: (command) => {
    addSpecFlags(command, leakMatrixSchema, leakMatrixDefaults, FLAGS);
  },
  reads: [...Object.values(FLAGS), ...READ_BY_PLANS, 'quick'],
  settings: { keys: leakMatrixSchema, defaults: leakMatrixDefaults },
  besides: {
    keys: schema.fieldsOf<MatrixSettings>({
      saveModel: schema.about(
        'Several attributes: also train a model on everyone, for `ulterior ask`: a file.',
        schema.text,
      ),
    }),
    defaults: {},
  },
  run,
};

async function run({ data, flags: given, inSpec, command }: Request<MatrixFlags>): Promise<void> {
  if (data === undefined) return missingData(command);
  if (given.quick) refuseBesideQuick(given);
  const flags = given.quick ? { ...given, output: '' } : withOutput(given, command);
  refuseWorld(data, flags);
  if (flags.saveModel !== undefined) await requireFile(flags.saveModel);
  const { dataset, summary } = await openSeveral(data, flags);
  const attributes = [...dataset.attributes.keys()];
  const look = { dataset, attributes, seed: flags.seed, folds: (inSpec as Partial<LeakMatrixSpec>).folds };
  if (flags.quick) return lookQuickly(look, summary.source, flags);
  const spec = leakMatrixSpec({
    ...filledIn<Partial<LeakMatrixSpec>>(inSpec, fromFlags(flags, inSpec)),
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
      before: firstLookBefore(look),
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

function fromFlags(flags: MatrixFlags & AuditFlags, inSpec: Partial<LeakMatrixSpec>): Partial<LeakMatrixSpec> {
  const { questions = inSpec.maxQuestions ?? leakMatrixDefaults.maxQuestions, seed } = flags;
  const usual = leakMatrixDefaults.compareAt.filter((number) => number <= questions);
  return {
    ...specFrom<LeakMatrixSpec, typeof FLAGS>(FLAGS, flags),
    compareAt: inSpec.compareAt ?? (usual.length > 0 ? usual : [questions]),
    training: channelsIn(inSpec.training, seed),
    seed,
  };
}
