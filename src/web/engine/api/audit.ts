/** Jobs of the audit: look at files, make data of them, and audit these. */
import {
  type AuditRecords,
  type AuditSpec,
  auditSpec,
  type FirstLook,
  type NumericAuditSpec,
  type NumericRecords,
  numericAuditSpec,
  planFirstLook,
  planNumericAudit,
  plantedLeak,
  plantedNumber,
  runAudit,
  runNumericAudit,
  runPlan,
} from '../../../audit/index.ts';
import { UlteriorError } from '../../../errors/index.ts';
import { anyAttributeOf, attributeOf, groupDefaults, usableGroups } from '../../../ratings/index.ts';
import { worldPresets } from '../../../worlds/index.ts';
import {
  type ChosenFile,
  type ColumnValues,
  columnValues,
  type FilePreview,
  openFiles,
  openRows,
  previewFile,
} from '../../files/index.ts';
import { auditProgress } from '../jobs/auditProgress.ts';
import { measurePace } from '../jobs/estimate.ts';
import type { Job, JobTools } from '../jobs/job.ts';
import { measureNumberPace } from '../jobs/numberPace.ts';
import { keepData, requireData } from '../jobs/openedData.ts';
import type { DataSource, OpenedSummary } from '../jobs/openedSummary.ts';
import { startPool } from '../jobs/startPool.ts';
import { openDemoWorld, SEED, worldOfAges } from '../jobs/worldSource.ts';

const preview: Job<ChosenFile, FilePreview> = (chosen) => previewFile(chosen);

/** `user` where a person has many rows. */
const values: Job<
  { chosen: ChosenFile; column: string; user?: string | undefined; missing: readonly string[] },
  ColumnValues
> = async ({ chosen: { file, ...options }, column, user, missing }) =>
  columnValues(await openRows(file, options), column, user, missing);

const openData: Job<DataSource, OpenedSummary> = async (source, { kernels, signal, progress }) => {
  progress({ stage: 'Reading' });
  const { dataset, summary } = source.kind === 'world' ? openDemoWorld(source.infers) : await openFiles(source);
  const { name, kind } = anyAttributeOf(dataset, [...dataset.attributes.keys()][0] ?? '');
  const number = kind === 'numeric';
  // Too few people, or fewer than two groups that are large enough, are refused here, before anything is set up.
  if (number) planNumericAudit(dataset, { attribute: name });
  const groups = number ? [] : attributeOf(usableGroups(dataset, name, groupDefaults).dataset, name).labels;
  progress({ stage: 'Measuring how fast this machine is' });
  const now = () => performance.now();
  const pace = number ? await measureNumberPace(dataset, name, now) : await measurePace(dataset, name, kernels, now);
  signal.throwIfAborted();
  keepData({ dataset, summary, attribute: name, world: source.kind === 'world' });
  const { threads: workers } = await startPool();
  return { summary, attribute: name, kind: number ? 'number' : 'groups', groups, pace, workers };
};

const PLANTED = { questions: 10, people: 2000 };

/** What every audit of the open data is run with. */
async function toolsFor({ kernels, signal, progress }: JobTools) {
  return {
    kernels,
    executor: await startPool(),
    signal,
    onProgress: (so: { readonly done: number; readonly total: number }) => progress(auditProgress(so)),
    source: requireData().summary.source,
    finished: () => new Date().toISOString(),
  };
}

/** Undefined where the data do not allow it: the audit then says why, if it must. */
const firstLook: Job<{ readonly attribute: string; readonly folds: number }, FirstLook | undefined> = async (
  wanted,
  given,
) => {
  const { signal } = given;
  const tools = { ...(await toolsFor(given)), onProgress: undefined };
  try {
    return await runPlan(planFirstLook(requireData().dataset, wanted), tools);
  } catch (error) {
    if (signal.aborted || !(error instanceof UlteriorError)) throw error;
    return undefined;
  }
};

const audit: Job<Partial<AuditSpec> & Pick<AuditSpec, 'attribute'>, AuditRecords> = async (partial, given) => {
  const { dataset, world } = requireData();
  const spec = auditSpec(partial);
  const { resamples, level } = spec;
  const tools = await toolsFor(given);
  const planted = () => plantedLeak(worldPresets.demo, SEED, { ...PLANTED, resamples, level }, tools);
  return runAudit(dataset, spec, { ...tools, planted: world ? planted : undefined });
};

type PartialNumberSpec = Partial<NumericAuditSpec> & Pick<NumericAuditSpec, 'attribute'>;

const auditNumber: Job<PartialNumberSpec, NumericRecords> = async (partial, given) => {
  const { dataset, world } = requireData();
  const spec = numericAuditSpec(partial);
  const { resamples, level, coverage } = spec;
  const tools = await toolsFor(given);
  const planted = () => plantedNumber(worldOfAges, SEED, { ...PLANTED, resamples, level, coverage }, tools);
  return runNumericAudit(dataset, spec, { ...tools, planted: world ? planted : undefined });
};

export const auditJobs = { previewFile: preview, columnValues: values, openData, firstLook, audit, auditNumber };
