/** `ulterior audit` where the attribute is a number: how near interviews come to it. */
import { join } from 'node:path';
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
import { openCheckpoints } from '../../runtime/index.ts';
import { filledIn } from '../../schema/index.ts';
import type { OpenedData } from '../shared/dataOptions.ts';
import { type ExportFlags, GATE } from '../shared/gateOptions.ts';
import { longRun, publishRecords } from '../shared/longRun.ts';
import { withNamedData } from '../shared/namedData.ts';
import { refuseFlags } from '../shared/numericOptions.ts';
import { type PartFlags, runInParts } from '../shared/parts.ts';
import { type NumericTrainingFlags, numericTrainingFrom } from '../train/numericTrain.ts';

/** What only groups have. */
const CATEGORY_FLAGS = [
  'classifiers',
  'confidences',
  'protocol',
  'headline',
  'minGroup',
  'smallGroups',
  'controls',
  ...GATE,
] as const;

const PLANTED = { questions: 10, people: 2000 };

interface NumericAuditFlags extends NumericTrainingFlags, PartFlags, ExportFlags {
  readonly output: string;
  readonly strategies?: string[];
  readonly questions?: number;
  readonly folds?: number;
  readonly ridge?: number;
  readonly resamples?: number;
  readonly permutations?: number;
  readonly threads?: number;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly unit?: string;
  readonly cuts?: number[];
  readonly coverage?: number;
}

export async function auditNumber(
  { dataset, attribute, summary }: OpenedData,
  source: DatasetSource,
  flags: NumericAuditFlags,
  fromFile: object,
  named: NamedData,
): Promise<void> {
  refuseFlags(flags, CATEGORY_FLAGS, 'a number');
  const spec = numericAuditSpec({ ...filledIn<object>(fromFile, specFrom(flags, fromFile)), attribute });
  const identity = { data: fingerprint(dataset, attribute), spec };
  const folder = join(flags.output, 'checkpoints');
  const checkpoints = await openCheckpoints(folder, identity);
  const records = await longRun({ doing: 'auditing', source: summary.source, checkpoints: folder }, flags, (tools) =>
    runInParts(planNumericAudit(dataset, spec), { ...tools, checkpoints, planted: plantedIn(source, spec) }, flags),
  );
  if (records !== undefined) await publishRecords(withNamedData(records, named), flags);
}

function specFrom(flags: NumericAuditFlags, { training }: { training?: object }): Partial<NumericAuditSpec> {
  return {
    training: numericTrainingFrom(flags, training),
    ...(flags.strategies ? { strategies: flags.strategies } : {}),
    maxQuestions: flags.questions,
    folds: flags.folds,
    ridge: flags.ridge,
    resamples: flags.resamples,
    permutations: flags.permutations,
    unit: flags.unit,
    ...(flags.cuts ? { bands: flags.cuts } : {}),
    coverage: flags.coverage,
    seed: flags.seed,
  };
}

/** The control with a known answer, where the data are an invented world. */
function plantedIn(
  source: DatasetSource,
  { resamples, level, coverage }: NumericAuditSpec,
): (() => Promise<PlantedNumber>) | undefined {
  if (source.kind !== 'world') return undefined;
  return () => plantedNumber(numericWorldSpecOf(source), source.seed ?? 1, { ...PLANTED, resamples, level, coverage });
}
