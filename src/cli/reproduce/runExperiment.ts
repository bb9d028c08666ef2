/** Runs one experiment of any kind on its data, and writes its report. */
import { join } from 'node:path';
import {
  type AuditRecords,
  auditSpec,
  fingerprintOfModel,
  leakMatrixSpec,
  modelAuditSpec,
  numericAuditSpec,
  peopleWithRatings,
  planAudit,
  planLeakMatrix,
  planModelAudit,
  planNumericAudit,
} from '../../audit/index.ts';
import { type DatasetSource, openDataset } from '../../datasets/index.ts';
import {
  defenceBefore,
  defenceSpec,
  planDefences,
  planStudy,
  runDetectorStudy,
  studySpec,
} from '../../defence/index.ts';
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
import { modelSummaryLines } from '../audit/modelSummary.ts';
import { numericSummary } from '../audit/numericSummary.ts';
import { defenceLines } from '../defence/defenceSummary.ts';
import { detectorLines } from '../defence/detectorSummary.ts';
import { questionnaireLines } from '../defence/questionnaireSummary.ts';
import { print, taskProgress, warn } from '../shared/output.ts';
import { type PartFlags, runInParts } from '../shared/parts.ts';
import { plantedIn } from '../shared/planted.ts';

export interface ExperimentSetting extends PartFlags {
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
    if (records === undefined) return { experiment };
    await write(records, summaryLines(records));
    return { experiment, records, report };
  }
  const found = await otherOf(experiment, setting, pool);
  if (found === undefined) return { experiment };
  const { records: others, lines } = found;
  await write(others, lines);
  return { experiment, others, report };
}

interface Found {
  readonly records: Exclude<AnyRecords, AuditRecords>;
  readonly lines: readonly string[];
}

/** undefined where only a part was done. */
async function otherOf(
  experiment: OtherExperiment,
  setting: ExperimentSetting,
  pool: ThreadPool,
): Promise<Found | undefined> {
  switch (experiment.kind) {
    case 'number': {
      const records = await numberOf(experiment, setting, pool);
      return records && { records, lines: numericSummary(records) };
    }
    case 'leakMatrix': {
      const records = await matrixOf(experiment, setting, pool);
      return records && { records, lines: leakMatrixLines(records) };
    }
    case 'defence': {
      const records = await defenceOf(experiment, setting, pool);
      return records && { records, lines: defenceLines(records) };
    }
    case 'detector': {
      // It has no parts: who collects does it.
      if (setting.part !== undefined) return undefined;
      const records = await detectorOf(experiment, setting, pool);
      return records && { records, lines: detectorLines(records) };
    }
    case 'questionnaire': {
      const records = await questionnaireOf(experiment, setting, pool);
      return records && { records, lines: questionnaireLines(records) };
    }
    case 'recommender': {
      const records = await recommenderOf(experiment, setting, pool);
      return records && { records, lines: modelSummaryLines(records) };
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
  return runInParts(
    planAudit(dataset, spec),
    {
      ...toolsFor(experiment, pool),
      checkpoints: await checkpoints(experiment, setting, { data: fingerprint(dataset, attribute), spec }),
      planted: plantedIn(source, attributeOf(dataset, attribute!).labels.length, spec, pool),
    },
    setting,
  );
}

type Of<Kind extends OtherExperiment['kind']> = Extract<OtherExperiment, { kind: Kind }>;

async function numberOf(experiment: Of<'number'>, setting: ExperimentSetting, pool: ThreadPool) {
  const { dataset } = await openDataset(placed(experiment, setting.data));
  const [attribute] = dataset.attributes.keys();
  const spec = numericAuditSpec({ ...experiment.spec, ...changes(setting), attribute: attribute! });
  return runInParts(
    planNumericAudit(dataset, spec),
    {
      ...toolsFor(experiment, pool),
      checkpoints: await checkpoints(experiment, setting, { data: fingerprint(dataset, attribute), spec }),
    },
    setting,
  );
}

async function matrixOf(experiment: Of<'leakMatrix'>, setting: ExperimentSetting, pool: ThreadPool) {
  const { dataset, summary } = await openDataset(placed(experiment, setting.data));
  const attributes = [...dataset.attributes.keys()];
  const spec = leakMatrixSpec({ ...experiment.spec, ...changes(setting), attributes });
  const { dataset: joint, name } = withJointAttribute(dataset, attributes);
  return runInParts(
    planLeakMatrix(dataset, spec),
    {
      ...toolsFor(experiment, pool),
      dropped: summary.dropped,
      checkpoints: await checkpoints(experiment, setting, { data: fingerprint(joint, name), spec }),
    },
    setting,
  );
}

async function defenceOf(experiment: Of<'defence'>, setting: ExperimentSetting, pool: ThreadPool) {
  const { dataset } = await openDataset(placed(experiment, setting.data));
  const [attribute] = dataset.attributes.keys();
  const spec = defenceSpec({ ...experiment.spec, ...changes(setting), attribute: attribute! });
  return runInParts(
    planDefences(dataset, spec),
    {
      ...toolsFor(experiment, pool),
      checkpoints: await checkpoints(experiment, setting, { data: fingerprint(dataset, attribute), spec }),
    },
    setting,
  );
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
  return runInParts(
    planStudy(dataset, spec),
    {
      ...toolsFor(experiment, pool),
      checkpoints: await checkpoints(experiment, setting, { data, spec }),
    },
    setting,
  );
}

async function recommenderOf(experiment: Of<'recommender'>, setting: ExperimentSetting, pool: ThreadPool) {
  const { dataset } = await openDataset(placed(experiment, setting.data));
  const [attribute] = dataset.attributes.keys();
  const spec = modelAuditSpec({ ...experiment.spec, ...changes(setting), attribute: attribute! });
  const { afterDefence: defence, surfaces = [] } = experiment;
  const afterDefence = defence && defenceBefore({ ...defence, attribute: attribute!, seed: spec.seed });
  const input = { people: peopleWithRatings(dataset, attribute!), surfaces, afterDefence };
  return runInParts(
    planModelAudit(input, spec),
    {
      ...toolsFor(experiment, pool),
      checkpoints: await checkpoints(experiment, setting, { data: fingerprintOfModel(input), spec }),
    },
    setting,
  );
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
