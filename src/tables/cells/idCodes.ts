/**
 * Ids as dense codes. The order is a property of the ids and not of the rows: the same ratings in another order, in
 * another format or read by more threads give the same dataset, byte for byte.
 */

import { UlteriorError } from '../../errors/index.ts';
import { type CodedColumn, type Column, type Table, textAt } from './table.ts';

/** Ids sorted: by value where all are whole numbers ("2" before "10"), otherwise by code units. */
export function sortIds(ids: readonly string[]): string[] {
  // "07" and "7" have the same value and are different ids: such ids are texts.
  const whole = ids.every((id) => /^(0|-?[1-9]\d{0,14})$/.test(id));
  return whole ? [...ids].sort((a, b) => Number(a) - Number(b)) : [...ids].sort();
}

/** The column as codes; a row without an id is an error that names the line. */
export function codesOf(table: Table, column: Column, purpose: string): CodedColumn {
  if (column.kind === 'codes') return column;
  const first = new Map<string, number>();
  const codes = new Uint32Array(table.rows);
  let missing = 0;
  let firstMissing = 0;
  for (let row = 0; row < table.rows; row++) {
    const id = textAt(column, row);
    if (id === undefined) {
      if (missing++ === 0) firstMissing = row;
      continue;
    }
    let code = first.get(id);
    if (code === undefined) {
      code = first.size;
      first.set(id, code);
    }
    codes[row] = code;
  }
  if (missing > 0) throw idMissing(table.name, table.lineOf(firstMissing), missing, purpose);
  const ids = sortIds([...first.keys()]);
  const order = permutation([...first.keys()], ids);
  for (let row = 0; row < codes.length; row++) codes[row] = order[codes[row]!]!;
  return { kind: 'codes', codes, ids };
}

/** Where each of `from` stands in `to`, which holds the same ids in another order. */
export function permutation(from: readonly string[], to: readonly string[]): Uint32Array {
  const places = new Map(to.map((id, place) => [id, place]));
  return Uint32Array.from(from, (id) => places.get(id)!);
}

export function idMissing(file: string, line: string, count: number, purpose: string): UlteriorError {
  return new UlteriorError(
    'ID_MISSING',
    `${count} ${count === 1 ? 'row' : 'rows'} of "${file}" ${count === 1 ? 'has' : 'have'} no ${purpose}; the first is ${line}`,
    'fill in the id, or remove the rows',
    { file, line, count },
  );
}
