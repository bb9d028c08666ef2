/** The numbers that an expression such as age:number reads from the rows of a table of people. */

import type { AttributeExpression } from './attributeExpression.ts';
import { cleanText } from './cleanText.ts';
import { columnOf, numberFrom, type Table, textAt } from './table.ts';
import { isMissing, UnknownValues } from './unknownValues.ts';

/** Of each row; NaN where the value is missing. A value that is no number is an error: it must not drop people. */
export function numberRows(table: Table, { column: name }: AttributeExpression): Float64Array {
  const column = columnOf(table, name, 'the attribute');
  const unknown = new UnknownValues();
  const numbers = Float64Array.from({ length: table.rows }, (_, row) => {
    const text = cleanText(textAt(column, row) ?? '');
    if (isMissing(text)) return Number.NaN;
    const value = numberFrom(text);
    // "1e999" is written like a number, and is none.
    if (!Number.isFinite(value)) unknown.add(text, row);
    return value;
  });
  if (unknown.some) {
    throw unknown.error(
      table,
      (values) => `the column "${name}" is read as a number but holds ${values}`,
      `correct the value or leave it empty, or group the values by name instead: ${name}:{one=a|b; other=*}`,
    );
  }
  return numbers;
}
