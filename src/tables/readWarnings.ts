/** What somebody who reads nothing else of the summary must know of the data. */

import { formatAttribute, parseAttribute } from './attributeExpression.ts';
import type { ReadSummary } from './readSummary.ts';

export function readWarnings({ attributes }: Pick<ReadSummary, 'attributes'>): string[] {
  return attributes.flatMap(({ expression, name, outliers }) => {
    if (outliers === undefined) return [];
    const { rows, values, from, to } = outliers;
    const { column } = parseAttribute(expression);
    const ranged = formatAttribute({ column, rule: { kind: 'number', range: { from, to } } });
    const named = values.join(', ');
    return [
      `${rows} ${rows === 1 ? 'person is' : 'people are'} left out: "${name}" is ${rows > values.length ? `${named} and others` : named}, while everybody else is between ${from} and ${to}. Write ${ranged} to say which values are possible, or a wider range to keep these people.`,
    ];
  });
}
