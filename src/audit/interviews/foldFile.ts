/** The result of a fold as bytes, for a checkpoint. */
import { decodeArrays, encodeArrays, type NamedArrays } from '../folds/index.ts';
import type { FoldPlan, FoldResult } from './foldWork.ts';
import { emptyOutcomes, type Outcomes } from './outcomes.ts';

const OUTCOMES = Object.keys(emptyOutcomes(0, { types: 0, maxQuestions: 0, ratingErrorEvery: 1 }));

export function encodeFold(result: FoldResult): Uint8Array {
  const { biases, noiseVariance, predictionRidge } = result;
  const arrays: Record<string, NamedArrays[string]> = { biases };
  for (const [id, outcomes] of result.outcomes) {
    for (const [name, values] of Object.entries(outcomes)) arrays[`outcomes/${id}/${name}`] = values;
  }
  for (const [name, logits] of result.histories) arrays[`history/${name}`] = logits;
  return encodeArrays(arrays, { noiseVariance: String(noiseVariance), predictionRidge: String(predictionRidge) });
}

/** undefined for bytes that are no such result. */
export function decodeFold(bytes: Uint8Array, { contenders, classifiers }: FoldPlan): FoldResult | undefined {
  const kept = decodeArrays(bytes, [
    'biases',
    ...contenders.flatMap(({ id }) => OUTCOMES.map((name) => `outcomes/${id}/${name}`)),
    ...classifiers.map((name) => `history/${name}`),
  ]);
  if (kept === undefined) return undefined;
  const { arrays, metadata } = kept;
  const outcomesOf = (id: string) =>
    Object.fromEntries(OUTCOMES.map((name) => [name, arrays[`outcomes/${id}/${name}`]])) as object as Outcomes;
  return {
    outcomes: new Map(contenders.map(({ id }) => [id, outcomesOf(id)])),
    histories: new Map(classifiers.map((name) => [name, arrays[`history/${name}`] as Float32Array])),
    biases: arrays['biases'] as Float32Array,
    noiseVariance: Number(metadata['noiseVariance']),
    predictionRidge: Number(metadata['predictionRidge']),
  };
}
