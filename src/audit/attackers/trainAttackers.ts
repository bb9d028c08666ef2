/** Trains on the people of the other folds whatever the contenders of a fold need; each thing once. */
import { fitImportedModel } from '../../factorization/imported/index.ts';
import {
  type FactorModel,
  shrinkGaps,
  type TrainingTools,
  train,
  trainChannels,
  trained,
  withOwnNoise,
} from '../../factorization/index.ts';
import type { Calibration, LinearModel } from '../../inference/index.ts';
import { defineTask, type Executor, inlineExecutor } from '../../maths/index.ts';
import { attributeOf, type Dataset, type Vectors } from '../../ratings/index.ts';
import { type RivalData, type RivalModel, rivalNamed } from '../../rivals/index.ts';
import type { AuditSpec } from '../spec/auditSchema.ts';
import { type Contender, isRival, type ModelKind } from '../spec/contender.ts';
import { compileList } from './compileList.ts';
import { type InterviewerData, ridgeOf } from './interviewerData.ts';
import { sendModel } from './sentModel.ts';
import { sparse } from './sparseData.ts';

interface RivalUnit {
  readonly name: string;
  readonly data: RivalData;
}

export const rivalTask = defineTask<RivalUnit, RivalModel>('audit-rival', ({ name, data }) =>
  rivalNamed(name).train(data),
);

export type TrainedModels = ReadonlyMap<ModelKind, FactorModel>;

/** Item vectors of another recommender, with which the attacker asks and judges instead of with its own. */
export interface GivenItemVectors {
  readonly file: string;
  readonly vectors: Vectors;
}

/** The model of ratings: with item vectors that are given, only people, type biases and noise are fitted. */
export async function trainRatingModel(
  trainers: Dataset,
  { attribute, training }: Pick<AuditSpec, 'attribute' | 'training'>,
  given: GivenItemVectors | undefined,
  tools: TrainingTools,
): Promise<FactorModel> {
  if (given === undefined) return trained(await train(trainers, attribute, training, tools));
  const { file, vectors } = given;
  return fitImportedModel(trainers, attribute, vectors, { file, seed: training.seed }).model;
}

/** A model of one kind. */
export async function trainModel(
  kind: ModelKind,
  trainers: Dataset,
  spec: AuditSpec,
  tools: TrainingTools,
  given?: GivenItemVectors,
): Promise<FactorModel> {
  tools.signal?.throwIfAborted();
  if (kind === 'ratings') return trainRatingModel(trainers, spec, given, tools);
  const channels = kind === 'presence' ? (['presence'] as const) : spec.channels.channels;
  return trained(await trainChannels(trainers, spec.attribute, { ...spec.channels, channels }, tools));
}

/** Of ratings always: held-out ratings are predicted from it. */
export function kindsNeeded(contenders: readonly Contender[]): ModelKind[] {
  return [...new Set<ModelKind>(['ratings', ...contenders.map(({ model = 'ratings' }) => model)])];
}

export async function trainModels(
  trainers: Dataset,
  spec: AuditSpec,
  contenders: readonly Contender[],
  tools: TrainingTools,
  given?: GivenItemVectors,
): Promise<TrainedModels> {
  const models = new Map<ModelKind, FactorModel>();
  for (const kind of kindsNeeded(contenders)) models.set(kind, await trainModel(kind, trainers, spec, tools, given));
  return models;
}

export async function equip(
  contenders: readonly Contender[],
  models: TrainedModels,
  judges: ReadonlyMap<string, LinearModel | undefined>,
  calibrations: ReadonlyMap<string, Calibration>,
  trainers: Dataset,
  spec: AuditSpec,
  tools: { readonly executor?: Executor | undefined; readonly signal?: AbortSignal | undefined },
): Promise<InterviewerData[]> {
  const rivals = await trainRivals(contenders, trainers, spec, tools);
  const ratingModel = models.get('ratings')!;
  const ownNoise = (model: FactorModel) => withOwnNoise(model, trainers, spec.attribute);
  const plain = ownNoise(ratingModel);
  const shrunken = contenders.some((contender) => contender.shrunken) ? ownNoise(shrinkGaps(ratingModel)) : undefined;
  return contenders.map((contender) => {
    const { model: kind = 'ratings', classifier } = contender;
    // Other judges take ratings as they are, also those that are predicted from the model.
    const rated = classifier === 'factor' ? plain : ratingModel;
    const model = contender.shrunken ? shrunken! : kind === 'ratings' ? rated : models.get(kind)!;
    return {
      model: sendModel(
        calibrations.has(contender.id) ? { ...model, calibration: calibrations.get(contender.id) } : model,
      ),
      judge: contender.classifier === 'factor' ? undefined : judges.get(contender.classifier),
      rival: rivals.get(contender.strategy),
      list: listFor(contender, model, spec),
    };
  });
}

/**
 * Live choice over models of channels asks everybody the same where nothing is known beforehand, so it is made once: the
 * same questions, without a scan of the catalogue for each of thousands of people.
 */
function listFor(contender: Contender, model: FactorModel, spec: AuditSpec): Uint32Array | undefined {
  const options = { ridge: ridgeOf(contender, spec), prior: spec.prior };
  if (contender.strategy === 'compiledList') return compileList(model, options);
  const { strategy, known = 0, model: kind = 'ratings' } = contender;
  const sameForAll = strategy === 'separation' && kind !== 'ratings' && known === 0 && spec.protocol === 'open';
  return sameForAll ? compileList(model, options, spec.maxQuestions) : undefined;
}

export async function trainRivals(
  contenders: readonly Contender[],
  trainers: Dataset,
  { attribute, maxQuestions, seed }: AuditSpec,
  tools: { readonly executor?: Executor | undefined; readonly signal?: AbortSignal | undefined },
): Promise<ReadonlyMap<string, RivalModel>> {
  const names = [...new Set(contenders.map(({ strategy }) => strategy).filter(isRival))];
  const { values, labels } = attributeOf(trainers, attribute);
  const data: RivalData = {
    rows: sparse(trainers.ratings.byUser, trainers.ratings.items),
    types: Uint8Array.from(values),
    typeCount: labels.length,
    questions: maxQuestions,
    seed,
  };
  const executor = tools.executor ?? inlineExecutor;
  const units = names.map((name) => ({ name, data }));
  const models = await executor.run(rivalTask, units, { signal: tools.signal });
  return new Map(names.map((name, n) => [name, models[n]!]));
}
