/**
 * What everybody may know when defending themselves: a model, and how evidence is spread. It is learned from people who
 * do not defend themselves, and it is the same for all: for the people of the fold, and for those who defend themselves
 * so that an attacker can learn from them.
 */
import { sparse } from '../../audit/index.ts';
import { encodeModel } from '../../factorization/index.ts';
import type { Dataset } from '../../ratings/index.ts';
import { quantilesOf, standardisedEvidence } from '../obfuscation/index.ts';
import type { DefenceSpec } from './spec.ts';
import { trainOnRated } from './trainOnRated.ts';
import type { WorkTools } from './work.ts';

export interface PublicKnowledge {
  /** Encoded; also the undefended recommender's own. */
  readonly model: Uint8Array;
  /** Quantiles of the evidence about those it was trained on; for two types only. */
  readonly targets: readonly number[] | undefined;
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
  };
}
