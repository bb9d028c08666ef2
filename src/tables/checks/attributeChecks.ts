/** Checks of what is to be inferred, where its groups come from the cells of a column. */
import type { CategoricalAttribute, Finding } from '../../ratings/index.ts';
import type { AttributeExpression } from '../attributes/attributeExpression.ts';
import { lenientNumber } from '../cells/lenientNumbers.ts';
import type { MissingValues } from '../cells/missingValues.ts';
import { numberFrom } from '../cells/table.ts';
import { alikeGroups } from './alikeGroups.ts';
import { codesAmongGroups, impossibleNumbers } from './impossibleNumbers.ts';

/** `cells` are those of the people, in their order. */
export function attributeFindings(
  attribute: CategoricalAttribute,
  expression: AttributeExpression,
  cells: readonly (string | undefined)[],
  reading: { readonly missing: MissingValues; readonly lenient: boolean },
  isRating: (value: number) => boolean = () => false,
): Finding[] {
  const numberOf = reading.lenient ? lenientNumber : numberFrom;
  const numbers = Float64Array.from(cells, (text) =>
    reading.missing.wordOf(text) === undefined ? numberOf(text) : Number.NaN,
  );
  return [
    ...alikeGroups(attribute, expression),
    ...impossibleNumbers(expression, numbers, isRating),
    ...codesAmongGroups(attribute, expression, numbers),
  ];
}
