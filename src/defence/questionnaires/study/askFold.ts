/**
 * One fold of a study: models are trained on the others, lists are made from those models, and the people of the fold are
 * asked every list. With a control, the attackers are trained again on shuffled labels; the lists stay as they are.
 */
import {
  auditDefaults,
  type FoldMembers,
  readSparse,
  requireScored,
  type ScoreTable,
  scoreKey,
  scorePeople,
  type WorkTools,
} from '../../../audit/index.ts';
import { type FactorModel, train, trainChannels, trained } from '../../../factorization/index.ts';
import { derive } from '../../../maths/index.ts';
import {
  attributeOf,
  type CompressedRows,
  type Dataset,
  type ItemIndex,
  shuffledLabels,
  subsetUsers,
} from '../../../ratings/index.ts';
import type { ListAttacker } from '../design/records.ts';
import { ridgesOf, type StudySpec } from '../design/spec.ts';
import { answerRows, answersTo, factorLogits, squaredErrors, targetsOf } from './askList.ts';
import { everyList, studyLists } from './studyLists.ts';

/** Those that learn from the answers of the training people to the very list. */
const FITTED = ['logistic', 'boosted'] as const;
export const ATTACKERS: readonly ListAttacker[] = ['factor', 'channels', ...FITTED];

export type LabelVariant = 'real' | 'shuffled';

interface FoldData extends FoldMembers {
  readonly dataset: Dataset;
  readonly heldOut: CompressedRows;
  /** The list to check, if there is one. */
  readonly given: readonly ItemIndex[];
}

export const attackName = (list: string, variant: LabelVariant, attribute: string, attacker: ListAttacker) =>
  scoreKey({ variant, exposure: list, target: attribute, attacker, quantity: 'logits' });
export const errorName = (list: string) => scoreKey({ exposure: list, quantity: 'errors' });
export const answeredName = (list: string) => scoreKey({ exposure: list, quantity: 'answered' });
/** Where nothing is asked. */
export const NOTHING = 'nothing';
/** How many ratings of each person are predicted. */
export const TARGETS = scoreKey({ quantity: 'targets' });

export async function askFold(data: FoldData, spec: StudySpec, tools: WorkTools): Promise<ScoreTable<Float64Array>> {
  const { dataset, people, trainers } = data;
  const models = await trainAll(dataset, trainers, spec, tools);
  const lists = everyList(
    studyLists(
      models.flatMap(({ ratings, channels }) => [ratings, channels]),
      spec,
      data.given,
    ),
  );
  const found = new Map<string, Float64Array>();
  const histories = dataset.ratings.byUser;
  const targets = targetsOf(data.heldOut, people, new Set(lists.flatMap(({ items }) => [...items])));
  found.set(
    TARGETS,
    Float64Array.from(targets.items, (items) => items.length),
  );
  const taste = models[0]!.ratings;
  const { predictionRidge } = ridgesOf(spec);
  for (const { id, items } of [...lists, { id: NOTHING, items: [] }]) {
    const asked = answersTo(items, histories, people);
    found.set(errorName(id), squaredErrors(taste, asked, targets, predictionRidge));
    found.set(
      answeredName(id),
      Float64Array.from(asked.answers, (own) => own.filter((answer) => answer !== 'skip').length),
    );
  }
  await attack(found, 'real', models, lists, data, dataset, spec, tools);
  if (!spec.control) return found;
  const shuffled = shuffledAll(dataset, spec);
  const anew = await trainAll(shuffled, trainers, spec, tools);
  await attack(found, 'shuffled', anew, lists, data, shuffled, spec, tools);
  return found;
}

/** The models of one attribute. */
interface AttributeModels {
  readonly attribute: string;
  readonly ratings: FactorModel;
  readonly channels: FactorModel;
}

async function trainAll(
  dataset: Dataset,
  trainers: Uint32Array,
  spec: StudySpec,
  tools: WorkTools,
): Promise<AttributeModels[]> {
  const data = subsetUsers(dataset, trainers);
  const models: AttributeModels[] = [];
  for (const attribute of spec.attributes) {
    const ratings = await trainOne('ratings', data, attribute, spec, tools);
    models.push({ attribute, ratings, channels: await trainOne('channels', data, attribute, spec, tools) });
  }
  return models;
}

export async function trainOne(
  kind: 'ratings' | 'channels',
  data: Dataset,
  attribute: string,
  spec: StudySpec,
  { onTaskDone, ...tools }: WorkTools,
): Promise<FactorModel> {
  const model =
    kind === 'ratings'
      ? await train(data, attribute, spec.training, tools)
      : await trainChannels(data, attribute, spec.channels, tools);
  onTaskDone?.();
  return trained(model);
}

/** What every attacker makes of every list. */
async function attack(
  found: Map<string, Float64Array>,
  variant: LabelVariant,
  models: readonly AttributeModels[],
  lists: readonly { readonly id: string; readonly items: readonly ItemIndex[] }[],
  { trainers, people }: FoldData,
  labelled: Dataset,
  spec: StudySpec,
  { onTaskDone: _, ...tools }: WorkTools,
): Promise<void> {
  const { byUser: histories, users } = labelled.ratings;
  const everybody = Uint32Array.from({ length: users }, (_, user) => user);
  const { ridge } = ridgesOf(spec);
  for (const { id, items } of lists) {
    const asked = answersTo(items, histories, people);
    const seen = readSparse(answerRows(answersTo(items, histories, everybody)), spec.seed);
    for (const { attribute, ratings, channels } of models) {
      const { values, labels } = attributeOf(labelled, attribute);
      const groups = { types: Uint8Array.from(values), typeCount: labels.length };
      const settings = { ...auditDefaults, seed: spec.seed };
      const fitted = requireScored(await scorePeople(FITTED, seen, groups, { people, trainers }, settings, tools));
      const note = (attacker: ListAttacker, logits: ArrayLike<number>) =>
        found.set(attackName(id, variant, attribute, attacker), Float64Array.from(logits));
      note('factor', factorLogits(ratings, asked, { ridge, prior: 'uniform' }));
      note('channels', factorLogits(channels, asked, { prior: 'uniform' }));
      for (const attacker of FITTED) note(attacker, fitted.get(attacker)!.logits);
    }
  }
}

/** Every attribute dealt out anew among the people. */
export function shuffledAll(dataset: Dataset, { attributes, seed }: StudySpec): Dataset {
  return attributes.reduce(
    (data, attribute, at) => shuffledLabels(data, attribute, derive(seed, 'questionnaire-shuffle', at)),
    dataset,
  );
}
