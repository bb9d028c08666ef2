/**
 * One fold of one variant: train on the others, interview the people of the fold, judge them by their whole histories.
 * The result is a plain value that can be kept as bytes, so that a stopped audit goes on where it was.
 */
import {
  encodeModel,
  encodeNumericModel,
  parametersFrom,
  shrinkGaps,
  type TensorArray,
  train,
  trained,
  trainingNumbers,
  trainNumeric,
} from '../../factorization/index.ts';
import { inlineExecutor, type Task } from '../../maths/index.ts';
import { type Dataset, numericAttributeOf, subsetUsers } from '../../ratings/index.ts';
import { pickRows, sparse } from '../attackers/sparseData.ts';
import { type FoldFound, type FoldMembers, joinedParts, noteScores, type WorkTools } from '../folds/index.ts';
import { PEOPLE_PER_TASK } from '../interviews/interviewAll.ts';
import { type BandOutcomes, bandInterviewTask } from './bandInterviewTask.ts';
import { bandMeans, withBands } from './bands.ts';
import { medianOf } from './numericFigures.ts';
import { numericHistoryTask } from './numericHistoryTask.ts';
import { numericInterviewTask } from './numericInterviewTask.ts';
import type { HistoryMethod } from './numericRecords.ts';
import type { NumericAuditSpec } from './numericSpec.ts';

export interface NumericFoldPlan {
  readonly strategies: readonly string[];
  readonly methods: readonly HistoryMethod[];
  /** Where bands are cut; none leaves them out. */
  readonly cuts: readonly number[];
}

/** What the model of the fold says of each item. */
export interface FoldSlopes {
  readonly intercepts: Float64Array;
  readonly slopes: Float64Array;
  readonly slopeErrors: Float64Array;
}

/** Scores are those of strategies by questions, of methods by whole histories, and of bands. */
export interface NumericFacts extends FoldSlopes {
  readonly noiseVariance: number;
  readonly slopeVariance?: number | undefined;
  /** Of the training people's numbers. */
  readonly mean: number;
  readonly median: number;
}

/** How many tasks a fold has: what progress counts. */
export function numericTasksOf({ strategies, methods, cuts }: NumericFoldPlan, people: number): number {
  const chunks = Math.ceil(people / PEOPLE_PER_TASK);
  return 1 + methods.length + strategies.length * chunks + (cuts.length > 0 ? 1 + chunks : 0);
}

export async function workOnNumericFold(
  dataset: Dataset,
  { people, trainers: trainerUsers }: FoldMembers,
  spec: NumericAuditSpec,
  plan: NumericFoldPlan,
  tools: WorkTools,
): Promise<FoldFound<NumericFacts>> {
  const { signal } = tools;
  const trainers = subsetUsers(dataset, trainerUsers);
  const model = trained(await trainNumeric(trainers, spec.attribute, spec.training, { signal }));
  tools.onTaskDone?.();
  const bytes = encodeNumericModel(model);
  const numbers = trainingNumbers(numericAttributeOf(trainers, spec.attribute).values);

  const items = dataset.ratings.items;
  const common = {
    ridge: spec.ridge,
    model: bytes,
    trainers: sparse(trainers.ratings.byUser, items),
    numbers,
    tested: sparse(pickRows(dataset.ratings.byUser, people), items),
  };
  const units = plan.methods.map((method) => ({ ...common, method }));
  const histories = await (tools.executor ?? inlineExecutor).run(numericHistoryTask, units, {
    signal,
    onDone: tools.onTaskDone,
  });

  const scores = new Map<string, TensorArray>();
  for (const [n, attacker] of plan.methods.entries()) {
    noteScores(scores, { exposure: 'history', attacker }, histories[n]!);
  }
  const { ridge, maxQuestions, seed } = spec;
  for (const strategy of plan.strategies) {
    const shared = { model: bytes, strategy, spec: { ridge, maxQuestions, seed } };
    const outcomes = await interviewAll(numericInterviewTask, shared, dataset, people, tools);
    noteScores(scores, { exposure: 'questions', attacker: strategy }, outcomes);
  }
  if (plan.cuts.length > 0) {
    const bands = await interviewBands(trainers, dataset, people, spec, plan.cuts, tools);
    noteScores(scores, { exposure: 'bands' }, bands);
  }
  const { intercepts, slopes, itemStatistics, noiseVariance, provenance, attribute } = model;
  return {
    scores,
    facts: {
      intercepts,
      slopes,
      slopeErrors: itemStatistics.slopeErrors,
      noiseVariance,
      slopeVariance: provenance.slopeVariance,
      mean: attribute.mean,
      median: medianOf(numbers),
    },
  };
}

/** The same people asked for their band, by a model trained in the same way. */
async function interviewBands(
  trainers: Dataset,
  dataset: Dataset,
  people: Uint32Array,
  { attribute, training, maxQuestions }: NumericAuditSpec,
  cuts: readonly number[],
  tools: WorkTools,
): Promise<BandOutcomes> {
  const { dimension, iterations, profileRidge, initialScale, noiseHoldOut, seed } = training;
  const parameters = parametersFrom('als', { dimension, iterations, profileRidge, initialScale, noiseHoldOut, seed });
  const { kernels, executor, signal } = tools;
  const plain = trained(
    await train(withBands(trainers, attribute, cuts), attribute, parameters, { kernels, executor, signal }),
  );
  tools.onTaskDone?.();
  const model = encodeModel(training.slopeShrinkage === 'empiricalBayes' ? shrinkGaps(plain) : plain);
  const means = bandMeans(trainingNumbers(numericAttributeOf(trainers, attribute).values), cuts);
  return interviewAll(bandInterviewTask, { model, bandMeans: means, maxQuestions }, dataset, people, tools);
}

/** Interviews the people some at a time, and puts what comes back together. */
async function interviewAll<Shared extends object, Outcomes extends object>(
  task: Task<Shared & { people: Uint32Array; askable: ReturnType<typeof sparse> }, Outcomes>,
  shared: Shared,
  { ratings }: Dataset,
  people: Uint32Array,
  { executor = inlineExecutor, signal, onTaskDone }: WorkTools,
): Promise<Outcomes> {
  const starts = Array.from({ length: Math.ceil(people.length / PEOPLE_PER_TASK) }, (_, n) => n * PEOPLE_PER_TASK);
  const units = starts.map((from) => {
    const some = people.slice(from, from + PEOPLE_PER_TASK);
    return { ...shared, people: some, askable: sparse(pickRows(ratings.byUser, some), ratings.items) };
  });
  return joinedParts(await executor.run(task, units, { signal, onDone: onTaskDone }));
}
