/** What somebody who reads nothing else of the summary must know of the data. */

import { formatAttribute, parseAttribute } from './attributeExpression.ts';
import type { ReadSummary } from './readSummary.ts';

export function readWarnings(summary: Pick<ReadSummary, 'attributes' | 'histogram' | 'unlisted'>): string[] {
  return [...unlistedWarnings(summary), ...outlierWarnings(summary), ...constantWarnings(summary)];
}

/** Those who are listed may be unlike the others. */
function unlistedWarnings({ unlisted = [] }: Pick<ReadSummary, 'unlisted'>): string[] {
  return unlisted.map(
    ({ file, users, of }) =>
      `${users} of ${of} users are not in "${file}": nothing is said about them. Check that both tables use the same ids.`,
  );
}

/** What was rated may tell a lot; an audit that looks at ratings alone would find nothing, and look like an all-clear. */
function constantWarnings({ histogram }: Pick<ReadSummary, 'histogram'>): string[] {
  const levels = histogram.filter(({ count }) => count > 0);
  const [only] = levels;
  if (levels.length !== 1 || only!.from !== only!.to) return [];
  return [
    `all ratings are ${only!.from}: how people rate tells nothing here, but what they rate still can. Look at whole histories, and ask with the open protocol, which counts "not seen" as an answer.`,
  ];
}

function outlierWarnings({ attributes }: Pick<ReadSummary, 'attributes'>): string[] {
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
