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
import { type FoldMembers, placeRows, type WorkTools } from '../folds/index.ts';
import { PEOPLE_PER_TASK } from '../interviews/interviewAll.ts';
import { type BandOutcomes, bandInterviewTask, emptyBandOutcomes } from './bandInterviewTask.ts';
import { bandMeans, withBands } from './bands.ts';
import { medianOf } from './numericFigures.ts';
import { type NumericHistoryOutcome, numericHistoryTask } from './numericHistoryTask.ts';
import { emptyNumericOutcomes, type NumericOutcomes, numericInterviewTask } from './numericInterviewTask.ts';
import type { HistoryMethod } from './numericRecords.ts';
import type { NumericAuditSpec } from './numericSpec.ts';

export interface NumericFoldPlan {
  readonly strategies: readonly string[];
  readonly methods: readonly HistoryMethod[];
  /** Where bands are cut; none leaves them out. */
  readonly cuts: readonly number[];
}

export interface NumericFoldResult {
  /** By strategy; a row per person of the fold. */
  readonly outcomes: ReadonlyMap<string, NumericOutcomes>;
  readonly histories: ReadonlyMap<HistoryMethod, NumericHistoryOutcome>;
  readonly bands: BandOutcomes | undefined;
  readonly items: FoldSlopes;
  readonly figures: FoldFigures;
}

/** What the model of the fold says of each item. */
export interface FoldSlopes {
  readonly intercepts: Float64Array;
  readonly slopes: Float64Array;
  readonly slopeErrors: Float64Array;
}

export interface FoldFigures {
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
): Promise<NumericFoldResult> {
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

  const outcomes = new Map<string, NumericOutcomes>();
  const { ridge, maxQuestions, seed } = spec;
  for (const strategy of plan.strategies) {
    const whole = emptyNumericOutcomes(people.length, maxQuestions);
    const shared = { model: bytes, strategy, spec: { ridge, maxQuestions, seed } };
    await interviewAll(numericInterviewTask, shared, whole, dataset, people, tools);
    outcomes.set(strategy, whole);
  }
  return {
    outcomes,
    histories: new Map(plan.methods.map((method, n) => [method, histories[n]!])),
    bands: plan.cuts.length === 0 ? undefined : await interviewBands(trainers, dataset, people, spec, plan.cuts, tools),
    items: {
      intercepts: model.intercepts,
      slopes: model.slopes,
      slopeErrors: model.itemStatistics.slopeErrors,
    },
    figures: {
      noiseVariance: model.noiseVariance,
      slopeVariance: model.provenance.slopeVariance,
      mean: model.attribute.mean,
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
  const whole = emptyBandOutcomes(people.length, maxQuestions);
  await interviewAll(bandInterviewTask, { model, bandMeans: means, maxQuestions }, whole, dataset, people, tools);
  return whole;
}

/** Interviews the people some at a time, and puts what comes back into the rows of `whole`. */
async function interviewAll<Shared extends object, Outcomes extends { readonly [Name in keyof Outcomes]: TensorArray }>(
  task: Task<Shared & { people: Uint32Array; askable: ReturnType<typeof sparse> }, Outcomes>,
  shared: Shared,
  whole: Outcomes,
  { ratings }: Dataset,
  people: Uint32Array,
  { executor = inlineExecutor, signal, onTaskDone }: WorkTools,
): Promise<void> {
  const starts = Array.from({ length: Math.ceil(people.length / PEOPLE_PER_TASK) }, (_, n) => n * PEOPLE_PER_TASK);
  const units = starts.map((from) => {
    const some = people.slice(from, from + PEOPLE_PER_TASK);
    return { ...shared, people: some, askable: sparse(pickRows(ratings.byUser, some), ratings.items) };
  });
  const parts = await executor.run(task, units, { signal, onDone: onTaskDone });
  for (const [n, part] of parts.entries()) {
    placeRows(
      whole,
      part,
      Uint32Array.from(units[n]!.people, (_, person) => starts[n]! + person),
    );
  }
}
