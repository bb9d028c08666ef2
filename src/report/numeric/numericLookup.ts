/** Finds in the records of a number what charts and text speak of, and says figures in the number's own unit. */
import { decimal } from '../common/format.ts';
import type { Bounds, Estimate, NumberStatistic, NumericRecords, With } from '../common/input.ts';
import { contendersOf, controlOf, curveOf, labelOf, leadOf, type Point, pointAt } from '../common/lookup.ts';

/**
 * `elsewhere`: not the questions of the first strategy, but another attacker. `shape`: nobody says the number better than
 * guessing the median, but something about it is told. `possible`: bounds exclude guessing, and no test rejects.
 */
type NumericVerdict = 'reveals' | 'elsewhere' | 'shape' | 'possible' | 'nothing' | 'unchecked';

/** What is known of guesses of a number. */
type NumberMetric = 'mae' | 'rmse' | 'r2' | 'coverage' | 'width' | 'blindMedian' | 'halfWithin';
export type NumberPoint = Point<NumberMetric>;

export function numericCurveOf(
  records: NumericRecords,
  strategy: string,
  wanted: Parameters<typeof curveOf>[3] = {},
): NumberPoint[] {
  return curveOf(records, 'mae', strategy, wanted) as NumberPoint[];
}

/** Where the answer is read off: ten questions, or the end if that comes earlier. */
export function numericHeadline(records: NumericRecords): number {
  const last = curveOf(records, 'mae', leadOf(records).id).at(-1)?.length ?? records.spec.maxQuestions;
  return Math.min(10, last);
}

export function numericPoint(records: NumericRecords, strategy = leadOf(records).id): NumberPoint | undefined {
  return pointAt(numericCurveOf(records, strategy), numericHeadline(records));
}

/** What was shown, and by whom. Without a control and without a test nothing is claimed. */
export function numericVerdict(records: NumericRecords): NumericVerdict {
  const { verdict, test } = records;
  if (numericPoint(records) === undefined) return 'unchecked';
  if (controlOf(records, 'mae').length === 0 && test === undefined) return 'unchecked';
  if (!verdict.leak) return verdict.possible ? 'possible' : 'nothing';
  if (closestOf(records) === undefined) return 'shape';
  return saysTheNumber(numericPoint(records)!) ? 'reveals' : 'elsewhere';
}

/** Explains something, and is closer than guessing the median for everyone. */
function saysTheNumber({ r2, mae, blindMedian }: Pick<NumberAttacker, 'r2' | 'mae' | 'blindMedian'>): boolean {
  return r2.low > 0 && mae.value < blindMedian;
}

type NumberAttacker = With<'r2' | 'mae' | 'blindMedian'> & { readonly who: string };

/** Every strategy where the answer is read off, and whoever saw whole histories. */
function attackersOf(records: NumericRecords): NumberAttacker[] {
  const asked = contendersOf(records).flatMap(({ id, label }) => {
    const point = numericPoint(records, id);
    return point ? [{ ...point, who: `the attacker after questions chosen by ${label}` }] : [];
  });
  const histories = historiesOf(records).filter(({ variant }) => variant === 'real');
  return [...asked, ...histories.map((found) => ({ ...found, who: labelOf(records, found) }))];
}

/** What is found in whole histories, on real and on shuffled numbers. */
export const historiesOf = ({ findings }: NumericRecords) =>
  findings.filter(({ exposure }) => exposure === 'histories') as With<'r2' | 'mae' | 'blindMedian'>[];

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
