/** Finds in the records of a number what charts and text speak of, and says figures in the number's own unit. */
import { decimal } from '../common/format.ts';
import type {
  Bounds,
  Cohort,
  Curve,
  Estimate,
  NumberStatistic,
  NumericFigures,
  NumericPoint,
  NumericRecords,
  Variant,
} from '../common/input.ts';
import { pointAt } from '../common/lookup.ts';

/**
 * `elsewhere`: not the questions of the first strategy, but another attacker. `shape`: nobody says the number better than
 * guessing the median, but something about it is told. `possible`: bounds exclude guessing, and no test rejects.
 */
type NumericVerdict = 'reveals' | 'elsewhere' | 'shape' | 'possible' | 'nothing' | 'unchecked';

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
): Curve<NumericPoint> | undefined {
  return records.curves.find(
    (curve) => curve.contender === strategy && curve.variant === variant && curve.cohort === cohort,
  );
}

export function numericControl(records: NumericRecords, cohort: Cohort = 'survivors'): Curve<NumericPoint> | undefined {
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

/** What was shown, and by whom. Without a control and without a test nothing is claimed. */
export function numericVerdict(records: NumericRecords): NumericVerdict {
  const { verdict, test } = records;
  if (numericPoint(records) === undefined) return 'unchecked';
  if (numericControl(records) === undefined && test === undefined) return 'unchecked';
  if (!verdict.leak) return verdict.possible ? 'possible' : 'nothing';
  if (closestOf(records) === undefined) return 'shape';
  return saysTheNumber(numericPoint(records)!) ? 'reveals' : 'elsewhere';
}

/** Explains something, and is closer than guessing the median for everybody. */
function saysTheNumber({ r2, mae, blind }: Pick<NumericFigures, 'r2' | 'mae' | 'blind'>): boolean {
  return r2.low > 0 && mae.value < blind.median;
}

/** Who looks at whole histories. */
export const HISTORY_METHODS = {
  filter: 'the attacker, on all ratings',
  ridgeOnRatings: 'ridge regression on ratings (0 where there is none)',
  ridgeOnPresence: 'ridge regression on which items were rated',
} as const;

interface NumberAttacker extends Pick<NumericFigures, 'r2' | 'mae' | 'blind'> {
  readonly who: string;
}

/** Every strategy where the answer is read off, and whoever saw whole histories. */
function attackersOf(records: NumericRecords): NumberAttacker[] {
  const asked = records.strategies.flatMap(({ name, label }) => {
    const point = numericPoint(records, name);
    return point ? [{ ...point, who: `the attacker after questions chosen by ${label}` }] : [];
  });
  const histories = records.fullHistory
    .filter(({ variant }) => variant === 'real')
    .map((history) => ({ ...history, who: HISTORY_METHODS[history.method] }));
  return [...asked, ...histories];
}

const byLowerEnd = (a: NumberAttacker, b: NumberAttacker) => b.r2.low - a.r2.low;

/** Who shows most. */
export function strongestOf(records: NumericRecords): NumberAttacker | undefined {
  return attackersOf(records).sort(byLowerEnd)[0];
}

/** Who shows most of those who say the number better than anybody who guesses the median. */
export function closestOf(records: NumericRecords): NumberAttacker | undefined {
  return attackersOf(records).filter(saysTheNumber).sort(byLowerEnd)[0];
}

/** What a regression on whole histories was asked, and the measure of the reply. */
export function asksFor(records: NumericRecords, { measure, band }: NumberStatistic): string {
  if (measure === 'band') return `who is in ${bandName(records, band!)}: AUC`;
  return measure === 'ranks' ? 'the order of people: rank correlation' : 'the number: R²';
}

/** The band that is told best, by its lower bound. */
export function bestBand({ test }: NumericRecords): (NumberStatistic & { readonly bounds: Bounds }) | undefined {
  const bands = (test?.statistics ?? []).flatMap(({ bounds, ...one }) => (bounds ? [{ ...one, bounds }] : []));
  return bands.sort((a, b) => b.bounds.low - a.bounds.low)[0];
}

/** "the middle third (34 to under 51)"; of two bands "the upper part (51 or more)". */
export function bandName(records: NumericRecords, band: number): string {
  const cuts = records.test!.cuts.map((cut) => shortNumber(records, cut));
  const unit = records.spec.unit === '' ? '' : ` ${records.spec.unit}`;
  if (band === cuts.length)
    return `the ${cuts.length === 1 ? 'upper part' : 'highest third'} (${cuts.at(-1)}${unit} or more)`;
  if (band === 0) return `the lowest third (under ${cuts[0]}${unit})`;
  return `the middle third (${cuts[band - 1]} to under ${cuts[band]}${unit})`;
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
