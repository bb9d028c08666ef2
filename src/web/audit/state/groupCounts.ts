/** How many people each group has, by the same rules that label the people when the data are read. */
import { groupDefaults } from '../../../ratings/index.ts';
import { type AttributeExpression, createTable, type LabelExpression, labelRows } from '../../../tables/index.ts';
import type { ColumnValues } from '../../files/index.ts';

export interface GroupCount {
  readonly label: string;
  readonly people: number;
  /** Too few people to learn from: an audit leaves them out. */
  readonly small: boolean;
}

export interface GroupCounts {
  readonly groups: readonly GroupCount[];
  /** People whose value belongs to no group. */
  readonly leftOut: number;
}

/** Of the values that were counted. Fails where the expression does not say what to do with one of them. */
export function groupCounts(expression: AttributeExpression, { values }: Pick<ColumnValues, 'values'>): GroupCounts {
  if (!makesLabels(expression)) return { groups: [], leftOut: 0 };
  const { column } = expression;
  const table = createTable('values', [[column, { kind: 'texts', values: values.map(({ value }) => value) }]]);
  const { ofRow, labels } = labelRows(table, expression);
  const counts = new Map(labels.map((label) => [label, 0]));
  let leftOut = 0;
  for (const [row, label] of ofRow.entries()) {
    const { count } = values[row]!;
    if (label === undefined) leftOut += count;
    else counts.set(label, counts.get(label)! + count);
  }
  const groups = [...counts].map(([label, people]) => ({ label, people, small: people < groupDefaults.minGroup }));
  return { groups, leftOut };
}

function makesLabels(expression: AttributeExpression): expression is LabelExpression {
  return expression.rule.kind !== 'number';
}
