/**
 * One fold of one variant: train on the others, interview the people of the fold, judge them by their whole histories.
 * The result is a plain value that can be kept as bytes, so that a stopped audit resumes where it was.
 */
import {
  encodeNumericModel,
  parametersFrom,
  shrinkGaps,
  type TensorArray,
  train,
  trained,
  trainingNumbers,
  trainNumeric,
} from '../../factorization/index.ts';
import { inlineExecutor } from '../../maths/index.ts';
import { type Dataset, numericAttributeOf, subsetUsers } from '../../ratings/index.ts';
import { exactStrategyFor } from '../../selection/index.ts';
import { sendModel } from '../attackers/sentModel.ts';
import { pickRows, sparse } from '../attackers/sparseData.ts';
import { medianOf } from '../figures/numberFigures.ts';
import { type FoldFound, type FoldMembers, noteScores, type WorkTools } from '../folds/index.ts';
import { interviewAll, interviewTasks } from '../interviews/interviewAll.ts';
import type { Interviewed } from '../interviews/interviewTask.ts';
import type { BandOutcomes } from '../interviews/outcomes.ts';
import type { HistoryMethod } from '../records/numericRecords.ts';
import { contender } from '../spec/contender.ts';
import type { NumericAuditSpec } from '../spec/numericSpec.ts';
import { bandMeans, withBands } from './bands.ts';
import { numericHistoryTask } from './numericHistoryTask.ts';

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
  const chunks = interviewTasks(people);
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
  const asked = { people, histories: dataset.ratings.byUser };
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
  const shared = { about: 'number', model: bytes, spec: { ridge, maxQuestions, seed } } as const;
  for (const strategy of plan.strategies) {
    const outcomes = await interviewAll({ ...shared, strategy }, asked, tools);
    noteScores(scores, { exposure: 'questions', attacker: strategy }, outcomes);
  }
  if (plan.cuts.length > 0) {
    const bands = await interviewBands(trainers, asked, spec, plan.cuts, tools);
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
  asked: Interviewed,
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
  const model = sendModel(training.slopeShrinkage === 'empiricalBayes' ? shrinkGaps(plain) : plain);
  const means = bandMeans(trainingNumbers(numericAttributeOf(trainers, attribute).values), cuts);
  const { mostLikely, weighted } = await interviewAll(
    {
      about: 'groups',
      contender: contender(exactStrategyFor(means.length)),
      interviewerData: { model },
      spec: {
        protocol: 'rated',
        ridge: 'model',
        prior: 'training',
        maxQuestions,
        ratingErrorEvery: maxQuestions,
        seed: 1,
      },
      bandMeans: means,
    },
    asked,
    tools,
  );
  return { mostLikely: mostLikely!, weighted: weighted! };
}
