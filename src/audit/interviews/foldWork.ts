/**
 * One fold of one variant: train on the others, interview the people of the fold, judge them by their whole histories.
 * The result is a plain value that can be kept as bytes, so that a stopped audit resumes where it was.
 */
import { UlteriorError } from '../../errors/index.ts';
import { type FactorModel, type TensorArray, withOwnNoise } from '../../factorization/index.ts';
import type { LeakSource } from '../../inference/index.ts';
import { attributeOf, type Dataset, subsetUsers } from '../../ratings/index.ts';
import { contenderLearnsShares, setCommonPrior, sharesOf } from '../attackers/comparableScores.ts';
import { trainHistoryModel } from '../attackers/factorModels.ts';
import { attempt, type FailedAttacker, type Failure, numericFailure } from '../attackers/failures.ts';
import type { InterviewerData } from '../attackers/interviewerData.ts';
import { scoreSources } from '../attackers/leakSources.ts';
import { scorePeople } from '../attackers/scorePeople.ts';
import type { Seen } from '../attackers/seen.ts';
import { sendModel } from '../attackers/sentModel.ts';
import { sparse } from '../attackers/sparseData.ts';
import { equip, kindsNeeded, trainModel } from '../attackers/trainAttackers.ts';
import { type FoldFound, noteScores, type WorkTools } from '../folds/index.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import type { ClassifierName, Contender, ModelKind } from '../spec/contender.ts';
import { calibrate } from './calibrate.ts';
import type { FoldData } from './foldData.ts';
import { interviewsBy } from './groupInterviews.ts';
import { interviewAll, interviewTasks } from './interviewAll.ts';
import { askAnything } from './openLists.ts';
import { predictionRidgeFor } from './predictionRidge.ts';

/** Scores are those of contenders by questions (outcomes.ts), and of classifiers by whole histories: people x K. */
export interface AuditFacts {
  /** Who has no scores, and why. */
  readonly failures: readonly FailedAttacker[];
  /** Type biases of the model, items x K. */
  readonly biases: Float32Array;
  readonly noiseVariance: number;
  /** The item that alone tells training people most; left out where that was not asked. */
  readonly tellingItem?: number | undefined;
  /** From which ratings were predicted; left out where they were not. */
  readonly predictionRidge?: number | undefined;
}

export interface FoldPlan {
  readonly contenders: readonly Contender[];
  readonly classifiers: readonly ClassifierName[];
  readonly openLists: readonly string[];
  readonly sources: readonly LeakSource[];
  /** Whether rating error is measured. */
  readonly predicts: boolean;
}

/** How many tasks a fold has: what progress counts. */
export function tasksOf(plan: FoldPlan, people: number): number {
  const asking = plan.contenders.length + plan.openLists.length;
  return 1 + plan.sources.length + classifiersNeeded(plan).length + asking * interviewTasks(people);
}

export async function workOnFold(
  data: FoldData,
  spec: AuditSpec,
  plan: FoldPlan,
  tools: WorkTools,
): Promise<FoldFound<AuditFacts>> {
  const trainers = subsetUsers(data.dataset, data.trainers);
  const quiet = { kernels: tools.kernels, executor: tools.executor, signal: tools.signal };
  const { models, model, predictionRidge, failed } = await modelsOf(trainers, data, spec, plan, quiet);
  const ratingModel = sendModel(model);
  const predictor = predictionRidge === undefined ? undefined : { model: ratingModel, ridge: predictionRidge };
  tools.onTaskDone?.();

  const types = Uint8Array.from(attributeOf(data.dataset, spec.attribute).values);
  const groups = { types, typeCount: model.typeLabels.length };
  const seen: Seen = {
    rows: sparse(data.dataset.ratings.byUser, data.dataset.ratings.items),
    coordinates: data.coordinates,
    model: async (kind) =>
      kind === 'ratings'
        ? sendModel(withOwnNoise(model, trainers, spec.attribute))
        : sendModel(await trainHistoryModel(kind, trainers, spec.attribute, spec, quiet)),
  };
  const judged = await scorePeople(classifiersNeeded(plan), seen, groups, data, spec, tools);
  for (const contender of plan.contenders) {
    const failure = contender.classifier !== 'factor' && judged.get(contender.classifier)!.failure;
    if (failure) failed.set(contender.id, failure);
  }
  const judges = new Map([...judged].map(([name, { made }]) => [name as string, made?.linear]));
  const equipAll = async (some: readonly Contender[]) => {
    const calibrations = await calibrate(some, trainers, spec, quiet, data.itemVectors);
    return equip(some, models, judges, calibrations, trainers, spec, quiet);
  };
  const standing = plan.contenders.filter(({ id }) => !failed.has(id));
  const interviewerData = await equipEach(standing, equipAll, failed);

  const histories = spec.protocol === 'open' ? data.dataset : data.kept;
  const asked = { people: data.people, histories: histories.ratings.byUser, heldOut: data.heldOut.byUser };
  const { typeCount } = groups;
  const trainerTypes = Uint8Array.from(data.trainers, (person) => types[person]!);
  const shares = [sharesOf(trainerTypes, typeCount), sharesOf(types, typeCount)] as const;
  const scores = new Map<string, TensorArray>();
  for (const contender of plan.contenders) {
    const own = interviewerData.get(contender.id);
    if (own === undefined) {
      for (let n = 0; n < interviewTasks(data.people.length); n++) tools.onTaskDone?.();
      continue;
    }
    const { made, failure } = await attempt(() =>
      interviewAll(interviewsBy(contender, own, spec, predictor), asked, tools),
    );
    if (made === undefined) {
      failed.set(contender.id, failure);
      continue;
    }
    noteScores(scores, { exposure: 'questions', attacker: contender.id }, made);
    if (contenderLearnsShares(contender, spec)) setCommonPrior(made.logits, ...shares);
  }
  const failures = [...failed].map(([id, failure]): FailedAttacker => ({ kind: 'questions', id, ...failure }));
  for (const id of plan.classifiers) {
    const { made, failure } = judged.get(id)!;
    if (made === undefined) failures.push({ kind: 'history', id, ...failure });
    else noteScores(scores, { exposure: 'history', attacker: id }, { logits: made.logits });
  }
  for (const [id, { made, failure }] of await askAnything(plan.openLists, ratingModel, trainers, data, spec, tools)) {
    if (made === undefined) {
      failures.push({ kind: 'openQuestions', id, ...failure });
      continue;
    }
    // Rivals learn from their training people how common each group is.
    setCommonPrior(made, ...shares);
    noteScores(scores, { exposure: 'openQuestions', attacker: id }, { logits: made });
  }
  const bySource = await scoreSources(plan.sources, seen, groups, data, tools);
  for (const [id, { made, failure }] of bySource) {
    if (made === undefined) failures.push({ kind: 'parts', id, ...failure });
    else noteScores(scores, { exposure: 'parts', attacker: id }, { logits: made.logits });
  }
  const tellingItem = bySource.get('item')?.made?.item;
  const { noiseVariance } = model;
  const biases = Float32Array.from(model.rows.biases);
  return { scores, facts: { failures, biases, noiseVariance, predictionRidge, tellingItem } };
}

/** Without a model of ratings there are no interviews; without another one, those who read it are missing. */
async function modelsOf(
  trainers: Dataset,
  { itemVectors }: FoldData,
  spec: AuditSpec,
  { contenders, predicts }: FoldPlan,
  tools: WorkTools,
) {
  const models = new Map<ModelKind, FactorModel>();
  const failed = new Map<string, Failure>();
  for (const kind of kindsNeeded(contenders)) {
    const make = () => trainModel(kind, trainers, spec, tools, itemVectors);
    if (kind === 'ratings') {
      models.set(kind, await forQuestions(make));
      continue;
    }
    const { made, failure } = await attempt(make);
    if (made !== undefined) models.set(kind, made);
    else for (const { id, model } of contenders) if (model === kind) failed.set(id, failure);
  }
  const ridge = () => predictionRidgeFor(trainers, spec, tools, itemVectors);
  const predictionRidge = predicts ? await forQuestions(ridge) : undefined;
  return { models, model: models.get('ratings')!, predictionRidge, failed };
}

/** No interview goes without a model of ratings, so its failure ends the audit. */
async function forQuestions<Made>(make: () => Promise<Made>): Promise<Made> {
  try {
    return await make();
  } catch (error) {
    if (numericFailure(error) === undefined) throw error;
    const { code, message, advice, details } = error as UlteriorError;
    const what = 'questions cannot be chosen, because the model of ratings cannot be trained';
    throw new UlteriorError(code, `${what}: ${message}`, advice, details);
  }
}

/** All at once; where that fails, each alone, so that only those fail that must. */
async function equipEach(
  contenders: readonly Contender[],
  equipAll: (some: readonly Contender[]) => Promise<InterviewerData[]>,
  failed: Map<string, Failure>,
): Promise<ReadonlyMap<string, InterviewerData>> {
  const { made: all } = await attempt(() => equipAll(contenders));
  if (all !== undefined) return new Map(contenders.map(({ id }, n) => [id, all[n]!]));
  const found = new Map<string, InterviewerData>();
  for (const contender of contenders) {
    const { made, failure } = await attempt(() => equipAll([contender]));
    if (made === undefined) failed.set(contender.id, failure);
    else found.set(contender.id, made[0]!);
  }
  return found;
}

/** Those of the table, and those that judge for a contender. */
function classifiersNeeded({ classifiers, contenders }: FoldPlan): ClassifierName[] {
  const judges = contenders.flatMap(({ classifier }) => (classifier === 'factor' ? [] : [classifier]));
  return [...new Set<ClassifierName>([...classifiers, ...judges])];
}
