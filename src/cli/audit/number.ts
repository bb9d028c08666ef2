/** `ulterior audit` where the attribute is a number: how near interviews come to it. */
import {
  type NamedData,
  type NumericAuditSpec,
  numericAuditSpec,
  type PlantedNumber,
  planNumericAudit,
  plantedNumber,
} from '../../audit/index.ts';
import { type DatasetSource, numericWorldSpecOf } from '../../datasets/index.ts';
import { fingerprint } from '../../ratings/index.ts';
import { filledIn } from '../../schema/index.ts';
import type { OpenedData } from '../shared/dataOptions.ts';
import { GATE } from '../shared/gateOptions.ts';
import { type MeasureFlags, measure } from '../shared/measure.ts';
import { NUMBER_FLAGS, refuseFlags } from '../shared/numericOptions.ts';
import { type FlagsOf, specFrom } from '../shared/specFlags.ts';
import { type NumericTrainingFlags, numericTrainingFrom } from '../train/numericTrain.ts';

/** What only groups have. */
const CATEGORY_FLAGS = [
  'attackers',
  'confidences',
  'protocol',
  'headline',
  'minGroup',
  'smallGroups',
  'controls',
  ...GATE,
] as const;

const PLANTED = { questions: 10, people: 2000 };

const FLAGS = {
  ...NUMBER_FLAGS,
  strategies: 'strategies',
  maxQuestions: 'questions',
  folds: 'folds',
  ridge: 'ridge',
  resamples: 'resamples',
  permutations: 'permutations',
} as const;

type NumericAuditFlags = NumericTrainingFlags &
  MeasureFlags &
  FlagsOf<NumericAuditSpec, typeof FLAGS> & { readonly cuts?: number[] };

export async function auditNumber(
  { dataset, attribute, summary }: OpenedData,
  source: DatasetSource,
  flags: NumericAuditFlags,
  fromFile: object,
  named: NamedData,
): Promise<void> {
  refuseFlags(flags, CATEGORY_FLAGS, 'a number');
  const spec = numericAuditSpec({ ...filledIn<object>(fromFile, numericSpecFrom(flags, fromFile)), attribute });
  await measure(
    {
      doing: 'auditing',
      source: summary.source,
      identity: { data: fingerprint(dataset, attribute), spec },
      plan: planNumericAudit(dataset, spec),
      tools: () => ({ planted: plantedIn(source, spec) }),
      named,
    },
    flags,
  );
}

function numericSpecFrom(flags: NumericAuditFlags, { training }: { training?: object }): Partial<NumericAuditSpec> {
  const { cuts: bands, seed } = flags;
  return { training: numericTrainingFrom(flags, training), ...specFrom(FLAGS, flags), bands, seed };
}

/** The control with a known answer, where the data are an invented world. */
function plantedIn(
  source: DatasetSource,
  { resamples, level, coverage }: NumericAuditSpec,
): (() => Promise<PlantedNumber>) | undefined {
  if (source.kind !== 'world') return undefined;
  return () => plantedNumber(numericWorldSpecOf(source), source.seed ?? 1, { ...PLANTED, resamples, level, coverage });
}
