/** Runs one experiment of any kind on its data, and writes its report. */
import { join } from 'node:path';
import {
  type AuditExperiment,
  auditSpec,
  type Experiment,
  isAudit,
  leakMatrixSpec,
  numericAuditSpec,
  type OtherExperiment,
  runAudit,
  runLeakMatrix,
  runNumericAudit,
} from '../audit/index.ts';
import { type DatasetSource, openDataset } from '../datasets/index.ts';
import { withJointAttribute } from '../factorization/index.ts';
import { attributeOf, fingerprint } from '../ratings/index.ts';
import { writeReport } from '../render/index.ts';
import type { AnyRecords, RunExperiment } from '../report/index.ts';
import { loadKernels, openCheckpoints, type ThreadPool } from '../runtime/index.ts';
import { summaryLines } from './auditSummary.ts';
import { leakMatrixLines } from './leakMatrix.ts';
import { numericSummary } from './numericSummary.ts';
import { print, taskProgress, warn } from './output.ts';
import { plantedIn } from './planted.ts';

export interface ExperimentSetting {
  /** The folder of the data, where any are there. */
  readonly data?: string | undefined;
  readonly output: string;
  readonly resamples?: number | undefined;
}

export async function runExperiment(
  experiment: Experiment,
  setting: ExperimentSetting,
  pool: ThreadPool,
): Promise<RunExperiment> {
  print(experiment.title);
  const report = `${experiment.id}/report.html`;
  const write = async (found: AnyRecords, lines: readonly string[]) => {
    for (const warning of (await writeReport(found, join(setting.output, experiment.id))).warnings) warn(warning);
    print(...lines, '');
  };
  if (isAudit(experiment)) {
    const records = await auditOf(experiment, setting, pool);
    await write(records, summaryLines(records));
    return { experiment, records, report };
  }
  if (experiment.kind === 'number') {
    const others = await numberOf(experiment, setting, pool);
    await write(others, numericSummary(others));
    return { experiment, others, report };
  }
  const others = await matrixOf(experiment, setting, pool);
  await write(others, leakMatrixLines(others));
  return { experiment, others, report };
}

/** The source with its files below the data folder. */
export function placed({ source }: Pick<Experiment, 'source'>, folder = ''): DatasetSource {
  const path = typeof source['path'] === 'string' ? { path: join(folder, source['path']) } : {};
  return { ...source, ...path, ...(source['kind'] === 'known' ? { folder } : {}) } as unknown as DatasetSource;
}

async function auditOf(experiment: AuditExperiment, setting: ExperimentSetting, pool: ThreadPool) {
  const source = placed(experiment, setting.data);
  const { dataset } = await openDataset(source);
  const [attribute] = dataset.attributes.keys();
  const spec = auditSpec({ ...experiment.spec, ...changes(setting), attribute: attribute! });
  return runAudit(dataset, spec, {
    ...toolsFor(experiment, pool),
    checkpoints: await checkpoints(experiment, setting, { data: fingerprint(dataset, attribute), spec }),
    planted: plantedIn(source, attributeOf(dataset, attribute!).labels.length, spec, pool),
  });
}

type Of<Kind extends OtherExperiment['kind']> = Extract<OtherExperiment, { kind: Kind }>;

async function numberOf(experiment: Of<'number'>, setting: ExperimentSetting, pool: ThreadPool) {
  const { dataset } = await openDataset(placed(experiment, setting.data));
  const [attribute] = dataset.attributes.keys();
  const spec = numericAuditSpec({ ...experiment.spec, ...changes(setting), attribute: attribute! });
  return runNumericAudit(dataset, spec, toolsFor(experiment, pool));
}

async function matrixOf(experiment: Of<'leakMatrix'>, setting: ExperimentSetting, pool: ThreadPool) {
  const { dataset } = await openDataset(placed(experiment, setting.data));
  const attributes = [...dataset.attributes.keys()];
  const spec = leakMatrixSpec({ ...experiment.spec, ...changes(setting), attributes });
  const { dataset: joint, name } = withJointAttribute(dataset, attributes);
  return runLeakMatrix(dataset, spec, {
    ...toolsFor(experiment, pool),
    checkpoints: await checkpoints(experiment, setting, { data: fingerprint(joint, name), spec }),
  });
}

const changes = ({ resamples }: ExperimentSetting) => (resamples === undefined ? {} : { resamples });

function toolsFor({ title }: Experiment, pool: ThreadPool) {
  return {
    kernels: loadKernels('shared', warn),
    executor: pool,
    source: title,
    finished: () => new Date().toISOString(),
    onProgress: taskProgress('auditing'),
  };
}

function checkpoints({ id }: Experiment, { output }: ExperimentSetting, identity: object) {
  return openCheckpoints(join(output, id, 'checkpoints'), identity);
}
