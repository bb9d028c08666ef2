/** The labels that an expression gives to the rows of a table of people. */

import type { UlteriorError } from '../errors/index.ts';
import {
  type AttributeExpression,
  type AttributeRule,
  type Comparison,
  formatAttribute,
  type ValueGroup,
} from './attributeExpression.ts';
import { cleanText } from './cleanText.ts';
import { sortIds } from './idCodes.ts';
import { type MissingValues, missingValues, WordCounts } from './missingValues.ts';
import { columnOf, numberFrom, type Table, textAt } from './table.ts';
import { UnknownValues } from './unknownValues.ts';

export interface RowLabels {
  /** Of each row; undefined where the value is missing or dropped. */
  readonly ofRow: readonly (string | undefined)[];
  /** Those that occur, in order: ascending for numbers, as written for groups. */
  readonly labels: readonly string[];
  /** Of the rows whose value is missing. */
  readonly missing: WordCounts;
}

/** Of any rule but the one that makes a number. */
export type LabelExpression = AttributeExpression & { readonly rule: Exclude<AttributeRule, { kind: 'number' }> };

export function labelRows(
  table: Table,
  expression: LabelExpression,
  missing: MissingValues = missingValues(),
): RowLabels {
  const column = columnOf(table, expression.column, 'the attribute');
  const { labelOf, order } = labelling(expression.rule);
  const seen = new Map<string, string | undefined>();
  const unknown = new UnknownValues();
  const words = new WordCounts();
  const ofRow = Array.from({ length: table.rows }, (_, row) => {
    const text = cleanText(textAt(column, row) ?? '');
    const word = missing.wordOf(text);
    if (word !== undefined) {
      words.add(word);
      return undefined;
    }
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
  if (unknown.some) throw refuse(table, expression, unknown);
  const occurring = new Set(ofRow.filter((label) => label !== undefined));
  const labels = order === undefined ? sortIds([...occurring]) : order.filter((label) => occurring.has(label));
  return { ofRow, labels, missing: words };
}

/** `labelOf` gives undefined for a value to drop, null for one that the rule does not cover. */
function labelling(rule: LabelExpression['rule']): {
  readonly labelOf: (text: string) => string | undefined | null;
  readonly order: readonly string[] | undefined;
} {
  if (rule.kind === 'asIs') return { labelOf: (text) => text, order: undefined };
  if (rule.kind === 'groups') return groupLabelling(rule.groups);
  const order = rule.kind === 'bins' ? binLabels(rule.cuts) : thresholdLabels(rule.comparison, rule.value);
  const placeOf = (value: number) => {
    if (rule.kind === 'bins') return rule.cuts.filter((cut) => value >= cut).length;
    return Number(meetsFromBelow(rule.comparison) ? value >= rule.value : value > rule.value);
  };
  return {
    labelOf: (text) => {
      const value = numberFrom(text);
      return Number.isNaN(value) ? null : order[placeOf(value)];
    },
    order,
  };
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

function groupLabelling(groups: readonly ValueGroup[]) {
  const labels = new Map(
    groups.flatMap(({ label, values }) => values.map((value) => [cleanText(value), label] as const)),
  );
  const rest = groups.find((group) => group.rest);
  return {
    labelOf: (text: string) => (labels.has(text) ? labels.get(text) : rest === undefined ? null : rest.label),
    order: groups.flatMap(({ label }) => (label === undefined ? [] : [label])),
  };
}

function refuse(table: Table, expression: LabelExpression, unknown: UnknownValues): UlteriorError {
  const grouped = expression.rule.kind === 'groups';
  return unknown.error(
    table,
    (values) =>
      grouped
        ? `the attribute "${formatAttribute(expression)}" does not say what to do with ${values}`
        : `the column "${expression.column}" is compared with numbers but holds ${values}`,
    grouped
      ? 'put the value into a group, add drop=* or other=* for all values that are not named, or name it among the missing values'
      : `name it among the missing values, or group the values by name instead: ${expression.column}:{one=a|b; other=*}`,
  );
}
