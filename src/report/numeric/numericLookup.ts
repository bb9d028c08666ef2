/** Finds in the records of a number what charts and text speak of, and says figures in the number's own unit. */
import { decimal } from '../common/format.ts';
import type { Cohort, Estimate, NumericCurve, NumericPoint, NumericRecords, Variant } from '../common/input.ts';
import { pointAt } from '../common/lookup.ts';

/** `elsewhere`: not the questions of the first strategy, but another attacker. */
export type NumericVerdict = 'reveals' | 'elsewhere' | 'nothing' | 'unchecked';

/** The strategy the report is about: the first. */
export function leadName(records: NumericRecords): string {
  return records.strategies[0]!.name;
}

export function labelOf(records: NumericRecords, name: string): string {
  return records.strategies.find((strategy) => strategy.name === name)?.label ?? name;
}

/** What the lead is measured against: questions at random, else the last strategy; none if the lead is alone. */
export function baselineName(records: NumericRecords): string | undefined {
  const others = records.strategies.slice(1).map(({ name }) => name);
  return others.find((name) => name === 'random') ?? others.at(-1);
}

export function numericCurveOf(
  records: NumericRecords,
  strategy: string,
  variant: Variant = 'real',
  cohort: Cohort = 'survivors',
): NumericCurve | undefined {
  return records.curves.find(
    (curve) => curve.strategy === strategy && curve.variant === variant && curve.cohort === cohort,
  );
}

export function numericControl(records: NumericRecords, cohort: Cohort = 'survivors'): NumericCurve | undefined {
  return records.curves.find((curve) => curve.variant === 'shuffled' && curve.cohort === cohort);
}

/** Where the answer is read off: ten questions, or the end if that comes earlier. */
export function numericHeadline(records: NumericRecords): number {
  const last = numericCurveOf(records, leadName(records))?.points.at(-1)?.questions ?? records.spec.maxQuestions;
  return Math.min(10, last);
}

export function numericPoint(records: NumericRecords, strategy = leadName(records)): NumericPoint | undefined {
  return pointAt(numericCurveOf(records, strategy), numericHeadline(records));
}

/** Whether the share explained can be told from nothing; what the control finds is said beside it. Without one nothing is claimed. */
export function numericVerdict(records: NumericRecords): NumericVerdict {
  const real = numericPoint(records)?.r2;
  const control = pointAt(numericControl(records), numericHeadline(records))?.r2;
  if (real === undefined || control === undefined) return 'unchecked';
  if (real.low > 0) return 'reveals';
  return strongestOf(records)!.r2.low > 0 ? 'elsewhere' : 'nothing';
}

/** Who looks at whole histories. */
export const HISTORY_METHODS = {
  filter: 'the attacker, on all ratings',
  ridgeOnRatings: 'ridge regression on ratings (0 where there is none)',
  ridgeOnPresence: 'ridge regression on which items were rated',
} as const;

/** Who shows most: every strategy where the answer is read off, and whoever saw whole histories. */
export function strongestOf(records: NumericRecords): { readonly who: string; readonly r2: Estimate } | undefined {
  const asked = records.strategies.flatMap(({ name, label }) => {
    const point = numericPoint(records, name);
    return point ? [{ who: `the attacker after questions chosen by ${label}`, r2: point.r2 }] : [];
  });
  const histories = records.fullHistory
    .filter(({ variant }) => variant === 'real')
    .map(({ method, r2 }) => ({ who: HISTORY_METHODS[method], r2 }));
  return [...asked, ...histories].sort((a, b) => b.r2.low - a.r2.low)[0];
}

/** Digits behind the point for a number of this spread: a hundredth part of it, at most six. */
export function digitsOf({ data }: NumericRecords): number {
  return Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(data.deviation))));
}

/** A value of the number itself, without digits that say nothing: "34", "1.25". */
export function shortNumber(records: NumericRecords, value: number): string {
  return decimal(Number(value.toFixed(digitsOf(records))), Number.isInteger(value) ? 0 : digitsOf(records));
}

/** "9.0 years", or "9.0" where nobody said what the number counts. */
export function inUnit(records: NumericRecords, value: number): string {
  return withUnit(records, decimal(value, digitsOf(records)));
}

/** "9.0 [8.6, 9.5] years" */
export function estimateInUnit(records: NumericRecords, { value, low, high }: Estimate): string {
  const [middle, from, to] = [value, low, high].map((end) => decimal(end, digitsOf(records)));
  return withUnit(records, `${middle} [${from}, ${to}]`);
}

function withUnit({ spec }: NumericRecords, text: string): string {
  return spec.unit === '' ? text : `${text} ${spec.unit}`;
}
