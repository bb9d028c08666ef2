/** The result of a fold as bytes, for a checkpoint. */
import { decodeTensors, encodeTensors, type Tensor } from '../../factorization/index.ts';
import type { BandOutcomes } from './bandInterviewTask.ts';
import type { FoldSlopes, NumericFoldPlan, NumericFoldResult } from './numericFold.ts';
import type { NumericHistoryOutcome } from './numericHistoryTask.ts';
import type { NumericOutcomes } from './numericInterviewTask.ts';

export function encodeNumericFold(result: NumericFoldResult): Uint8Array {
  const tensors: Record<string, Tensor> = {};
  const keep = (prefix: string, arrays: object) => {
    for (const [name, values] of Object.entries(arrays) as [string, Tensor['values']][]) {
      tensors[`${prefix}/${name}`] = { shape: [values.length], values };
    }
  };
  for (const [strategy, outcomes] of result.outcomes) keep(`outcomes/${strategy}`, outcomes);
  for (const [method, outcome] of result.histories) keep(`history/${method}`, outcome);
  if (result.bands !== undefined) keep('bands', result.bands);
  keep('items', result.items);
  return encodeTensors({ metadata: { figures: JSON.stringify(result.figures) }, tensors });
}

/** undefined for bytes that are no such result: a checkpoint that is not whole counts as none. */
export function decodeNumericFold(bytes: Uint8Array, plan: NumericFoldPlan): NumericFoldResult | undefined {
  const decoded = decodeTensors(bytes);
  if (!decoded.ok) return undefined;
  const { tensors, metadata } = decoded.file;
  const part = <Arrays extends object>(prefix: string, names: readonly (keyof Arrays & string)[]): Arrays =>
    Object.fromEntries(names.map((name) => [name, tensors[`${prefix}/${name}`]!.values])) as Arrays;
  return {
    outcomes: new Map(
      plan.strategies.map((strategy) => [
        strategy,
        part<NumericOutcomes>(`outcomes/${strategy}`, ['means', 'deviations', 'lengths', 'early']),
      ]),
    ),
    histories: new Map(
      plan.methods.map((method) => [method, part<NumericHistoryOutcome>(`history/${method}`, ['means', 'deviations'])]),
    ),
    bands: plan.cuts.length === 0 ? undefined : part<BandOutcomes>('bands', ['mostLikely', 'weighted']),
    items: part<FoldSlopes>('items', ['intercepts', 'slopes', 'slopeErrors']),
    figures: JSON.parse(metadata['figures']!),
  };
}
