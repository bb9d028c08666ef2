/**
 * What everybody may know when defending themselves: a model, and how evidence is spread. It is learned from people who
 * do not defend themselves, and it is the same for all: for the people of the fold, and for those who defend themselves
 * so that an attacker can learn from them.
 */
import { sparse } from '../../audit/index.ts';
import { encodeModel } from '../../factorization/index.ts';
import { type SparseRows, selectRows } from '../../inference/index.ts';
import { derive } from '../../maths/index.ts';
import { attributeOf, type Dataset, itemIndex } from '../../ratings/index.ts';
import { defenceNamed, quantilesOf, standardisedEvidence } from '../obfuscation/index.ts';
import { presenceTask } from './presenceTask.ts';
import type { DefenceSpec } from './spec.ts';
import { trainOnRated } from './trainOnRated.ts';
import type { WorkTools } from './work.ts';

export interface PublicKnowledge {
  /** Encoded; also the undefended recommender's own. */
  readonly model: Uint8Array;
  /** Quantiles of the evidence about those it was trained on; for two types only. */
  readonly targets: readonly number[] | undefined;
  /** Which items people rate, where a defence or an attacker needs it. */
  readonly presence: PublicPresence | undefined;
}

/**
 * A model of presence is learned from half of the people. Those it was fitted to undo its noise with what they send, and
 * an attacker who learned from them alone would find less than there is to find about others.
 */
export interface PublicPresence {
  /** Encoded. */
  readonly model: Uint8Array;
  /** The trainers it was not fitted to: positions among them. */
  readonly unseen: Uint32Array;
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
  const model = await trainOnRated(trainers, spec.attribute, spec.training, tools.training);
  tools.step();
  const rows = sparse(trainers.ratings.byUser, trainers.items.size);
  const options = { ridge: spec.ridge === 'model' ? undefined : spec.ridge, prior: spec.prior };
  const twoTypes = model.typeLabels.length === 2;
  return {
    model: encodeModel(model),
    targets: twoTypes ? quantilesOf(standardisedEvidence(model, rows, options)) : undefined,
    presence: needsPresence(spec) ? await presenceOf(trainers, rows, spec, tools) : undefined,
  };
}

async function presenceOf(
  trainers: Dataset,
  histories: SparseRows,
  { attribute, seed }: DefenceSpec,
  tools: WorkTools,
): Promise<PublicPresence> {
  const { items, scale } = trainers;
  const { values, labels } = attributeOf(trainers, attribute);
  const { seen, unseen } = halves(values, seed);
  const unit = {
    histories: selectRows(histories, seen),
    groupOf: Uint8Array.from(seen, (person) => values[person]!),
    attribute,
    groups: labels,
    itemIds: Array.from({ length: items.size }, (_, item) => items.id(itemIndex(item))),
    scale,
    seed,
  };
  const [model] = await tools.run(presenceTask, [unit]);
  return { model: model!, unseen };
}

/** Every other person, group by group, in a random order: half of each group. */
function halves(types: ArrayLike<number>, seed: number): { readonly seen: Uint32Array; readonly unseen: Uint32Array } {
  const order = derive(seed, 'presence-people').shuffle(Uint32Array.from({ length: types.length }, (_, n) => n));
  const byGroup = order.toSorted((a, b) => types[a]! - types[b]!);
  return {
    seen: byGroup.filter((_, n) => n % 2 === 0).sort(),
    unseen: byGroup.filter((_, n) => n % 2 === 1).sort(),
  };
}
