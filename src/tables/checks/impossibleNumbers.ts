/**
 * Numbers that cannot be, where an attribute cuts them into groups: an age of 999 or -5 lands in "from 35" or "below 35"
 * like any other. What is an age is known by its header; of other numbers only codes for "no answer" are known.
 */
import type { CategoricalAttribute, Finding } from '../../ratings/index.ts';
import { type AttributeExpression, attributeName, formatAttribute } from '../attributes/attributeExpression.ts';
import { numberFrom } from '../cells/table.ts';
import { farCodes } from './farCodes.ts';
import { counted } from './findingWords.ts';

/** The oldest person whose age is on record was 122. */
const OLDEST = 122;
const AGES = new Set('age alter edad idade eta leeftijd alder wiek ageyears ageinyears yearsold'.split(' '));

/** `numbers` of the rows of people; NaN where there is none. `isRating` says whether a value is also among the ratings. */
export function impossibleNumbers(
  expression: AttributeExpression,
  numbers: Float64Array,
  isRating: (value: number) => boolean,
): Finding[] {
  const { rule, column } = expression;
  const isCut = rule.kind === 'threshold' || rule.kind === 'bins';
  if (!isCut && !(rule.kind === 'number' && rule.range === undefined)) return [];
  const known = numbers.filter((value) => !Number.isNaN(value));
  const codes = farCodes(known)?.codes.map(({ value }) => value) ?? [];
  const isImpossible = isAge(column)
    ? (value: number) => value < 0 || value > OLDEST
    : (value: number) => codes.includes(value);
  const found = known.filter(isImpossible);
  if (found.length === 0) return [];
  const possible = known.filter((value) => !isImpossible(value)).sort();
  const values = [...new Set(found)].sort((a, b) => a - b);
  const shown = values.slice(0, 5).join(', ');
  const name = attributeName(expression);
  const range = possible.length === 0 ? '' : `, while all others are between ${possible[0]} and ${possible.at(-1)}`;
  const apart = values.some(isRating);
  return [
    {
      code: 'NUMBERS_IMPOSSIBLE',
      serious: true,
      place: name,
      found: `"${column}" is ${shown}${values.length > 5 ? ' and others' : ''} for ${counted(found.length, 'person', 'people')}${range}`,
      done: isCut ? 'they are in a group like everyone else' : 'they count as they are',
      advice: apart
        ? `correct the column "${column}": ${shown} is also a rating, so --missing would leave out ratings too`
        : `add --missing=${values.join(',')} (missing in a data file or on the page), or correct the column`,
      ...(!apart && { repair: { missing: values.map(String) } }),
    },
  ];
}

/** A 9 or 99 among groups that are numbers: whoever gave no answer is a group like every other. */
export function codesAmongGroups(
  attribute: CategoricalAttribute,
  expression: AttributeExpression,
  numbers: Float64Array,
): Finding[] {
  const { rule, column, name } = expression;
  const known = numbers.filter((value) => !Number.isNaN(value));
  if (rule.kind !== 'asIs' || attribute.labels.some((label) => Number.isNaN(numberFrom(label)))) return [];
  const far = farCodes(known);
  if (far === undefined) return [];
  const named = rule.labels ?? [];
  const isNamed = (value: number) => named.some((one) => numberFrom(one.value) === value);
  const codes = far.codes.filter(({ value }) => !isNamed(value) && attribute.labels.includes(String(value)));
  if (codes.length === 0) return [];
  const labels = [...named, ...codes.map(({ value }) => ({ value: String(value), label: undefined }))];
  const to = formatAttribute({ column, ...(name !== undefined && { name }), rule: { kind: 'asIs', labels } });
  const people = codes.reduce((sum, { answers }) => sum + answers, 0);
  const isOne = codes.length === 1;
  return [
    {
      code: 'NUMBERS_IMPOSSIBLE',
      serious: true,
      place: attribute.name,
      found: `"${column}" is ${codes.map(({ value }) => value).join(' or ')} for ${counted(people, 'person', 'people')}, far from all others, which are between ${far.from} and ${far.to}`,
      done: isOne ? 'it is a group of its own' : 'they are groups of their own',
      advice: `if that means "no answer", write --attribute '${to}'; keep ${isOne ? 'it if it is a group' : 'them if they are groups'}`,
      repair: { attribute: { from: formatAttribute(expression), to } },
    },
  ];
}

const isAge = (column: string) =>
  AGES.has(
    column
      .normalize('NFD')
      .replaceAll(/\p{M}|\([^)]*\)/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z]/g, ''),
  );
