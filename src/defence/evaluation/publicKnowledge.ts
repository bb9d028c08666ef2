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
import { defenceNamed, quantilesOf, standardisedEvidence } from '../obfuscation/index.ts';
import { presenceTask } from './presenceTask.ts';
import type { DefenceSpec } from './spec.ts';

export interface PublicKnowledge {
  /** Also the undefended recommender's own. */
  readonly model: FactorModel;
  /** Quantiles of the evidence about those it was trained on; for two types only. */
  readonly targets: readonly number[] | undefined;
  /** Which items people rate, where a defence or an attacker needs it. */
  readonly presence: PublicPresence | undefined;
}

/** The model of presence is learned from a share of the people (spec.ts). */
interface PublicPresence {
  /** Encoded. */
  readonly model: Uint8Array;
  /** The trainers whom attackers learn from: positions among them. */
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
    presence: needsPresence(spec) ? await presenceOf(trainers, rows, spec, tools) : undefined,
  };
}

/** How many of the trainers attackers learn from. */
export function learnersAmong(trainers: number, spec: DefenceSpec): number {
  return needsPresence(spec) ? trainers - Math.floor(trainers * spec.presence.share) : trainers;
}

async function presenceOf(
  trainers: Dataset,
  histories: SparseRows,
  { attribute, seed, presence }: DefenceSpec,
  tools: WorkTools,
): Promise<PublicPresence> {
  const { items, scale } = trainers;
  const { values, labels } = attributeOf(trainers, attribute);
  const { seen, learners } = divided(values, presence.share, seed);
  const rows = selectRows(histories, seen);
  const { directions, passes, places } = presence;
  const guard = places > 0 ? await fitGuard(rows, uncounted(tools)) : undefined;
  const unit = {
    histories: rows,
    groupOf: Uint8Array.from(seen, (person) => values[person]!),
    attribute,
    groups: labels,
    itemIds: Array.from({ length: items.size }, (_, item) => items.id(itemIndex(item))),
    scale,
    options: { directions, passes, guard, places, seed },
  };
  const [model] = await runTasks(presenceTask, [unit], tools);
  return { model: model!, learners };
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
