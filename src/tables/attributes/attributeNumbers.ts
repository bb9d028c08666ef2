/**
 * The numbers that an expression such as age:number or age:number[0..120] reads from the rows of a table of people.
 *
 * One impossible value ruins what is learnt from all others: an age of 2.3e8 among people of 18 to 80 makes the standard
 * deviation ten million years. With a range, values outside it are missing. Without one, values are taken as missing
 * that lie further beyond the quartiles than ten times the distance between these: fourteen standard deviations of a
 * normal distribution, and for incomes the largest few in a thousand. The summary names them and says what to type to
 * keep them: leaving somebody out must be seen.
 */

import { fencesOf } from '../../maths/index.ts';
import { lenientAdvice, lenientNumber } from '../cells/lenientNumbers.ts';
import { type MissingValues, missingValues, WordCounts } from '../cells/missingValues.ts';
import { marksOf } from '../cells/numberMarks.ts';
import { columnOf, type Table, textAt, type Understood } from '../cells/table.ts';
import { UnknownValues } from '../cells/unknownValues.ts';
import { type AttributeExpression, groupsExample, type NumberRange } from './attributeExpression.ts';

const FENCE = 10;
/** Not more are named. */
const NAMED = 5;

export interface Outliers {
  /** How many rows hold such a value. */
  readonly rows: number;
  /** Some of the values, the furthest first. */
  readonly values: readonly number[];
  /** What the other values span. */
  readonly from: number;
  readonly to: number;
}

interface RowNumbers {
  /** Of each row; NaN where the value is missing, outside the range, or an outlier. */
  readonly ofRow: Float64Array;
  readonly missing: WordCounts;
  /** Rows whose value is outside the range. */
  readonly outside: number;
  readonly outliers?: Outliers;
  /** What was read as a number by lenience alone. */
  readonly cut: WordCounts;
  readonly understood: readonly Understood[];
}

/** A value that is no number is an error: it must not drop people. */
export function numberRows(
  table: Table,
  { column: name, rule }: AttributeExpression,
  missing: MissingValues = missingValues(),
  lenient = false,
): RowNumbers {
  const range = rule.kind === 'number' ? rule.range : undefined;
  const column = columnOf(table, name, 'the attribute');
  const { numberOf, understood } = marksOf(table, name, missing);
  const unknown = new UnknownValues();
  const words = new WordCounts();
  const cut = new WordCounts();
  let outside = 0;
  const ofRow = Float64Array.from({ length: table.rows }, (_, row) => {
    const text = textAt(column, row);
    const word = missing.wordOf(text);
    if (word !== undefined) {
      words.add(word);
      return Number.NaN;
    }
    let value = numberOf(text!);
    if (lenient && Number.isNaN(value)) {
      value = lenientNumber(text);
      if (!Number.isNaN(value)) cut.add(text!.trim());
    }
    // "1e999" is written like a number, and is none.
    if (!Number.isFinite(value)) unknown.add(text!.trim(), row);
    if (range === undefined || isWithin(range, value)) return value;
    outside++;
    return Number.NaN;
  });
  if (unknown.some) {
    throw unknown.error(
      table,
      (values) => `the column "${name}" is read as a number but holds ${values}`,
      `correct the value, leave it empty or name it among the missing values, or group the values by name instead: ${groupsExample(name)}${lenient ? '' : lenientAdvice(unknown.values)}`,
    );
  }
  const outliers = range === undefined ? takeOutliers(ofRow) : undefined;
  return { ofRow, missing: words, cut, outside, outliers, understood };
}

function isWithin({ from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: NumberRange, value: number) {
  return value >= from && value <= to;
}

/** Makes values beyond the fences missing, and tells of them. */
function takeOutliers(numbers: Float64Array): Outliers | undefined {
  const sorted = numbers.filter((value) => !Number.isNaN(value)).sort();
  const fences = fencesOf(sorted, FENCE);
  if (fences === undefined) return undefined;
  const isFar = (value: number) => value < fences.low || value > fences.high;
  const far = sorted.filter(isFar);
  if (far.length === 0) return undefined;
  for (const [row, value] of numbers.entries()) if (isFar(value)) numbers[row] = Number.NaN;
  const near = sorted.filter((value) => !isFar(value));
  const middle = sorted[Math.ceil(sorted.length / 2) - 1]!;
  const values = [...new Set(far)].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle)).slice(0, NAMED);
  return { rows: far.length, values, from: near[0]!, to: near.at(-1)! };
}
