/** `ulterior audit` where the attribute is a number: how near interviews come to it. */
import {
  type NumericAuditSpec,
  type NumericRecords,
  numericAuditSpec,
  type PlantedNumber,
  planNumericAudit,
  plantedNumber,
  type RunTools,
} from '../../audit/index.ts';
import { type DatasetSource, numericWorldSpecOf } from '../../datasets/index.ts';
import { numericParameters } from '../../factorization/index.ts';
import { fingerprint } from '../../ratings/index.ts';
import { filledIn } from '../../schema/index.ts';
import type { OpenedData } from '../shared/dataOptions.ts';
import { GATE } from '../shared/gateOptions.ts';
import { type Measured, type MeasureFlags, measure } from '../shared/measure.ts';
import { refuseFlags } from '../shared/options.ts';
import { type FlagsOf, specFrom } from '../spec/specFlags.ts';

const PLANTED = { questions: 10, people: 2000 };

const FLAGS = { maxQuestions: 'questions' } as const;

type NumericAuditFlags = MeasureFlags &
  FlagsOf<NumericAuditSpec, typeof FLAGS> & { readonly seed: number; readonly attackers?: readonly string[] };

export async function auditNumber(
  { dataset, attribute, summary }: OpenedData,
  source: DatasetSource,
  flags: NumericAuditFlags,
  inSpec: Partial<NumericAuditSpec>,
  told: Pick<Measured<NumericRecords, RunTools>, 'named' | 'before'>,
): Promise<void> {
  refuseFlags(flags, ['attackers', ...GATE], 'a number');
  const { seed } = flags;
  const training = numericParameters({ seed, ...inSpec.training });
  const given = filledIn(inSpec, specFrom<NumericAuditSpec, typeof FLAGS>(FLAGS, flags));
  const spec = numericAuditSpec({ ...given, training, seed, attribute });
  await measure(
    {
      doing: 'auditing',
      source: summary.source,
      identity: { data: fingerprint(dataset, attribute), spec },
      plan: planNumericAudit(dataset, spec),
      tools: () => ({ planted: plantedIn(source, spec) }),
      ...told,
    },
    flags,
  );
}

/** The control with a known answer, where the data are an invented world. */
function plantedIn(
  source: DatasetSource,
  { resamples, level, coverage }: NumericAuditSpec,
): (() => Promise<PlantedNumber>) | undefined {
  if (source.kind !== 'world') return undefined;
  return () => plantedNumber(numericWorldSpecOf(source), source.seed ?? 1, { ...PLANTED, resamples, level, coverage });
}
