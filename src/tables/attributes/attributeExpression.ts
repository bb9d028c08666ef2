/**
 * How an attribute is made from a column, as one line of text: column, name, rule, labels.
 *
 *     gender                          the values as they are
 *     gender{1=female; 2=male}        the values by other names: value=label, parted by ";". Values with one label are one
 *                                     group, values that are not named keep their own name, value=drop makes one missing.
 *     age>=35   (also < > <=)         two groups: "below 35" and "from 35"
 *     age:18,25,35                    bins: "below 18", "18 to below 25", "25 to below 35", "from 35"
 *     age>=35{young; old}             the same groups by other names, in ascending order, one for each; bins too
 *     age:number                      the number itself, to be inferred as a number
 *     age:number[0..120]              the same; what lies outside is missing. One end may be left out: [0..]
 *     Income:{low=$0 - $24,999|$25,000 - $49,999; high=$150,000+; drop=*}
 *                                     groups: label=value|value, parted by ";". A group without "=" is a value that
 *                                     keeps its name, `drop` makes values missing, "*" stands for all other values.
 *     "What is your age?" as age>=35  another name for the attribute, before any rule
 *
 * A value that no group names is an error unless there is a "*": a misspelt label must not silently drop people.
 *
 * Quotes: text with one of the signs that end it is put in double quotes, and "" stands for a quote inside. A column or
 * a name ends at < > : { and, after its first word, at "as" ("See myself as normal" is one column, "known as" followed by
 * more is not). A label or value ends at = | ; { }. Missing stays missing.
 */

import { UlteriorError } from '../../errors/index.ts';

export type Comparison = '<' | '<=' | '>' | '>=';

export interface ValueGroup {
  /** Undefined for the values to drop. */
  readonly label: string | undefined;
  readonly values: readonly string[];
  /** Takes all values that no group names. */
  readonly rest: boolean;
}

/** The label of a value; undefined makes it missing. */
export interface ValueLabel {
  readonly value: string;
  readonly label: string | undefined;
}

/** Of groups in ascending order; undefined makes the group missing. */
type CutLabels = readonly (string | undefined)[];

export type AttributeRule =
  | { readonly kind: 'asIs'; readonly labels?: readonly ValueLabel[] }
  | {
      readonly kind: 'threshold';
      readonly comparison: Comparison;
      readonly value: number;
      readonly labels?: CutLabels;
    }
  | { readonly kind: 'bins'; readonly cuts: readonly number[]; readonly labels?: CutLabels }
  | { readonly kind: 'number'; readonly range?: NumberRange }
  | { readonly kind: 'groups'; readonly groups: readonly ValueGroup[] };

/** Both ends belong to it; an end that is left out has no bound. */
export interface NumberRange {
  readonly from?: number;
  readonly to?: number;
}

/** Which column an attribute is made from, and how. */
export interface AttributeExpression {
  readonly column: string;
  /** What follows "as". */
  readonly name?: string;
  readonly rule: AttributeRule;
}

/** What the attribute is called everywhere: its own name, or its column. */
export function attributeName({ column, name = column }: Pick<AttributeExpression, 'column' | 'name'>): string {
  return name;
}

const COLUMN_ENDS = '<>:{';
/** Between spaces, so that "as" inside a word is none. */
const AS = /\s+as\s+/y;
const VALUE_ENDS = '=|;{}';

/** Reads an attribute expression (ATTRIBUTE_EXPRESSION where it is not written correctly). */
export function parseAttribute(text: string): AttributeExpression {
  let at = 0;
  const fail = (wanted: string, position = at): never => {
    throw new UlteriorError(
      'ATTRIBUTE_EXPRESSION',
      `the attribute expression "${text}" is wrong at position ${position + 1}: ${wanted}`,
      'write a column (gender), labels (gender{1=female; 2=male}), a threshold (age>=35), bins (age:18,25,35), groups (income:{low=a|b; high=c; drop=*}) or a number (age:number, age:number[0..120]); put a column with < > : { or " as " in its name in double quotes, with "" for a quote inside',
      { expression: text, position: position + 1 },
    );
  };
  const skipSpace = () => {
    while (text[at] === ' ') at++;
  };
  const isAs = () => {
    AS.lastIndex = at;
    return AS.test(text);
  };
  const take = (sign: string): boolean => {
    skipSpace();
    if (!text.startsWith(sign, at)) return false;
    at += sign.length;
    return true;
  };
  /** Quoted or bare text up to one of `ends`. */
  const word = (ends: string, what: string): { readonly text: string; readonly quoted: boolean } => {
    skipSpace();
    const start = at;
    if (text[at] === '"') {
      const match = /"((?:[^"]|"")*)"/y;
      match.lastIndex = at;
      const found = match.exec(text);
      if (found === null) return fail('the quote is not closed');
      at = match.lastIndex;
      if (found[1] === '') fail(`${what} is empty`, start);
      return { text: found[1]!.replaceAll('""', '"'), quoted: true };
    }
    while (
      at < text.length &&
      !ends.includes(text[at]!) &&
      !(ends === COLUMN_ENDS && !/\s/.test(text.slice(start, at)) && isAs())
    ) {
      if (text[at] === '"') fail('a quote must stand at the beginning');
      at++;
    }
    const bare = text.slice(start, at).trim();
    return bare === '' ? fail(`${what} is expected`, start) : { text: bare, quoted: false };
  };
  const number = (): number => {
    skipSpace();
    const match = /[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?/iy;
    match.lastIndex = at;
    const found = match.exec(text);
    if (found === null || !Number.isFinite(Number(found[0]))) return fail('a number is expected');
    at = match.lastIndex;
    return Number(found[0]);
  };

  /** Undefined where there is none; "0..120" begins with 0, not with "0.". */
  const bound = (): number | undefined => {
    skipSpace();
    const match = /[+-]?(\d+(\.\d+)?|\.\d+)(e[+-]?\d+)?/iy;
    match.lastIndex = at;
    const found = match.exec(text);
    if (found === null) return undefined;
    if (!Number.isFinite(Number(found[0]))) fail('a number is expected');
    at = match.lastIndex;
    return Number(found[0]);
  };
  const numbers = (): AttributeRule => {
    if (!take('[')) return { kind: 'number' };
    const start = at;
    const from = bound();
    if (!take('..')) fail('a range is written [0..120]');
    const to = bound();
    if (!take(']')) fail('"]" is expected');
    if (from === undefined && to === undefined) fail('the range has no end', start);
    if (from !== undefined && to !== undefined && from >= to) fail('the range must ascend', start);
    return {
      kind: 'number',
      range: { from, to },
    };
  };
  /** A label, or undefined for `drop`. */
  const label = (): string | undefined => {
    const { text: own, quoted } = word(VALUE_ENDS, 'a label');
    return own === 'drop' && !quoted ? undefined : own;
  };
  const closeLabels = () => {
    if (!take('}')) fail('";" or "}" is expected');
  };
  const valueLabels = (): readonly ValueLabel[] | undefined => {
    if (!take('{')) return undefined;
    const list: ValueLabel[] = [];
    do {
      skipSpace();
      const start = at;
      const value = word(VALUE_ENDS, 'a value');
      if (value.text === '*' && !value.quoted) fail('"*" is for groups; values without a label keep their name', start);
      if (!take('=')) fail('"=" and a label are expected');
      if (list.some((earlier) => earlier.value === value.text)) fail(`the value "${value.text}" has two labels`, start);
      list.push({ value: value.text, label: label() });
    } while (take(';'));
    closeLabels();
    return list;
  };
  /** One for each group that the cuts make. */
  const cutLabels = (groups: number): { labels?: CutLabels } => {
    if (!take('{')) return {};
    const start = at;
    const labels: (string | undefined)[] = [];
    do labels.push(label());
    while (take(';'));
    if (labels.length !== groups) fail(`${groups} labels are expected, one for each group in ascending order`, start);
    closeLabels();
    return { labels };
  };
  const bins = (): AttributeRule => {
    const cuts: number[] = [];
    do {
      skipSpace();
      const start = at;
      cuts.push(number());
      if (cuts.length > 1 && cuts.at(-1)! <= cuts.at(-2)!) fail('the cuts must ascend', start);
    } while (take(','));
    return { kind: 'bins', cuts, ...cutLabels(cuts.length + 1) };
  };
  const group = (): ValueGroup => {
    const start = at;
    const first = word(VALUE_ENDS, 'a label or value');
    const isRest = (value: { readonly text: string; readonly quoted: boolean }) => value.text === '*' && !value.quoted;
    if (!take('=')) {
      if (isRest(first)) fail('"*" needs a label: other=* or drop=*', start);
      return { label: first.text, values: [first.text], rest: false };
    }
    const members = [];
    do members.push(word(VALUE_ENDS, 'a value'));
    while (take('|'));
    return {
      label: first.text === 'drop' && !first.quoted ? undefined : first.text,
      values: members.filter((value) => !isRest(value)).map((value) => value.text),
      rest: members.some(isRest),
    };
  };
  const groups = (): AttributeRule => {
    const list: ValueGroup[] = [];
    const named = new Set<string>();
    do {
      skipSpace();
      const start = at;
      const next = group();
      for (const value of next.values) {
        if (named.has(value)) fail(`the value "${value}" is in two groups`, start);
        named.add(value);
      }
      if (next.rest && list.some((earlier) => earlier.rest)) fail('only one group can have "*"', start);
      if (list.some((earlier) => earlier.label === next.label)) fail('the label is used twice', start);
      list.push(next);
    } while (take(';'));
    if (!take('}')) fail('";", "|" or "}" is expected');
    return { kind: 'groups', groups: list };
  };
  const rule = (): AttributeRule => {
    if (take(':')) {
      if (take('{')) return groups();
      return take('number') ? numbers() : bins();
    }
    for (const comparison of ['<=', '>=', '<', '>'] as const) {
      if (take(comparison)) return { kind: 'threshold', comparison, value: number(), ...cutLabels(2) };
    }
    const labels = valueLabels();
    return { kind: 'asIs', labels };
  };
  const ownName = (): { name?: string } => {
    if (!isAs()) return {};
    at = AS.lastIndex;
    return { name: word(COLUMN_ENDS, 'a name').text };
  };

  const column = word(COLUMN_ENDS, 'a column').text;
  const expression = { column, ...ownName(), rule: rule() };
  skipSpace();
  if (at < text.length) fail('the end is expected');
  return expression;
}

/** The text that `parseAttribute` reads back to the same expression. */
export function formatAttribute({ column, name, rule }: AttributeExpression): string {
  if (name === undefined) return `${formatName(column)}${formatRule(rule)}`;
  // "as" is looked for behind a single word or a quote.
  const before = /\s/.test(column) ? inQuotes(column) : formatName(column);
  return `${before} as ${formatName(name)}${formatRule(rule)}`;
}

/** How to group the values of a column, for advice. */
export function groupsExample(column: string): string {
  return `${formatName(column)}:{one=a|b; other=*}`;
}

/** A column or a name as it is written in an expression. */
function formatName(name: string): string {
  const quotedAs = /^\S+\s+as(\s|$)/.test(name);
  return quotedAs ? inQuotes(name) : quoted(name, COLUMN_ENDS);
}

function formatRule(rule: AttributeRule): string {
  switch (rule.kind) {
    case 'asIs':
      return rule.labels === undefined ? '' : `{${rule.labels.map(formatValueLabel).join('; ')}}`;
    case 'threshold':
      return `${rule.comparison}${rule.value}${formatCutLabels(rule.labels)}`;
    case 'bins':
      return `:${rule.cuts.join(',')}${formatCutLabels(rule.labels)}`;
    case 'number':
      return `:number${rule.range === undefined ? '' : `[${rule.range.from ?? ''}..${rule.range.to ?? ''}]`}`;
    case 'groups':
      return `:{${rule.groups.map(formatGroup).join('; ')}}`;
  }
}

function formatValueLabel({ value, label }: ValueLabel): string {
  return `${quoted(value, `${VALUE_ENDS}*`)}=${formatLabel(label)}`;
}

function formatCutLabels(labels: CutLabels | undefined): string {
  return labels === undefined ? '' : `{${labels.map(formatLabel).join('; ')}}`;
}

function formatLabel(label: string | undefined): string {
  if (label === undefined) return 'drop';
  return label === 'drop' ? '"drop"' : quoted(label, VALUE_ENDS);
}

function formatGroup({ label, values, rest }: ValueGroup): string {
  const members = values.map((value) => quoted(value, `${VALUE_ENDS}*`));
  if (rest) members.push('*');
  return values.length === 1 && values[0] === label && !rest
    ? members[0]!
    : `${formatLabel(label)}=${members.join('|')}`;
}

function quoted(text: string, ends: string): string {
  const plain = text === text.trim() && !text.includes('"') && ![...ends].some((end) => text.includes(end));
  return plain ? text : inQuotes(text);
}

function inQuotes(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
