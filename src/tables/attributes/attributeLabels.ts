/** The labels that an expression gives to the rows of a table of people. */

import { UlteriorError } from '../../errors/index.ts';
import { cleanText } from '../cells/cleanText.ts';
import { sortIds } from '../cells/idCodes.ts';
import { lenientAdvice, lenientNumber } from '../cells/lenientNumbers.ts';
import { type MissingValues, missingValues, WordCounts } from '../cells/missingValues.ts';
import { marksOf, plainNumbers } from '../cells/numberMarks.ts';
import { columnOf, numberFrom, requireColumn, type Table, textAt, type Understood } from '../cells/table.ts';
import { UnknownValues } from '../cells/unknownValues.ts';
import {
  type AttributeExpression,
  type AttributeRule,
  type Comparison,
  formatAttribute,
  groupsExample,
  type ValueGroup,
  type ValueLabel,
} from './attributeExpression.ts';

/** Not more values are named. */
const LISTED = 8;

interface RowLabels {
  /** Of each row; undefined where the value is missing or dropped. */
  readonly ofRow: readonly (string | undefined)[];
  /** Those that occur, in order: ascending for numbers, as written for groups and labels. */
  readonly labels: readonly string[];
  /** Of the rows whose value is missing. */
  readonly missing: WordCounts;
  /** What was read as a number by lenience alone. */
  readonly cut: WordCounts;
  readonly understood: readonly Understood[];
}

/** Of any rule but the one that makes a number. */
export type LabelExpression = AttributeExpression & { readonly rule: Exclude<AttributeRule, { kind: 'number' }> };

export function labelRows(
  table: Table,
  expression: LabelExpression,
  missing: MissingValues = missingValues(),
  lenient = false,
): RowLabels {
  const column = columnOf(table, expression.column, 'the attribute');
  const { rule } = labelled(table, expression);
  const isNumber = rule.kind === 'threshold' || rule.kind === 'bins';
  const { numberOf, understood } = isNumber ? marksOf(table, expression.column, missing) : plainNumbers;
  const orCut = (text: string) => (Number.isNaN(numberOf(text)) ? lenientNumber(text) : numberOf(text));
  const { labelOf, order, first } = labelling(rule, lenient ? orCut : numberOf);
  const isCut = (text: string) => lenient && isNumber && Number.isNaN(numberOf(text));
  const seen = new Map<string, string | undefined>();
  const unknown = new UnknownValues();
  const words = new WordCounts();
  const cut = new WordCounts();
  const ofRow = Array.from({ length: table.rows }, (_, row) => {
    const text = cleanText(textAt(column, row) ?? '');
    const word = missing.wordOf(text);
    if (word !== undefined) {
      words.add(word);
      return undefined;
    }
    if (isCut(text)) cut.add(text);
    const known = seen.get(text);
    if (known !== undefined || seen.has(text)) return known;
    const label = labelOf(text);
    if (label === null) {
      unknown.add(text, row);
      return undefined;
    }
    seen.set(text, label);
    return label;
  });
  if (unknown.some) throw refuse(table, expression, unknown, lenient);
  const given = expression.rule.kind === 'asIs' ? expression.rule.labels : undefined;
  if (given !== undefined) requireNamedValue(table, expression, given, [...seen.keys()]);
  const occurring = new Set(ofRow.filter((label) => label !== undefined));
  const labels = new Set([...first, ...(order ?? sortIds([...occurring]))]);
  return { ofRow, labels: [...labels].filter((label) => occurring.has(label)), missing: words, cut, understood };
}

/** Codes have the labels that their file gives them, where the expression gives none. */
function labelled({ labels, columns }: Table, expression: LabelExpression): LabelExpression {
  if (expression.rule.kind !== 'asIs' || expression.rule.labels) return expression;
  const own = labels?.get(requireColumn('', [...columns.keys()], expression.column, 'the attribute'));
  if (own === undefined) return expression;
  const named = [...own].map(([value, label]) => ({ value, label }));
  return { ...expression, rule: { kind: 'asIs', labels: named } };
}

interface Labelling {
  /** Undefined for a value to drop, null for one that the rule does not cover. */
  readonly labelOf: (text: string) => string | undefined | null;
  /** Undefined where the labels are sorted; those of `first` stand before all others. */
  readonly order: readonly string[] | undefined;
  readonly first: readonly string[];
}

function labelling(rule: LabelExpression['rule'], numberOf: (text: string) => number): Labelling {
  if (rule.kind === 'asIs') return valueLabelling(rule.labels ?? []);
  if (rule.kind === 'groups') return groupLabelling(rule.groups);
  const own = rule.kind === 'bins' ? binLabels(rule.cuts) : thresholdLabels(rule.comparison, rule.value);
  const order = rule.labels ?? own;
  const placeOf = (value: number) => {
    if (rule.kind === 'bins') return rule.cuts.filter((cut) => value >= cut).length;
    return Number(meetsFromBelow(rule.comparison) ? value >= rule.value : value > rule.value);
  };
  return {
    labelOf: (text) => {
      const value = numberOf(text);
      return Number.isNaN(value) ? null : order[placeOf(value)];
    },
    order: order.filter((label) => label !== undefined),
    first: [],
  };
}

/** Values by their labels; "1" also names "1.0", as a table of numbers may write it. */
function valueLabelling(labels: readonly ValueLabel[]): Labelling {
  const find = labelFinder(labels);
  return {
    labelOf: (text) => {
      const found = find(text);
      return found === undefined ? text : found.label;
    },
    order: undefined,
    first: labels.flatMap(({ label }) => (label === undefined ? [] : [label])),
  };
}

function labelFinder(labels: readonly ValueLabel[]): (text: string) => ValueLabel | undefined {
  const byText = new Map(labels.map((one) => [cleanText(one.value), one]));
  const byNumber = new Map(labels.map((one) => [numberFrom(one.value), one]));
  byNumber.delete(Number.NaN);
  return (text) => byText.get(text) ?? byNumber.get(numberFrom(text));
}

/** Labels of which none is used name the values of another column, or stand the wrong way round. */
function requireNamedValue(
  table: Table,
  expression: LabelExpression,
  labels: readonly ValueLabel[],
  values: readonly string[],
): void {
  const find = labelFinder(labels);
  if (values.length === 0 || values.some((value) => find(value) !== undefined)) return;
  const listed = (texts: readonly string[]) =>
    texts
      .slice(0, LISTED)
      .map((text) => `"${text}"`)
      .join(', ');
  throw new UlteriorError(
    'ATTRIBUTE_VALUE_UNKNOWN',
    `the attribute "${formatAttribute(expression)}" names ${listed(labels.map(({ value }) => value))}, but the column "${expression.column}" of "${table.name}" holds ${listed(values)}`,
    'write the value first and its label second: gender{1=female; 2=male}',
    { file: table.name, values },
  );
}

/** ">=" and "<" part the numbers just below the value, ">" and "<=" just above it. */
function meetsFromBelow(comparison: Comparison): boolean {
  return comparison === '>=' || comparison === '<';
}

function thresholdLabels(comparison: Comparison, value: number): string[] {
  return meetsFromBelow(comparison) ? [`below ${value}`, `from ${value}`] : [`up to ${value}`, `above ${value}`];
}

function binLabels(cuts: readonly number[]): string[] {
  const between = cuts.slice(1).map((cut, n) => `${cuts[n]} to below ${cut}`);
  return [`below ${cuts[0]}`, ...between, `from ${cuts.at(-1)}`];
}

function groupLabelling(groups: readonly ValueGroup[]): Labelling {
  const labels = new Map(
    groups.flatMap(({ label, values }) => values.map((value) => [cleanText(value), label] as const)),
  );
  const rest = groups.find((group) => group.rest);
  return {
    labelOf: (text: string) => (labels.has(text) ? labels.get(text) : rest === undefined ? null : rest.label),
    order: groups.flatMap(({ label }) => (label === undefined ? [] : [label])),
    first: [],
  };
}

function refuse(table: Table, expression: LabelExpression, unknown: UnknownValues, lenient: boolean): UlteriorError {
  const { column, rule } = expression;
  if (rule.kind === 'groups') {
    const swapped = unknown.values.every((value) => rule.groups.some(({ label }) => label === value));
    // What is dropped has no label that could be a value.
    const labels = rule.groups.flatMap(({ label, values }) =>
      label === undefined ? [] : values.map((value) => ({ value: label, label: value })),
    );
    const turned = formatAttribute({ ...expression, rule: { kind: 'asIs', labels } });
    return unknown.error(
      table,
      (values) => `the attribute "${formatAttribute(expression)}" does not say what to do with ${values}`,
      swapped
        ? `groups are written label=value; to give each value a label, write ${turned}`
        : 'put the value into a group, add drop=* or other=* for all values that are not named, or name it among the missing values',
    );
  }
  return unknown.error(
    table,
    (values) => `the column "${column}" is compared with numbers but holds ${values}`,
    `name it among the missing values, or group the values by name instead: ${groupsExample(column)}${lenient ? '' : lenientAdvice(unknown.values)}`,
  );
}
