/** The labels that an expression gives to the rows of a table of people. */

import { UlteriorError } from '../errors/index.ts';
import {
  type AttributeExpression,
  type AttributeRule,
  type Comparison,
  formatAttribute,
  type ValueGroup,
} from './attributeExpression.ts';
import { cleanText } from './cleanText.ts';
import { sortIds } from './idCodes.ts';
import { columnOf, numberFrom, type Table, textAt } from './table.ts';

/** What files write where nothing is known; not "NA", which is also a place. */
const MISSING = new Set(['', 'n/a', 'null', '\\n']);

export interface RowLabels {
  /** Of each row; undefined where the value is missing or dropped. */
  readonly ofRow: readonly (string | undefined)[];
  /** Those that occur, in order: ascending for numbers, as written for groups. */
  readonly labels: readonly string[];
}

export function labelRows(table: Table, expression: AttributeExpression): RowLabels {
  const column = columnOf(table, expression.column, 'the attribute');
  const { labelOf, order } = labelling(expression.rule);
  const seen = new Map<string, string | undefined>();
  const unknown: { rows: number; first: number; text: string }[] = [];
  const ofRow = Array.from({ length: table.rows }, (_, row) => {
    const text = cleanText(textAt(column, row) ?? '');
    if (MISSING.has(text.toLowerCase())) return undefined;
    const known = seen.get(text);
    if (known !== undefined || seen.has(text)) return known;
    const label = labelOf(text);
    if (label === null) {
      const same = unknown.find((entry) => entry.text === text);
      if (same === undefined) unknown.push({ rows: 1, first: row, text });
      else same.rows++;
      return undefined;
    }
    seen.set(text, label);
    return label;
  });
  if (unknown.length > 0) throw refuse(table, expression, unknown);
  const occurring = new Set(ofRow.filter((label) => label !== undefined));
  const labels = order === undefined ? sortIds([...occurring]) : order.filter((label) => occurring.has(label));
  return { ofRow, labels };
}

/** `labelOf` gives undefined for a value to drop, null for one that the rule does not cover. */
function labelling(rule: AttributeRule): {
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

function refuse(
  table: Table,
  expression: AttributeExpression,
  unknown: readonly { readonly rows: number; readonly first: number; readonly text: string }[],
): UlteriorError {
  const [first] = unknown;
  const rows = unknown.reduce((sum, entry) => sum + entry.rows, 0);
  const values = unknown
    .slice(0, 8)
    .map(({ text }) => `"${text}"`)
    .join(', ');
  const where = `${rows} ${rows === 1 ? 'row' : 'rows'} of "${table.name}", the first ${table.lineOf(first!.first)}`;
  const grouped = expression.rule.kind === 'groups';
  return new UlteriorError(
    'ATTRIBUTE_VALUE_UNKNOWN',
    grouped
      ? `the attribute "${formatAttribute(expression)}" does not say what to do with ${values}${unknown.length > 8 ? ' and others' : ''} (${where})`
      : `the column "${expression.column}" is compared with numbers but holds ${values}${unknown.length > 8 ? ' and others' : ''} (${where})`,
    grouped
      ? 'put the value into a group, or add drop=* or other=* for all values that are not named'
      : `group the values by name instead: ${expression.column}:{one=a|b; other=*}`,
    { file: table.name, rows, values: unknown.map(({ text }) => text) },
  );
}
