/** Jobs of the audit: look at files, make data of them, and audit these. */
import { type AuditRecords, type AuditSpec, auditSpec, plantedLeak, runAudit } from '../../../audit/index.ts';
import { anyAttributeOf, attributeOf, groupDefaults, usableGroups } from '../../../ratings/index.ts';
import { worldPresets } from '../../../worlds/index.ts';
import { measurePace } from '../../audit/state/estimate.ts';
import type { DataSource, OpenedSummary } from '../../audit/state/openedSummary.ts';
import { openDemoWorld, SEED } from '../../audit/state/worldSource.ts';
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
import type { Job } from '../jobs/job.ts';
import { keepData, requireData } from '../jobs/openedData.ts';
import { startPool } from '../jobs/startPool.ts';

const preview: Job<ChosenFile, FilePreview> = (chosen) => previewFile(chosen);

/** `user` where a person has many rows. */
const values: Job<
  { chosen: ChosenFile; column: string; user?: string | undefined; missing: readonly string[] },
  ColumnValues
> = async ({ chosen: { file, ...options }, column, user, missing }) =>
  columnValues(await openRows(file, options), column, user, missing);

const openData: Job<DataSource, OpenedSummary> = async (source, { kernels, progress }) => {
  progress({ stage: 'Reading' });
  const { dataset, summary } = source.kind === 'world' ? openDemoWorld() : await openFiles(source);
  const { name } = anyAttributeOf(dataset, [...dataset.attributes.keys()][0] ?? '');
  // An audit tells groups apart that are large enough; fewer than two are refused here, before anything is set up.
  const { labels } = attributeOf(usableGroups(dataset, name, groupDefaults).dataset, name);
  progress({ stage: 'Measuring how fast this machine is' });
  const pace = await measurePace(dataset, name, kernels, () => performance.now());
  keepData({ dataset, summary, attribute: name, world: source.kind === 'world' });
  return { summary, attribute: name, groups: labels, pace, workers: (await startPool()).threads };
};

type PartialSpec = Partial<AuditSpec> & Pick<AuditSpec, 'attribute'>;

const PLANTED = { questions: 10, people: 2000 };

const audit: Job<PartialSpec, AuditRecords> = async (partial, { kernels, signal, progress }) => {
  const { dataset, summary, world } = requireData();
  const executor = await startPool();
  const spec = auditSpec(partial);
  const { resamples, level } = spec;
  return runAudit(dataset, spec, {
    kernels,
    executor,
    signal,
    onProgress: (so) => progress(auditProgress(so)),
    source: summary.source,
    finished: () => new Date().toISOString(),
    planted: world
      ? () => plantedLeak(worldPresets.demo, SEED, { ...PLANTED, resamples, level }, { kernels, executor })
      : undefined,
  });
};

export const auditJobs = { previewFile: preview, columnValues: values, openData, audit };
