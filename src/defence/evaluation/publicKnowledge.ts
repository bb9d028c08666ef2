/**
 * What everybody may know when defending themselves: a model, and how evidence is spread. It is learned from people who
 * do not defend themselves, and it is the same for all: for the people of the fold, and for those who defend themselves
 * so that an attacker can learn from them.
 */
import { sparse } from '../../audit/index.ts';
import { encodeModel } from '../../factorization/index.ts';
import type { SparseRows } from '../../inference/index.ts';
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
  /** Encoded: which items people rate. Where a defence or an attacker needs it. */
  readonly presence: Uint8Array | undefined;
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
  { items, scale, ...trainers }: Dataset,
  histories: SparseRows,
  { attribute, seed }: DefenceSpec,
  tools: WorkTools,
): Promise<Uint8Array> {
  const { values, labels } = attributeOf({ items, scale, ...trainers }, attribute);
  const itemIds = Array.from({ length: items.size }, (_, item) => items.id(itemIndex(item)));
  const unit = { histories, groupOf: Uint8Array.from(values), attribute, groups: labels, itemIds, scale, seed };
  const [presence] = await tools.run(presenceTask, [unit]);
  return presence!;
}
