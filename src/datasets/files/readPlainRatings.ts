/**
 * Ratings with whole numbers for ids, straight from the bytes of a text file. A second path beside `readRatings`, for
 * speed alone: there the database stages ids as texts, groups them and numbers them, which takes several times as long.
 *
 * It takes only what can be read in one way (`PlainLines`), and declines at the first byte that is anything else, be
 * it right or wrong. Then the database reads the file, or says what is the matter with it: there are no errors here.
 * What both can read gives the same table; a test compares them.
 *
 * Nothing is created per row. At the end the rows are there twice, 24 bytes each.
 */

import { type CodedColumn, createTable, type LongColumns, linesIn, type Table } from '../../tables/index.ts';
import { PlainLines } from './plainLines.ts';
import { bytesOf } from './recodeText.ts';
import type { TableFile } from './tableFile.ts';

const [LINE_FEED, RETURN] = [10, 13];

/** Two ids and a rating of one byte each, two delimiters, a line end. */
const SHORTEST_LINE = 6;

const ROLES = ['user', 'item', 'rating'] as const;
type Role = (typeof ROLES)[number] | 'other';

interface Piece {
  readonly users: Uint32Array;
  readonly items: Uint32Array;
  readonly values: Float32Array;
}

/** Undefined where the file is not that plain, or where times are wanted. */
export async function readPlainRatings(file: TableFile, names: LongColumns): Promise<Table | undefined> {
  const { path, layout } = file;
  // A delimiter that could be part of a number would be taken for one.
  if (layout === undefined || !/^[^\d.\-\u0080-\uFFFF]+$/.test(layout.delimiter)) return undefined;
  const roles = layout.names.map((name) => ROLES.find((role) => names[role] === name) ?? 'other');
  if (names.time !== undefined || ROLES.some((role) => !roles.includes(role))) return undefined;
  const pieces: Piece[] = [];
  let lineEnd: string | undefined;
  for await (const bytes of linesIn(bytesOf(path))) {
    lineEnd ??= bytes[bytes.indexOf(LINE_FEED) - 1] === RETURN ? '\r\n' : '\n';
    const lines = new PlainLines(bytes, layout.delimiter, lineEnd);
    if (layout.header && pieces.length === 0 && !passHeader(lines, roles.length)) return undefined;
    const piece = readLines(lines, roles, Math.ceil(bytes.length / SHORTEST_LINE));
    if (piece === undefined) return undefined;
    pieces.push(piece);
  }
  const rows = pieces.reduce((sum, { values }) => sum + values.length, 0);
  if (rows === 0) return undefined;
  const users = joined(new Uint32Array(rows), pieces, 'users');
  const items = joined(new Uint32Array(rows), pieces, 'items');
  const values = joined(new Float32Array(rows), pieces, 'values');
  return createTable(
    path,
    [
      [names.user, coded(users)],
      [names.item, coded(items)],
      [names.rating, { kind: 'numbers', values }],
    ],
    file.lineNumber,
  );
}

function passHeader(lines: PlainLines, columns: number): boolean {
  for (let column = 1; column <= columns; column++) {
    lines.other();
    if (!(column < columns ? lines.delimiter() : lines.lineEnd())) return false;
  }
  return true;
}

function readLines(lines: PlainLines, roles: readonly Role[], mostRows: number): Piece | undefined {
  const users = new Uint32Array(mostRows);
  const items = new Uint32Array(mostRows);
  const values = new Float32Array(mostRows);
  let row = 0;
  for (; !lines.ended; row++) {
    for (let column = 0; column < roles.length; column++) {
      const role = roles[column]!;
      if (role === 'other') lines.other();
      else if (role === 'rating') {
        const value = lines.rating();
        if (Number.isNaN(value)) return undefined;
        values[row] = value;
      } else {
        const id = lines.id();
        if (id < 0) return undefined;
        (role === 'user' ? users : items)[row] = id;
      }
      if (!(column + 1 < roles.length ? lines.delimiter() : lines.lineEnd())) return undefined;
    }
  }
  return { users: users.slice(0, row), items: items.slice(0, row), values: values.slice(0, row) };
}

function joined<Numbers extends Uint32Array | Float32Array>(
  target: Numbers,
  pieces: readonly Piece[],
  part: keyof Piece,
): Numbers {
  let from = 0;
  for (const piece of pieces) {
    target.set(piece[part], from);
    from += piece[part].length;
  }
  return target;
}

/** Replaces each number by its place among those that occur, ascending: the order of `sortIds`. */
function coded(numbers: Uint32Array): CodedColumn {
  let largest = 0;
  for (let row = 0; row < numbers.length; row++) largest = Math.max(largest, numbers[row]!);
  const places = new Uint32Array(largest + 1);
  for (let row = 0; row < numbers.length; row++) places[numbers[row]!] = 1;
  const ids: string[] = [];
  for (let number = 0; number <= largest; number++) {
    if (places[number] === 1) places[number] = ids.push(String(number)) - 1;
  }
  for (let row = 0; row < numbers.length; row++) numbers[row] = places[numbers[row]!]!;
  return { kind: 'codes', codes: numbers, ids };
}
