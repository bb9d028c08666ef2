/** A unit of work: what the factor-based attacker infers from all that some people sent. */
import { logitsFromWeights } from '../../audit/index.ts';
import { decodeModel, type FactorModel } from '../../factorization/index.ts';
import { historyAt, type SparseRows, type SparseVector } from '../../inference/index.ts';
import { defineTask } from '../../maths/index.ts';
import { linearForm, logWeightsOf } from '../obfuscation/index.ts';
import type { DefenceSpec } from './spec.ts';

export interface FactorUnit {
  /** Encoded. */
  readonly model: Uint8Array;
  readonly spec: Pick<DefenceSpec, 'ridge' | 'prior'>;
  readonly sent: SparseRows;
}

/** people x K: log odds of each type against the rest. */
export const factorTask = defineTask<FactorUnit, Float64Array>('defence-factor', ({ model: encoded, spec, sent }) => {
  const model = decodeModel(encoded);
  const types = model.typeLabels.length;
  const logits = new Float64Array(sent.rows * types);
  for (let person = 0; person < sent.rows; person++) {
    logits.set(logitsFromWeights(typeWeights(model, historyAt(sent, person), spec)), person * types);
  }
  return logits;
});

/** Log weights of the types of somebody who sent these ratings. */
export function typeWeights(
  model: FactorModel,
  { indices, values }: SparseVector,
  { ridge, prior }: FactorUnit['spec'],
): Float64Array {
  return logWeightsOf(linearForm(model, indices, { ridge: ridge === 'model' ? undefined : ridge, prior }), values);
}
