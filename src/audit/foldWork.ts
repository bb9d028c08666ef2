/**
 * One fold of one variant: train on the others, interview the people of the fold, judge them by their whole histories.
 * The result is a plain value that can be kept as bytes, so that a stopped audit goes on where it was.
 */
import {
  decodeTensors,
  encodeModel,
  encodeTensors,
  type FactorModel,
  type Tensor,
  type TrainingTools,
  train,
  trained,
} from '../factorization/index.ts';
import type { LinearModel, SparseRows } from '../inference/index.ts';
import { type Executor, inlineExecutor } from '../numeric/index.ts';
import { attributeOf, type CompressedRows, type Dataset, type RatingMatrix, subsetUsers } from '../ratings/index.ts';
import { type HistoryUnit, historyTask } from './historyTask.ts';
import { type InterviewUnit, interviewTask } from './interviewTask.ts';
import { emptyOutcomes, type Outcomes, scatter } from './outcomes.ts';
import type { AuditSpec, ClassifierName, Contender } from './spec.ts';

/** People interviewed in one task: small enough to show progress, large enough not to drown in messages. */
const PEOPLE_PER_TASK = 64;

export interface FoldData {
  /** All people, with the labels of the variant. */
  readonly dataset: Dataset;
  /** The same without the held-out ratings, and those. */
  readonly kept: Dataset;
  readonly heldOut: RatingMatrix;
  readonly trainers: Uint32Array;
  readonly people: Uint32Array;
}

export interface FoldResult {
  /** By contender id; a row per person of the fold. */
  readonly outcomes: ReadonlyMap<string, Outcomes>;
  /** By classifier; people x K. */
  readonly histories: ReadonlyMap<string, Float32Array>;
  /** Type biases of the model, items x K. */
  readonly biases: Float32Array;
  readonly noiseVariance: number;
}

export interface FoldPlan {
  readonly contenders: readonly Contender[];
  readonly classifiers: readonly ClassifierName[];
}

/** How many tasks a fold has: what progress counts. */
export function tasksOf(plan: FoldPlan, people: number): number {
  return 1 + classifiersNeeded(plan).length + plan.contenders.length * Math.ceil(people / PEOPLE_PER_TASK);
}

export async function workOnFold(
  data: FoldData,
  spec: AuditSpec,
  plan: FoldPlan,
  tools: TrainingTools & { readonly onTaskDone?: (() => void) | undefined },
): Promise<FoldResult> {
  const executor: Executor = tools.executor ?? inlineExecutor;
  const options = { signal: tools.signal, onDone: tools.onTaskDone };
  const trainers = subsetUsers(data.dataset, data.trainers);
  const trainingTools = { kernels: tools.kernels, executor: tools.executor, signal: tools.signal };
  const model = trained(await train(trainers, spec.attribute, spec.training, trainingTools));
  tools.onTaskDone?.();
  const bytes = encodeModel(model);

  const needed = classifiersNeeded(plan);
  const judged = await executor.run(
    historyTask,
    needed.map((name) => historyUnit(name, bytes, model, trainers, data, spec)),
    options,
  );
  const linear = new Map<string, LinearModel | undefined>(needed.map((name, n) => [name, judged[n]!.linear]));

  const outcomes = new Map<string, Outcomes>();
  for (const contender of plan.contenders) {
    const units = interviewUnits(contender, linear.get(contender.classifier), bytes, data, spec);
    const parts = await executor.run(interviewTask, units, options);
    const whole = emptyOutcomes(data.people.length, { ...spec, types: model.typeLabels.length });
    for (const [n, part] of parts.entries()) {
      scatter(
        whole,
        part,
        Uint32Array.from(units[n]!.people, (_, person) => n * PEOPLE_PER_TASK + person),
      );
    }
    outcomes.set(contender.id, whole);
  }
  return {
    outcomes,
    histories: new Map(plan.classifiers.map((name) => [name, judged[needed.indexOf(name)]!.logits])),
    biases: Float32Array.from(model.rows.biases),
    noiseVariance: model.noiseVariance,
  };
}

/** Those of the table, and those that judge for a contender. */
function classifiersNeeded({ classifiers, contenders }: FoldPlan): ClassifierName[] {
  const judges = contenders.map(({ classifier }) => classifier).filter((name) => name !== 'factor');
  return [...new Set<ClassifierName>([...classifiers, ...judges])];
}

function historyUnit(
  classifier: ClassifierName,
  model: Uint8Array,
  { typeLabels }: FactorModel,
  trainers: Dataset,
  data: FoldData,
  { attribute, ridge, prior }: AuditSpec,
): HistoryUnit {
  return {
    classifier,
    spec: { ridge, prior },
    model,
    trainers: sparse(trainers.ratings.byUser, trainers.ratings.items),
    trainerTypes: Uint8Array.from(attributeOf(trainers, attribute).values),
    types: typeLabels.length,
    tested: sparse(pickRows(data.dataset.ratings.byUser, data.people), data.dataset.ratings.items),
  };
}

function interviewUnits(
  contender: Contender,
  judge: LinearModel | undefined,
  model: Uint8Array,
  data: FoldData,
  spec: AuditSpec,
): InterviewUnit[] {
  const { ridge, prior, predictionRidge, maxQuestions, ratingErrorEvery, seed } = spec;
  const units: InterviewUnit[] = [];
  for (let from = 0; from < data.people.length; from += PEOPLE_PER_TASK) {
    const people = data.people.slice(from, from + PEOPLE_PER_TASK);
    units.push({
      model,
      judge,
      contender,
      spec: { ridge, prior, predictionRidge, maxQuestions, ratingErrorEvery, seed },
      people,
      askable: pickRows(data.kept.ratings.byUser, people),
      heldOut: pickRows(data.heldOut.byUser, people),
    });
  }
  return units;
}

function sparse(rows: CompressedRows, columns: number): SparseRows {
  return { rows: rows.starts.length - 1, columns, starts: rows.starts, indices: rows.indices, values: rows.values };
}

function pickRows({ starts, indices, values }: CompressedRows, people: Uint32Array): CompressedRows {
  const picked = new Uint32Array(people.length + 1);
  for (const [n, person] of people.entries()) picked[n + 1] = picked[n]! + starts[person + 1]! - starts[person]!;
  const rows = { starts: picked, indices: new Uint32Array(picked.at(-1)!), values: new Float32Array(picked.at(-1)!) };
  for (const [n, person] of people.entries()) {
    rows.indices.set(indices.subarray(starts[person]!, starts[person + 1]!), picked[n]!);
    rows.values.set(values.subarray(starts[person]!, starts[person + 1]!), picked[n]!);
  }
  return rows;
}

/** The result as bytes, for a checkpoint. */
export function encodeFold(result: FoldResult): Uint8Array {
  const tensors: Record<string, Tensor> = { biases: flat(result.biases) };
  for (const [id, outcomes] of result.outcomes) {
    for (const [name, values] of Object.entries(outcomes)) tensors[`outcomes/${id}/${name}`] = flat(values);
  }
  for (const [name, logits] of result.histories) tensors[`history/${name}`] = flat(logits);
  return encodeTensors({ metadata: { noiseVariance: String(result.noiseVariance) }, tensors });
}

/** undefined for bytes that are no such result: a checkpoint that is not whole counts as none. */
export function decodeFold(bytes: Uint8Array, plan: FoldPlan): FoldResult | undefined {
  const decoded = decodeTensors(bytes);
  if (!decoded.ok) return undefined;
  const { tensors, metadata } = decoded.file;
  const values = (name: string) => tensors[name]!.values;
  const outcomes = new Map(
    plan.contenders.map(({ id }) => {
      const part = (name: keyof Outcomes) => values(`outcomes/${id}/${name}`);
      return [
        id,
        {
          logits: part('logits') as Float32Array,
          lengths: part('lengths') as Uint32Array,
          squaredErrors: part('squaredErrors') as Float32Array,
          heldOut: part('heldOut') as Uint32Array,
          early: part('early') as Uint32Array,
        },
      ];
    }),
  );
  return {
    outcomes,
    histories: new Map(plan.classifiers.map((name) => [name, values(`history/${name}`) as Float32Array])),
    biases: values('biases') as Float32Array,
    noiseVariance: Number(metadata['noiseVariance']),
  };
}

function flat(values: Tensor['values']): Tensor {
  return { shape: [values.length], values };
}
