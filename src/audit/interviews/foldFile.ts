/** The result of a fold as bytes, for a checkpoint. */

import type { FailedAttacker } from '../attackers/failures.ts';
import { decodeArrays, encodeArrays, type NamedArrays } from '../folds/index.ts';
import type { FoldPlan, FoldResult } from './foldWork.ts';
import { emptyOutcomes, type Outcomes } from './outcomes.ts';

const OUTCOMES = Object.keys(emptyOutcomes(0, { types: 0, maxQuestions: 0, ratingErrorEvery: 1 }));

export function encodeFold(result: FoldResult): Uint8Array {
  const { biases, noiseVariance, predictionRidge, failures } = result;
  const arrays: Record<string, NamedArrays[string]> = { biases };
  for (const [id, outcomes] of result.outcomes) {
    for (const [name, values] of Object.entries(outcomes)) arrays[`outcomes/${id}/${name}`] = values;
  }
  for (const [name, logits] of result.histories) arrays[`history/${name}`] = logits;
  return encodeArrays(arrays, {
    noiseVariance: String(noiseVariance),
    predictionRidge: String(predictionRidge),
    failures: JSON.stringify(failures),
  });
}

/** undefined for bytes that are no such result. */
export function decodeFold(bytes: Uint8Array, plan: FoldPlan): FoldResult | undefined {
  const kept = decodeArrays(bytes, ['biases']);
  if (kept?.metadata['failures'] === undefined) return undefined;
  const { arrays, metadata } = kept;
  const failures: FailedAttacker[] = JSON.parse(kept.metadata['failures']);
  const stands = (kind: FailedAttacker['kind'], id: string) =>
    !failures.some((failed) => failed.kind === kind && failed.id === id);
  const contenders = plan.contenders.map(({ id }) => id).filter((id) => stands('questions', id));
  const classifiers = plan.classifiers.filter((name) => stands('history', name));
  const needed = [
    ...contenders.flatMap((id) => OUTCOMES.map((name) => `outcomes/${id}/${name}`)),
    ...classifiers.map((name) => `history/${name}`),
  ];
  if (needed.some((name) => arrays[name] === undefined)) return undefined;
  const outcomesOf = (id: string) =>
    Object.fromEntries(OUTCOMES.map((name) => [name, arrays[`outcomes/${id}/${name}`]])) as object as Outcomes;
  return {
    outcomes: new Map(contenders.map((id) => [id, outcomesOf(id)])),
    histories: new Map(classifiers.map((name) => [name, arrays[`history/${name}`] as Float32Array])),
    failures,
    biases: arrays['biases'] as Float32Array,
    noiseVariance: Number(metadata['noiseVariance']),
    predictionRidge: Number(metadata['predictionRidge']),
  };
}
