/**
 * One fold of one variant: train on the others, interview the people of the fold, judge them by their whole histories.
 * The result is a plain value that can be kept as bytes, so that a stopped audit goes on where it was.
 */
import { trainChannels, trained } from '../../factorization/index.ts';
import { type Coordinates, classifierNamed } from '../../inference/index.ts';
import { inlineExecutor } from '../../maths/index.ts';
import { attributeOf, type Dataset, type RatingMatrix, subsetUsers } from '../../ratings/index.ts';
import { type SentModel, sendModel } from '../attackers/sentModel.ts';
import { pickRows, sparse } from '../attackers/sparseData.ts';
import { equip, type GivenItemVectors, trainModels } from '../attackers/trainAttackers.ts';
import type { FoldMembers, WorkTools } from '../folds/index.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { type ClassifierName, type Contender, weightsOfJudge } from '../spec/contender.ts';
import { calibrate } from './calibrate.ts';
import {
  choosesSettings,
  classifierLearnsShares,
  contenderLearnsShares,
  setCommonPrior,
  setCommonScale,
  sharesOf,
} from './comparableScores.ts';
import { type HistoryUnit, historyTask, type WholeMatrix } from './historyTask.ts';
import { interviewAll, PEOPLE_PER_TASK } from './interviewAll.ts';
import type { Outcomes } from './outcomes.ts';
import { predictionRidgeFor } from './predictionRidge.ts';

export interface FoldData extends FoldMembers {
  /** All people, with the labels of the variant. */
  readonly dataset: Dataset;
  /** The same without the held-out ratings, and those. */
  readonly kept: Dataset;
  readonly heldOut: RatingMatrix;
  /** Of everybody's whole histories, for attackers that look at all of them at once. */
  readonly coordinates: (tools: WorkTools) => Promise<Coordinates>;
  /** Item vectors of another recommender, where the attacker has those. */
  readonly itemVectors?: GivenItemVectors | undefined;
}

export interface FoldResult {
  /** By contender id; a row per person of the fold. */
  readonly outcomes: ReadonlyMap<string, Outcomes>;
  /** By classifier; people x K. */
  readonly histories: ReadonlyMap<string, Float32Array>;
  /** Type biases of the model, items x K. */
  readonly biases: Float32Array;
  readonly noiseVariance: number;
  /** From which ratings were predicted; NaN where they were not. */
  readonly predictionRidge: number;
}

export interface FoldPlan {
  readonly contenders: readonly Contender[];
  readonly classifiers: readonly ClassifierName[];
  /** Whether rating error is measured. */
  readonly predicts: boolean;
}

/** How many tasks a fold has: what progress counts. */
export function tasksOf(plan: FoldPlan, people: number): number {
  return 1 + classifiersNeeded(plan).length + plan.contenders.length * Math.ceil(people / PEOPLE_PER_TASK);
}

export async function workOnFold(
  data: FoldData,
  spec: AuditSpec,
  plan: FoldPlan,
  tools: WorkTools,
): Promise<FoldResult> {
  const trainers = subsetUsers(data.dataset, data.trainers);
  const quiet = { kernels: tools.kernels, executor: tools.executor, signal: tools.signal };
  const models = await trainModels(trainers, spec, plan.contenders, quiet, data.itemVectors);
  const model = models.get('ratings')!;
  const ratingModel = sendModel(model);
  const predictionRidge = plan.predicts
    ? await predictionRidgeFor(trainers, spec, quiet, data.itemVectors)
    : Number.NaN;
  const predictor = plan.predicts ? { model: ratingModel, ridge: predictionRidge } : undefined;
  tools.onTaskDone?.();

  const needed = classifiersNeeded(plan);
  const units: HistoryUnit[] = [];
  for (const name of needed) {
    const judging =
      classifierNamed(name).model === 'channels' ? await historyModel(trainers, spec, quiet) : ratingModel;
    const unit = historyUnit(name, judging, trainers, data, spec);
    units.push(classifierNamed(name).judge === undefined ? unit : { ...unit, whole: await wholeOf(data, spec, tools) });
  }
  const executor = tools.executor ?? inlineExecutor;
  const judged = await executor.run(historyTask, units, { signal: tools.signal, onDone: tools.onTaskDone });
  const judges = new Map(needed.map((name, n) => [name as string, judged[n]!.linear]));

  const calibrations = await calibrate(plan.contenders, trainers, spec, quiet, data.itemVectors);
  const equipment = await equip(plan.contenders, models, judges, calibrations, trainers, spec, quiet);
  const histories = spec.protocol === 'open' ? data.dataset : data.kept;
  const asked = { people: data.people, histories: histories.ratings.byUser, heldOut: data.heldOut.byUser };
  const types = model.typeLabels.length;
  const shares = [sharesOf(trainers, spec.attribute), sharesOf(data.dataset, spec.attribute)] as const;
  const outcomes = new Map<string, Outcomes>();
  for (const [n, contender] of plan.contenders.entries()) {
    outcomes.set(contender.id, await interviewAll(contender, equipment[n]!, predictor, asked, types, spec, tools));
    if (contenderLearnsShares(contender, spec)) setCommonPrior(outcomes.get(contender.id)!.logits, ...shares);
  }
  for (const [n, name] of needed.entries()) {
    if (classifierLearnsShares(name, spec)) setCommonPrior(judged[n]!.logits, ...shares);
    if (choosesSettings(name)) setCommonScale(judged[n]!.logits);
  }
  return {
    outcomes,
    histories: new Map(plan.classifiers.map((name) => [name, judged[needed.indexOf(name)]!.logits])),
    biases: Float32Array.from(model.rows.biases),
    noiseVariance: model.noiseVariance,
    predictionRidge,
  };
}

/** Those of the table, and those that judge for a contender. */
function classifiersNeeded({ classifiers, contenders }: FoldPlan): ClassifierName[] {
  const judges = contenders.flatMap(({ classifier }) => (classifier === 'factor' ? [] : [weightsOfJudge[classifier]]));
  return [...new Set<ClassifierName>([...classifiers, ...judges])];
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
): Promise<WholeMatrix> {
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
