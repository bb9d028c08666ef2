/**
 * Columns of a wide table by where they stand in it:
 *
 *     5-404                  by position, from 1; both ends belong to it
 *     E1..O10                by name: from the column E1 to the column O10 in the order of the file
 *     E1..E10,O1..O10        several, parted by commas; among ranges also single columns and positions: E1..E10,O3,57
 *     "a, b".."c, d","e"     a name in double quotes may hold anything, with "" for a quote inside
 *
 * Unlike the other way to choose columns, a pattern that their names match, a text is a range only if every part is written
 * as above and at least one is a range or in quotes. Bare names hold none of the signs of patterns, ^ $ \ ( ) [ ] { } * + ? |
 * , and no two points together; the names of columns that do are quoted. So `^Q..$`, `Q\d+`, `soup|cake` and `E1` are
 * patterns. A pattern such as `Q..A`, which would be a range, is written `Q.{2}A`.
 */

import { nearestName, UlteriorError } from '../../errors/index.ts';
import { findColumn } from '../cells/table.ts';

const NAME = String.raw`"(?:[^"]|"")+"|(?:(?!\.\.)[^"^$\\()[\]{}*+?|,])+`;
const PART = new RegExp(String.raw`\s*(?:(\d+)\s*-\s*(\d+)|(${NAME})\s*\.\.\s*(${NAME})|(${NAME}))\s*(?:,|$)`, 'y');

type Part =
  | { readonly kind: 'positions'; readonly from: number; readonly to: number }
  | { readonly kind: 'names'; readonly from: string; readonly to: string }
  | { readonly kind: 'one'; readonly name: string };

/** Whether the text is a range; otherwise it is a pattern. */
export function isColumnRange(text: string): boolean {
  return partsOf(text) !== undefined;
}

/** 5, 6, 7, 9: 5-7,9-9; a single column is a range too, or a lone number would be read as a pattern. */
export function columnRange(positions: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const position of positions) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === position - 1) last[1] = position;
    else runs.push([position, position]);
  }
  return runs.map(([from, to]) => `${from}-${to}`).join(',');
}

/** The columns that a range names, each once, in the order in which the parts name them. */
export function columnsInRange(file: string, names: readonly string[], text: string): string[] {
  const parts = partsOf(text);
  if (parts === undefined) {
    throw new UlteriorError(
      'PARAMETER_OUT_OF_RANGE',
      `"${text}" is no range of columns`,
      'write positions (5-404), names (E1..O10) or several of them (E1..E10,O1..O10); put a name with a comma in double quotes',
      { parameter: 'items.range', value: text },
    );
  }
  return [...new Set(parts.flatMap((part) => columnsOf(file, names, text, part)))];
}

function partsOf(text: string): Part[] | undefined {
  const parts: Part[] = [];
  let certain = false;
  for (let at = 0; at < text.length || parts.length === 0; at = PART.lastIndex) {
    PART.lastIndex = at;
    const [whole, first, last, from, to, one] = PART.exec(text) ?? [];
    if (whole === undefined) return undefined;
    certain ||= one === undefined || one.startsWith('"');
    if (first !== undefined) parts.push({ kind: 'positions', from: Number(first), to: Number(last) });
    else if (from !== undefined) parts.push({ kind: 'names', from: bare(from), to: bare(to!) });
    else parts.push({ kind: 'one', name: bare(one!) });
  }
  return certain && !text.trimEnd().endsWith(',') ? parts : undefined;
}

function bare(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name.trim();
}

function columnsOf(file: string, names: readonly string[], text: string, part: Part): readonly string[] {
  if (part.kind === 'positions') {
    for (const position of [part.from, part.to]) requirePosition(file, names, text, position);
    return between(text, names, part.from - 1, part.to - 1);
  }
  if (part.kind === 'names') {
    const [from, to] = [part.from, part.to].map((name) => names.indexOf(requireName(file, names, text, name)));
    return between(text, names, from!, to!);
  }
  const found = findColumn(names, part.name);
  if (found !== undefined || !/^\d+$/.test(part.name)) return [found ?? requireName(file, names, text, part.name)];
  requirePosition(file, names, text, Number(part.name));
  return [names[Number(part.name) - 1]!];
}

function between(text: string, names: readonly string[], from: number, to: number): readonly string[] {
  if (from <= to) return names.slice(from, to + 1);
  throw new UlteriorError(
    'PARAMETER_OUT_OF_RANGE',
    `the range of columns "${text}" is empty: "${names[from]}" is column ${from + 1}, after "${names[to]}", column ${to + 1}`,
    'name the column first that stands further left in the file',
    { parameter: 'items.range', value: text },
  );
}

function requirePosition(file: string, names: readonly string[], text: string, position: number): void {
  if (position >= 1 && position <= names.length) return;
  const last = `the last one, column ${names.length}, is "${names.at(-1)}"`;
  throw new UlteriorError(
    'COLUMN_MISSING',
    `"${file}" has no column ${position}, which the range "${text}" names; ${position < 1 ? 'positions begin at 1' : last}`,
    `write positions from 1 to ${names.length}; if there should be more columns, set the delimiter`,
    { file, position, columns: names },
  );
}

function requireName(file: string, names: readonly string[], text: string, wanted: string): string {
  const found = findColumn(names, wanted);
  if (found !== undefined) return found;
  const near = nearestNames(wanted, names).map((name) => `"${name}"`);
  const ends = `the first of its ${names.length} columns is "${names[0]}", the last "${names.at(-1)}"`;
  throw new UlteriorError(
    'COLUMN_MISSING',
    `"${file}" has no column "${wanted}", which the range "${text}" names; ${near.length === 0 ? ends : `the nearest names are ${near.join(', ')}`}`,
    'write the names as they stand in the file, or positions such as 5-404; a pattern with two points is written with .{2}',
    { file, columns: names, purpose: 'the items' },
  );
}

const NEAREST = 3;

function nearestNames(wanted: string, names: readonly string[]): string[] {
  const found: string[] = [];
  let rest = names;
  while (found.length < NEAREST) {
    const nearest = nearestName(wanted, rest);
    if (nearest === undefined) break;
    found.push(nearest);
    rest = rest.filter((name) => name !== nearest);
  }
  return found;
}
