/** The result of a fold as bytes, for a checkpoint. */
import { decodeArrays, encodeArrays, type NamedArrays } from '../folds/index.ts';
import type { BandOutcomes } from './bandInterviewTask.ts';
import type { FoldSlopes, NumericFoldPlan, NumericFoldResult } from './numericFold.ts';
import type { NumericHistoryOutcome } from './numericHistoryTask.ts';
import type { NumericOutcomes } from './numericInterviewTask.ts';

export function encodeNumericFold(result: NumericFoldResult): Uint8Array {
  const arrays: Record<string, NamedArrays[string]> = {};
  const keep = (prefix: string, own: object) => {
    for (const [name, values] of Object.entries(own)) arrays[`${prefix}/${name}`] = values;
  };
  for (const [strategy, outcomes] of result.outcomes) keep(`outcomes/${strategy}`, outcomes);
  for (const [method, outcome] of result.histories) keep(`history/${method}`, outcome);
  if (result.bands !== undefined) keep('bands', result.bands);
  keep('items', result.items);
  return encodeArrays(arrays, { figures: JSON.stringify(result.figures) });
}

/** undefined for bytes that are no such result. */
export function decodeNumericFold(bytes: Uint8Array, plan: NumericFoldPlan): NumericFoldResult | undefined {
  const kept = decodeArrays(bytes, namesOf(plan));
  if (kept === undefined) return undefined;
  const part = <Own extends object>(prefix: string, names: readonly (keyof Own & string)[]): Own =>
    Object.fromEntries(names.map((name) => [name, kept.arrays[`${prefix}/${name}`]!])) as Own;
  return {
    outcomes: new Map(
      plan.strategies.map((strategy) => [strategy, part<NumericOutcomes>(`outcomes/${strategy}`, OUTCOMES)]),
    ),
    histories: new Map(
      plan.methods.map((method) => [method, part<NumericHistoryOutcome>(`history/${method}`, HISTORY)]),
    ),
    bands: plan.cuts.length === 0 ? undefined : part<BandOutcomes>('bands', BANDS),
    items: part<FoldSlopes>('items', ITEMS),
    figures: JSON.parse(kept.metadata['figures']!),
  };
}

const OUTCOMES = ['means', 'deviations', 'lengths', 'early'] as const;
const HISTORY = ['means', 'deviations'] as const;
const BANDS = ['mostLikely', 'weighted'] as const;
const ITEMS = ['intercepts', 'slopes', 'slopeErrors'] as const;

function namesOf({ strategies, methods, cuts }: NumericFoldPlan): string[] {
  return [
    ...strategies.flatMap((strategy) => OUTCOMES.map((name) => `outcomes/${strategy}/${name}`)),
    ...methods.flatMap((method) => HISTORY.map((name) => `history/${method}/${name}`)),
    ...(cuts.length === 0 ? [] : BANDS.map((name) => `bands/${name}`)),
    ...ITEMS.map((name) => `items/${name}`),
  ];
}
