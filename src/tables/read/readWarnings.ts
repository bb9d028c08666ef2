/** What somebody who reads nothing else of the summary must know of the data. */

import { formatAttribute, parseAttribute } from '../attributes/attributeExpression.ts';
import { lenientNumber } from '../cells/lenientNumbers.ts';
import { numberFrom } from '../cells/table.ts';
import { codesText } from './farCodes.ts';
import type { ReadSummary } from './readSummary.ts';

type Warned = Pick<ReadSummary, 'attributes' | 'histogram' | 'unlisted'> &
  Partial<Pick<ReadSummary, 'cutNumbers' | 'missing' | 'codes' | 'understood'>>;

/** What somebody who reads nothing else of the summary must know of the data. */
export function readWarnings(summary: Warned): string[] {
  return [
    ...(summary.understood ?? []).map(({ text }) => text),
    ...unlistedWarnings(summary),
    ...cutWarnings(summary),
    ...uncutWarnings(summary),
    ...codeWarnings(summary),
    ...outlierWarnings(summary),
    ...constantWarnings(summary),
  ];
}

/** Those who are listed may be unlike the others. */
function unlistedWarnings({ unlisted = [] }: Warned): string[] {
  return unlisted.map(
    ({ file, users, of }) =>
      `${users} of ${of} users are not in "${file}": nothing is said about them. Check that both tables use the same ids.`,
  );
}

/** Numbers that were cut out of text: how many, and some of them. */
function cutWarnings({ cutNumbers = [] }: Warned): string[] {
  return cutNumbers.map(({ attribute, cells, examples }) => {
    const read = examples.map(({ text, number }) => `"${text}" as ${number}`).join(', ');
    const what = attribute === undefined ? 'ratings' : `"${attribute}"`;
    return `${what}: ${cells} ${cells === 1 ? 'cell is' : 'cells are'} read leniently: ${read}. Check that this is what they mean.`;
  });
}

/** In a wide table a cell that is no number is "not rated"; one that nearly is a number may be a rating that got lost. */
function uncutWarnings({ missing = [] }: Warned): string[] {
  const near = missing.filter(({ attribute, word }) => attribute === undefined && isNearlyNumber(word));
  const [first] = near;
  if (first === undefined) return [];
  const cells = near.reduce((sum, one) => sum + one.cells, 0);
  return [
    `${cells} ${cells === 1 ? 'cell is' : 'cells are'} left out of the ratings: "${first.word}" is not a number. Set lenientNumbers in a data file to read it as ${lenientNumber(first.word)}.`,
  ];
}

function isNearlyNumber(word: string): boolean {
  return Number.isNaN(numberFrom(word)) && !Number.isNaN(lenientNumber(word));
}

/** Codes that were kept as answers. */
function codeWarnings({ codes }: Warned): string[] {
  if (codes === undefined) return [];
  const values = codes.codes.map(({ value }) => value).join(',');
  return [
    `${codesText(codes)}. If ${codes.codes.length === 1 ? `${values} means` : 'they mean'} "no answer", add --missing=${values}. If you leave ${codes.codes.length === 1 ? 'it' : 'them'} in, leaks will look smaller than they are.`,
  ];
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
    const ranged = formatAttribute({ ...parseAttribute(expression), rule: { kind: 'number', range: { from, to } } });
    const named = values.join(', ');
    return [
      `${rows} ${rows === 1 ? 'person is' : 'people are'} left out: "${name}" is ${rows > values.length ? `${named} and others` : named}, while everybody else is between ${from} and ${to}. Write ${ranged} to say which values are possible, or a wider range to keep these people.`,
    ];
  });
}
