/** What an attacker on whole histories gets in a fold, and what it makes of it. */
import { trainChannels, trained } from '../../factorization/index.ts';
import { classifierNamed, type WorkedOut } from '../../inference/index.ts';
import { inlineExecutor } from '../../maths/index.ts';
import { attributeOf, type Dataset } from '../../ratings/index.ts';
import { type SentModel, sendModel } from '../attackers/sentModel.ts';
import { pickRows, sparse } from '../attackers/sparseData.ts';
import type { WorkTools } from '../folds/index.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import type { ClassifierName } from '../spec/contender.ts';
import type { FoldData } from './foldData.ts';
import { type HistoryOutcome, type HistoryUnit, historyTask, type WholeMatrix } from './historyTask.ts';

export async function judgedBy(
  name: ClassifierName,
  ratingModel: SentModel,
  trainers: Dataset,
  data: FoldData,
  spec: AuditSpec,
  tools: WorkTools,
  workedOut: WorkedOut = {},
): Promise<HistoryOutcome> {
  const { model, judge } = classifierNamed(name);
  const quiet = { ...tools, onTaskDone: undefined };
  const read = model === 'channels' ? await historyModel(trainers, spec, quiet) : ratingModel;
  const unit = historyUnit(name, read, trainers, data, spec);
  const whole = judge === undefined ? {} : { whole: { ...(await wholeOf(data, spec, tools)), workedOut } };
  const executor = tools.executor ?? inlineExecutor;
  const [outcome] = await executor.run(historyTask, [{ ...unit, ...whole }], {
    signal: tools.signal,
    onDone: tools.onTaskDone,
  });
  return outcome!;
}

/** Whole histories have much to say: a model of channels gets more factors for them than for a few questions. */
async function historyModel(
  trainers: Dataset,
  { attribute, channels, channelHistory }: AuditSpec,
  tools: WorkTools,
): Promise<SentModel> {
  const parameters = { ...channels, dimension: channelHistory.dimension };
  return sendModel(trained(await trainChannels(trainers, attribute, parameters, tools)));
}

/** What an attacker gets who looks at everybody at once; no label is in it. */
async function wholeOf(
  { coordinates, trainers, people }: FoldData,
  { transductive: { exactPeople, landmarks } }: AuditSpec,
  tools: WorkTools,
): Promise<Omit<WholeMatrix, 'workedOut'>> {
  const { width, values } = await coordinates({ ...tools, onTaskDone: undefined });
  const order = [...trainers, ...people];
  const own = new Float32Array(order.length * width);
  for (const [n, person] of order.entries()) {
    own.set(values.subarray(person * width, (person + 1) * width), n * width);
  }
  return {
    coordinates: { people: order.length, width, values: own },
    limits: { exactPeople, landmarks },
    kernels: tools.kernels.sent,
  };
}

function historyUnit(
  classifier: ClassifierName,
  model: SentModel,
  trainers: Dataset,
  data: FoldData,
  { attribute, ridge, prior, channelHistory, seed }: AuditSpec,
): HistoryUnit {
  const { values, labels } = attributeOf(trainers, attribute);
  return {
    classifier,
    spec: { ridge: classifierNamed(classifier).model === 'channels' ? channelHistory.ridge : ridge, prior, seed },
    model,
    trainers: sparse(trainers.ratings.byUser, trainers.ratings.items),
    trainerTypes: Uint8Array.from(values),
    types: labels.length,
    tested: sparse(pickRows(data.dataset.ratings.byUser, data.people), data.dataset.ratings.items),
  };
}
