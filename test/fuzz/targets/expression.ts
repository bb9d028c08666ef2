/** Attribute expressions: what is read is written and read again alike, and labels rows or says why it does not. */
import {
  createTable,
  formatAttribute,
  type LabelExpression,
  labelRows,
  parseAttribute,
} from '../../../src/tables/index.ts';
import { type FuzzTarget, onlyCoded, requireSame, textOf } from '../onlyCoded.ts';

const values = ['1', '2', '17.5', '-3', 'a', 'b', 'low', '$0 - $24,999', '', undefined, 'café', '__proto__'];

export const fuzz: FuzzTarget = (bytes) =>
  onlyCoded(() => {
    const text = textOf(bytes);
    if (text === undefined) return;
    const expression = parseAttribute(text);
    requireSame('an expression', expression, parseAttribute(formatAttribute(expression)));
    if (expression.rule.kind === 'number') return;
    const table = createTable('people.csv', [[expression.column, { kind: 'texts', values }]]);
    const { ofRow, labels } = labelRows(table, expression as LabelExpression);
    const strange = ofRow.find((label) => label !== undefined && !labels.includes(label));
    if (strange !== undefined) throw new Error(`the label "${strange}" is not among the labels`);
  });
