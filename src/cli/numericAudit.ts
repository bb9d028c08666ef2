/** `ulterior audit` where the attribute is a number: how near interviews come to it. */
import {
  type NumericAuditSpec,
  type NumericRecords,
  numericAuditSpec,
  type PlantedNumber,
  plantedNumber,
  runNumericAudit,
} from '../audit/index.ts';
import { type DatasetSource, numericWorldSpecOf } from '../datasets/index.ts';
import { writeReport } from '../render/index.ts';
import { loadKernels, openThreadPool } from '../runtime/index.ts';
import type { OpenedData } from './dataOptions.ts';
import { refuseFlags } from './numericOptions.ts';
import { numericSummary } from './numericSummary.ts';
import { type NumericTrainingFlags, numericTrainingFrom } from './numericTrain.ts';
import { print, taskProgress, warn } from './output.ts';

const PLANTED = { questions: 10, people: 2000 };

export interface NumericAuditFlags extends NumericTrainingFlags {
  readonly output: string;
  readonly strategies?: string[];
  readonly questions?: number;
  readonly folds?: number;
  readonly ridge?: number;
  readonly resamples?: number;
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
): Promise<void> {
  refuseFlags(flags, ['classifiers', 'confidences', 'protocol'], 'a number');
  const spec = numericAuditSpec({ ...fromFile, ...specFrom(flags, fromFile), attribute });
  const pool = openThreadPool(flags.threads);
  const control = new AbortController();
  const stop = () => control.abort(new Error('stopped'));
  process.once('SIGINT', stop);
  try {
    const records = await runNumericAudit(dataset, spec, {
      kernels: loadKernels('shared', warn),
      executor: pool,
      source: summary.source,
      planted: plantedIn(source, spec),
      finished: () => new Date().toISOString(),
      onProgress: flags.quiet ? undefined : taskProgress('auditing'),
      signal: control.signal,
    });
    await tell(records, flags);
  } catch (error) {
    if (!control.signal.aborted) throw error;
    warn('stopped. Nothing was written.');
    process.exitCode = 130;
  } finally {
    process.removeListener('SIGINT', stop);
    await pool.close();
  }
}

async function tell(records: NumericRecords, flags: NumericAuditFlags): Promise<void> {
  const { files, warnings } = await writeReport(records, flags.output);
  for (const warning of warnings) warn(warning);
  if (flags.json) print(JSON.stringify(records));
  else if (!flags.quiet) print(...numericSummary(records), '', `Report: ${files[0]}`);
}

function specFrom(flags: NumericAuditFlags, { training }: { training?: object }): Partial<NumericAuditSpec> {
  return {
    training: numericTrainingFrom(flags, training),
    ...(flags.strategies ? { strategies: flags.strategies } : {}),
    ...(flags.questions === undefined ? {} : { maxQuestions: flags.questions }),
    ...(flags.folds === undefined ? {} : { folds: flags.folds }),
    ...(flags.ridge === undefined ? {} : { ridge: flags.ridge }),
    ...(flags.resamples === undefined ? {} : { resamples: flags.resamples }),
    ...(flags.unit === undefined ? {} : { unit: flags.unit }),
    ...(flags.cuts ? { bands: flags.cuts } : {}),
    ...(flags.coverage === undefined ? {} : { coverage: flags.coverage }),
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
