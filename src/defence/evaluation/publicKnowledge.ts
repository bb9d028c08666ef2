/**
 * What everybody may know when defending themselves: a model, and how evidence is spread. It is learned from people who
 * do not defend themselves, and it is the same for all: for the people of the fold, and for those who defend themselves
 * so that an attacker can learn from them.
 */
import { auditDefaults, runTasks, sparse, trainHistoryModel, uncounted, type WorkTools } from '../../audit/index.ts';
import type { FactorModel } from '../../factorization/index.ts';
import { type SparseRows, selectRows } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import { attributeOf, type Dataset, itemIndex } from '../../ratings/index.ts';
import { fitGuard } from '../equalChances/index.ts';
import { defenceNamed, type PublicLists, quantilesOf, standardisedEvidence } from '../obfuscation/index.ts';
import { listsTask, presenceTask } from './presenceTask.ts';
import type { DefenceSpec } from './spec.ts';

export interface PublicKnowledge {
  /** Also the undefended recommender's own. */
  readonly model: FactorModel;
  /** Quantiles of the evidence about those it was trained on; for two types only. */
  readonly targets: readonly number[] | undefined;
  /** The model of which items people rate, encoded, where a defence or an attacker needs it. */
  readonly presence: Uint8Array | undefined;
  /** Histories, and which items point to which group, where a defence needs them. */
  readonly lists: PublicLists | undefined;
  /**
   * The trainers whom attackers learn from, as positions among them. Model and lists are learned from a share of the people
   * (spec.ts); where there are none, attackers learn from all.
   */
  readonly learners: Uint32Array;
}

/** Whether somebody needs the model of presence. */
export function needsPresence({ attackers, defences }: Pick<DefenceSpec, 'attackers' | 'defences'>): boolean {
  return attackers.includes('chances') || defences.some(({ name }) => defenceNamed(name).presence !== undefined);
}

export async function publicKnowledge(
  trainers: Dataset,
  spec: DefenceSpec,
  tools: WorkTools,
): Promise<PublicKnowledge> {
  const settings = { ...auditDefaults, training: spec.training };
  const model = await trainHistoryModel('ratings', trainers, spec.attribute, settings, uncounted(tools));
  tools.onTaskDone?.();
  const rows = sparse(trainers.ratings.byUser, trainers.items.size);
  const options = { ridge: spec.ridge === 'model' ? undefined : spec.ridge, prior: spec.prior };
  const twoTypes = model.typeLabels.length === 2;
  return {
    model,
    targets: twoTypes ? quantilesOf(standardisedEvidence(model, rows, options)) : undefined,
    ...(await learnedFromSome(trainers, rows, spec, tools)),
  };
}

/** How many of the trainers attackers learn from. */
export function learnersAmong(trainers: number, spec: DefenceSpec): number {
  return needsPresence(spec) || needsLists(spec) ? trainers - Math.floor(trainers * spec.presence.share) : trainers;
}

/** Whether a defence needs public lists. */
export function needsLists({ defences }: Pick<DefenceSpec, 'defences'>): boolean {
  return defences.some(({ name }) => defenceNamed(name).lists === true);
}

async function learnedFromSome(
  trainers: Dataset,
  histories: SparseRows,
  spec: DefenceSpec,
  tools: WorkTools,
): Promise<Pick<PublicKnowledge, 'presence' | 'lists' | 'learners'>> {
  const { values } = attributeOf(trainers, spec.attribute);
  const [modelled, listed] = [needsPresence(spec), needsLists(spec)];
  if (!modelled && !listed) {
    return { presence: undefined, lists: undefined, learners: Uint32Array.from(values.keys()) };
  }
  const { seen, learners } = divided(values, spec.presence.share, spec.seed);
  const rows = selectRows(histories, seen);
  const groupOf = Uint8Array.from(seen, (person) => values[person]!);
  const lists = listed ? await runTasks(listsTask, [{ histories: rows, groupOf }], tools) : [];
  return {
    presence: modelled ? await presenceOf(trainers, rows, groupOf, spec, tools) : undefined,
    lists: lists[0],
    learners,
  };
}

async function presenceOf(
  trainers: Dataset,
  rows: SparseRows,
  groupOf: Uint8Array,
  { attribute, seed, presence }: DefenceSpec,
  tools: WorkTools,
): Promise<Uint8Array> {
  const { items, scale } = trainers;
  const { directions, passes, places } = presence;
  const guard = places > 0 ? await fitGuard(rows, uncounted(tools)) : undefined;
  const unit = {
    histories: rows,
    groupOf,
    attribute,
    groups: attributeOf(trainers, attribute).labels,
    itemIds: Array.from({ length: items.size }, (_, item) => items.id(itemIndex(item))),
    scale,
    options: { directions, passes, guard, places, seed },
  };
  const [model] = await runTasks(presenceTask, [unit], tools);
  return model!;
}

/** A share of each group, in a random order, and the others. */
function divided(types: ArrayLike<number>, share: number, seed: number) {
  const all = Uint32Array.from({ length: types.length }, (_, n) => n);
  const order = derive(seed, 'presence-people').shuffle(all);
  const byGroup = order.toSorted((a, b) => types[a]! - types[b]!);
  const taken = (n: number) => Math.floor((n + 1) * share) > Math.floor(n * share);
  return {
    seen: byGroup.filter((_, n) => taken(n)).sort(),
    learners: byGroup.filter((_, n) => !taken(n)).sort(),
  };
}
