/** The result of a fold as bytes, for a checkpoint. */
import { decodeTensors, encodeTensors, type Tensor } from '../factorization/index.ts';
import type { FoldPlan, FoldResult } from './foldWork.ts';
import type { Outcomes } from './outcomes.ts';

export function encodeFold(result: FoldResult): Uint8Array {
  const tensors: Record<string, Tensor> = { biases: flat(result.biases) };
  for (const [id, outcomes] of result.outcomes) {
    for (const [name, values] of Object.entries(outcomes)) tensors[`outcomes/${id}/${name}`] = flat(values);
  }
  for (const [name, logits] of result.histories) tensors[`history/${name}`] = flat(logits);
  const { noiseVariance, predictionRidge } = result;
  const metadata = { noiseVariance: String(noiseVariance), predictionRidge: String(predictionRidge) };
  return encodeTensors({ metadata, tensors });
}

/** undefined for bytes that are no such result: a checkpoint that is not whole counts as none. */
export function decodeFold(bytes: Uint8Array, plan: FoldPlan): FoldResult | undefined {
  const decoded = decodeTensors(bytes);
  if (!decoded.ok) return undefined;
  const { tensors, metadata } = decoded.file;
  // Also one that an earlier version wrote.
  if (plan.contenders.some(({ id }) => tensors[`outcomes/${id}/heard`] === undefined)) return undefined;
  const values = (name: string) => tensors[name]!.values;
  const outcomes = new Map(
    plan.contenders.map(({ id }) => {
      const part = (name: keyof Outcomes) => values(`outcomes/${id}/${name}`);
      return [
        id,
        {
          logits: part('logits') as Float32Array,
          heard: part('heard') as Float32Array,
          lengths: part('lengths') as Uint32Array,
          squaredErrors: part('squaredErrors') as Float32Array,
          meanErrors: part('meanErrors') as Float32Array,
          heldOut: part('heldOut') as Uint32Array,
          early: part('early') as Uint32Array,
          skips: part('skips') as Uint32Array,
        },
      ];
    }),
  );
  return {
    outcomes,
    histories: new Map(plan.classifiers.map((name) => [name, values(`history/${name}`) as Float32Array])),
    biases: values('biases') as Float32Array,
    noiseVariance: Number(metadata['noiseVariance']),
    predictionRidge: Number(metadata['predictionRidge']),
  };
}

function flat(values: Tensor['values']): Tensor {
  return { shape: [values.length], values };
}
