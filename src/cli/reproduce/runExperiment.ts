/** Runs one experiment of any kind on its data, and writes its report. */
import { join } from 'node:path';
import {
  type AuditRecords,
  auditSpec,
  leakMatrixSpec,
  numericAuditSpec,
  runAudit,
  runLeakMatrix,
  runNumericAudit,
} from '../../audit/index.ts';
import { type DatasetSource, openDataset } from '../../datasets/index.ts';
import { defenceSpec, evaluateDefences, runDetectorStudy, studyQuestionnaire, studySpec } from '../../defence/index.ts';
import {
  channelDefaults,
  presets,
  train,
  trainChannels,
  trained,
  withJointAttribute,
} from '../../factorization/index.ts';
import { attributeOf, fingerprint } from '../../ratings/index.ts';
import { writeReport } from '../../render/index.ts';
import {
  type AnyRecords,
  type AuditExperiment,
  type Experiment,
  isAudit,
  type OtherExperiment,
  type RunExperiment,
} from '../../report/index.ts';
import { loadKernels, openCheckpoints, type ThreadPool } from '../../runtime/index.ts';
import { summaryLines } from '../audit/auditSummary.ts';
import { leakMatrixLines } from '../audit/leakMatrix.ts';
import { numericSummary } from '../audit/numericSummary.ts';
import { defenceLines } from '../defence/defenceSummary.ts';
import { detectorLines } from '../defence/detectorSummary.ts';
import { questionnaireLines } from '../defence/questionnaireSummary.ts';
import { print, taskProgress, warn } from '../shared/output.ts';
import { plantedIn } from '../shared/planted.ts';

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
  const { records: others, lines } = await otherOf(experiment, setting, pool);
  await write(others, lines);
  return { experiment, others, report };
}

interface Found {
  readonly records: Exclude<AnyRecords, AuditRecords>;
  readonly lines: readonly string[];
}

async function otherOf(experiment: OtherExperiment, setting: ExperimentSetting, pool: ThreadPool): Promise<Found> {
  switch (experiment.kind) {
    case 'number': {
      const records = await numberOf(experiment, setting, pool);
      return { records, lines: numericSummary(records) };
    }
    case 'leakMatrix': {
      const records = await matrixOf(experiment, setting, pool);
      return { records, lines: leakMatrixLines(records) };
    }
    case 'defence': {
      const records = await defenceOf(experiment, setting, pool);
      return { records, lines: defenceLines(records) };
    }
    case 'detector': {
      const records = await detectorOf(experiment, setting, pool);
      return { records, lines: detectorLines(records) };
    }
    case 'questionnaire': {
      const records = await questionnaireOf(experiment, setting, pool);
      return { records, lines: questionnaireLines(records) };
    }
  }
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
  return runNumericAudit(dataset, spec, {
    ...toolsFor(experiment, pool),
    checkpoints: await checkpoints(experiment, setting, { data: fingerprint(dataset, attribute), spec }),
  });
}

async function matrixOf(experiment: Of<'leakMatrix'>, setting: ExperimentSetting, pool: ThreadPool) {
  const { dataset, summary } = await openDataset(placed(experiment, setting.data));
  const attributes = [...dataset.attributes.keys()];
  const spec = leakMatrixSpec({ ...experiment.spec, ...changes(setting), attributes });
  const { dataset: joint, name } = withJointAttribute(dataset, attributes);
  return runLeakMatrix(dataset, spec, {
    ...toolsFor(experiment, pool),
    dropped: summary.dropped,
    checkpoints: await checkpoints(experiment, setting, { data: fingerprint(joint, name), spec }),
  });
}

async function defenceOf(experiment: Of<'defence'>, setting: ExperimentSetting, pool: ThreadPool) {
  const { dataset } = await openDataset(placed(experiment, setting.data));
  const [attribute] = dataset.attributes.keys();
  const spec = defenceSpec({ ...experiment.spec, ...changes(setting), attribute: attribute! });
  return evaluateDefences(dataset, spec, {
    ...toolsFor(experiment, pool),
    checkpoints: await checkpoints(experiment, setting, { data: fingerprint(dataset, attribute), spec }),
  });
}

/** The detector reads a model of everybody: its people are drawn from the model. */
async function detectorOf(experiment: Of<'detector'>, setting: ExperimentSetting, pool: ThreadPool) {
  const { dataset } = await openDataset(placed(experiment, setting.data));
  const [attribute] = dataset.attributes.keys();
  const { onProgress, ...tools } = toolsFor(experiment, pool);
  const model = trained(
    experiment.model === 'channels'
      ? await trainChannels(dataset, attribute!, channelDefaults)
      : await train(dataset, attribute!, presets.als, tools),
  );
  return runDetectorStudy(model, { ...experiment.spec, ...changes(setting) }, { ...tools, onProgress });
}

async function questionnaireOf(experiment: Of<'questionnaire'>, setting: ExperimentSetting, pool: ThreadPool) {
  const { dataset } = await openDataset(placed(experiment, setting.data));
  const attributes = [...dataset.attributes.keys()];
  const spec = studySpec({ task: 'design', ...experiment.spec, ...changes(setting), attributes });
  const data = attributes.map((attribute) => fingerprint(dataset, attribute));
  return studyQuestionnaire(dataset, spec, {
    ...toolsFor(experiment, pool),
    checkpoints: await checkpoints(experiment, setting, { data, spec }),
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
