/**
 * How the visitor makes groups from a column or takes it as a number, and the expression it comes to: the same line that
 * the command line takes. Names given to values become a rule of groups; equal names merge.
 */
import { UlteriorError } from '../../../errors/index.ts';
import {
  type AttributeExpression,
  type AttributeRule,
  cleanText,
  formatAttribute,
  parseAttribute,
  sortIds,
  type ValueGroup,
} from '../../../tables/index.ts';
import type { ColumnValues } from '../../files/index.ts';
import { viewWordsNow } from '../../words/viewWords.ts';

export interface AttributeChoice {
  readonly column: string;
  /**
   * `values`: every value is a group, or what `names` makes of it. `one`: one value against all others. `threshold`:
   * below a number, and at or above it. `bins`: several ranges. `number`: the number itself, no groups. `text`: an
   * expression as it is typed.
   */
  readonly rule: 'values' | 'one' | 'threshold' | 'bins' | 'number' | 'text';
  readonly value: string;
  readonly threshold: string;
  /** Numbers, parted by commas. */
  readonly cuts: string;
  readonly text: string;
  /** What a number counts, such as years; may be left empty. */
  readonly unit: string;
  /** By value: the name of its group. The empty text stands for all values that are not listed. */
  readonly names: ReadonlyMap<string, string>;
  readonly leftOut: ReadonlySet<string>;
}

export const nothingChosen: AttributeChoice = {
  column: '',
  rule: 'values',
  value: '',
  threshold: '',
  cuts: '',
  text: '',
  unit: '',
  names: new Map(),
  leftOut: new Set(),
};

/** Values that can be named one by one; a column with more has a line for all others. */
export const MOST_NAMED = 40;
/** No value is empty: blank is missing. */
export const ALL_OTHERS = '';

/** The values that the form lists, in their own order. */
export function listedValues({ values }: Pick<ColumnValues, 'values'>): ColumnValues['values'] {
  const listed = values.slice(0, MOST_NAMED);
  const counts = new Map(listed.map(({ value, count }) => [value, count]));
  return sortIds([...counts.keys()]).map((value) => ({ value, count: counts.get(value)! }));
}

/** What a value is called, unless it is left out. */
export function groupName({ names }: AttributeChoice, value: string): string {
  return cleanText(names.get(value) ?? '') || (value === ALL_OTHERS ? 'other' : value);
}

/** What is still to be filled in, in words; undefined where an expression can be made. */
export function choiceGap(choice: AttributeChoice): string | undefined {
  const { column, rule, value, threshold, cuts, text } = choice;
  const { gaps } = viewWordsNow().audit;
  if (column === '') return gaps.attribute;
  if (rule === 'one' && value === '') return gaps.value;
  if (rule === 'threshold' && !isNumber(threshold)) return gaps.threshold;
  if (rule === 'bins' && !ascends(cuts)) return gaps.cuts;
  return rule === 'text' ? textGap(text) : undefined;
}

function textGap(text: string): string | undefined {
  const { gaps } = viewWordsNow().audit;
  if (text.trim() === '') return gaps.expression;
  try {
    parseAttribute(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof UlteriorError)) throw error;
    return `${error.message.replace(/^t/, 'T')}.`;
  }
}

/** The column that is inferred, which can never be an item; undefined while there is none. */
export function inferredColumn(choice: AttributeChoice): string | undefined {
  if (choiceGap(choice) !== undefined) return choice.column || undefined;
  return choice.rule === 'text' ? parseAttribute(choice.text).column : choice.column;
}

/** Whether the number itself is inferred, and no groups. */
export function infersNumber(choice: AttributeChoice): boolean {
  if (choiceGap(choice) !== undefined) return false;
  return attributeExpression(choice, undefined).rule.kind === 'number';
}

/** Where `choiceGap` finds nothing. An expression that was typed may be wrong. */
export function attributeExpression(
  choice: AttributeChoice,
  values: Pick<ColumnValues, 'values' | 'distinct'> | undefined,
): AttributeExpression {
  const { column, rule } = choice;
  return rule === 'text' ? parseAttribute(choice.text) : { column, rule: attributeRule(choice, values) };
}

export function attributeText(choice: AttributeChoice, values: Parameters<typeof attributeExpression>[1]): string {
  return formatAttribute(attributeExpression(choice, values));
}

function attributeRule(choice: AttributeChoice, values: Parameters<typeof attributeExpression>[1]): AttributeRule {
  switch (choice.rule) {
    case 'threshold':
      return { kind: 'threshold', comparison: '>=', value: Number(choice.threshold) };
    case 'bins':
      return { kind: 'bins', cuts: cutsOf(choice.cuts) };
    case 'number':
      return { kind: 'number' };
    case 'one':
      return {
        kind: 'groups',
        groups: [
          { label: choice.value, values: [choice.value], rest: false },
          { label: 'others', values: [], rest: true },
        ],
      };
    default:
      return values === undefined ? { kind: 'asIs' } : namedGroups(choice, values);
  }
}

function namedGroups(choice: AttributeChoice, values: Pick<ColumnValues, 'values' | 'distinct'>): AttributeRule {
  const listed = listedValues(values).map(({ value }) => value);
  const more = values.distinct > listed.length;
  const labelOf = (value: string) => (choice.leftOut.has(value) ? undefined : groupName(choice, value));
  if (!more && listed.every((value) => labelOf(value) === value)) return { kind: 'asIs' };
  const groups = new Map<string | undefined, string[]>();
  for (const value of more ? [...listed, ALL_OTHERS] : listed) {
    const own = groups.get(labelOf(value)) ?? [];
    groups.set(labelOf(value), [...own, value]);
  }
  return {
    kind: 'groups',
    groups: [...groups].map(
      ([label, members]): ValueGroup => ({
        label,
        values: members.filter((value) => value !== ALL_OTHERS),
        rest: members.includes(ALL_OTHERS),
      }),
    ),
  };
}

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));
const cutsOf = (text: string) => text.split(',').map(Number);

function ascends(text: string): boolean {
  const cuts = cutsOf(text);
  return text.split(',').every(isNumber) && cuts.every((cut, at) => at === 0 || cut > cuts[at - 1]!);
}
