/** Runs one experiment of any kind on its data, and writes its report. */
import { join } from 'node:path';
import {
  type AuditSpec,
  type ModelAuditSpec,
  type Plan,
  peopleWithRatings,
  planAudit,
  planLeakMatrix,
  planModelAudit,
  planNumericAudit,
  type RunTools,
} from '../../src/audit/index.ts';
import { print, taskProgress, warn } from '../../src/cli/shared/output.ts';
import { type PartFlags, runInParts } from '../../src/cli/shared/parts.ts';
import { plantedIn } from '../../src/cli/shared/planted.ts';
import { type DatasetSource, openDataset } from '../../src/datasets/index.ts';
import { defenceBefore, planDefences, planStudy, runDetectorStudy } from '../../src/defence/index.ts';
import {
  channelDefaults,
  presets,
  type TrainingTools,
  train,
  trainChannels,
  trained,
} from '../../src/factorization/index.ts';
import { attributeOf, type Dataset, fingerprint } from '../../src/ratings/index.ts';
import { writeReport } from '../../src/render/index.ts';
import {
  type AnyRecords,
  type Experiment,
  type RunExperiment,
  reportOf,
  type SpecOf,
  settings,
} from '../../src/report/index.ts';
import { loadKernels, openCheckpoints, type ThreadPool } from '../../src/runtime/index.ts';

interface ExperimentSetting extends PartFlags {
  /** The folder of the data, where any are there. */
  readonly data?: string | undefined;
  readonly output: string;
  readonly resamples?: number | undefined;
}

/** What a kind plans on its data. */
type PlanOf<Spec = unknown, Records = AnyRecords, Tools = RunTools> = (
  dataset: Dataset,
  spec: Spec,
  run: Experiment,
) => Plan<Records, Tools>;

/** Settings and records are those of the kind; the compiler does not follow that through the table. */
const kindOf = <Spec, Records, Tools>(plan: PlanOf<Spec, Records, Tools>) => plan as unknown as PlanOf;

/** A detector has no units: its people are drawn from a model of everybody. */
const plans: Readonly<Record<Exclude<keyof SpecOf, 'detector'>, PlanOf>> = {
  audit: kindOf((dataset, spec: AuditSpec) => planAudit(dataset, spec)),
  number: kindOf(planNumericAudit),
  leakMatrix: kindOf(planLeakMatrix),
  defence: kindOf(planDefences),
  questionnaire: kindOf(planStudy),
  recommender: kindOf(planRecommenders),
};

function planRecommenders(
  dataset: Dataset,
  spec: ModelAuditSpec,
  { afterDefence: defence, surfaces = [] }: Experiment,
) {
  const { attribute, seed } = spec;
  const afterDefence = defence && defenceBefore({ ...defence, attribute, seed });
  return planModelAudit({ people: peopleWithRatings(dataset, attribute), surfaces, afterDefence }, spec);
}

/** Without records where only a part was done. */
export async function runExperiment(
  experiment: Experiment,
  setting: ExperimentSetting,
  pool: ThreadPool,
): Promise<RunExperiment> {
  const { id, kind = 'audit', title, surfaces, afterDefence } = experiment;
  print(title);
  // It has no parts: who collects does it.
  if (kind === 'detector' && setting.part !== undefined) return { experiment };
  const source = placed(experiment, setting.data);
  const { dataset, summary } = await openDataset(source);
  const attributes = [...dataset.attributes.keys()];
  const changes = setting.resamples === undefined ? {} : { resamples: setting.resamples };
  const spec = settings[kind]({ ...experiment.spec, ...changes }, attributes);
  const tools = {
    kernels: loadKernels('shared', warn),
    executor: pool,
    source: title,
    finished: () => new Date().toISOString(),
    onProgress: taskProgress('auditing'),
  };
  const folder = join(setting.output, id);
  const publish = async (records: AnyRecords | undefined): Promise<RunExperiment> => {
    if (records === undefined) return { experiment };
    for (const warning of (await writeReport(records, folder)).warnings) warn(warning);
    print(...reportOf(records).summary(), '');
    return { experiment, records };
  };
  if (kind === 'detector') {
    const model = await modelOf(experiment, dataset, attributes[0]!, tools);
    return publish(await runDetectorStudy(model, spec, tools));
  }
  const identity = { data: attributes.map((name) => fingerprint(dataset, name)), spec, surfaces, afterDefence };
  const groups = () => attributeOf(dataset, attributes[0]!).labels.length;
  const more = {
    checkpoints: await openCheckpoints(join(folder, 'checkpoints'), identity),
    dropped: summary.dropped,
    ...(kind === 'audit' ? { planted: plantedIn(source, groups(), spec, pool) } : {}),
  };
  return publish(await runInParts(plans[kind](dataset, spec, experiment), { ...tools, ...more }, setting));
}

/** The source with its files below the data folder. */
export function placed({ source }: Pick<Experiment, 'source'>, folder = ''): DatasetSource {
  const path = typeof source['path'] === 'string' ? { path: join(folder, source['path']) } : {};
  return { ...source, ...path, ...(source['kind'] === 'known' ? { folder } : {}) } as unknown as DatasetSource;
}

async function modelOf(
  { model }: Experiment,
  dataset: Dataset,
  attribute: string,
  { kernels, executor }: TrainingTools,
) {
  return trained(
    model === 'channels'
      ? await trainChannels(dataset, attribute, channelDefaults)
      : await train(dataset, attribute, presets.als, { kernels, executor }),
  );
}
