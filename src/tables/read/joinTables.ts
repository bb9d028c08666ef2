/**
 * Rows of a second table (people, titles) for the users or items of the first: by id, or by position where there is no
 * id. Ids are texts, and "007" is another id than "7". A whole number that was written as a decimal ("7.0") stands for
 * the whole number if nothing else does: programs write a column of ids so as soon as one of them is missing.
 *
 * Two tables of which neither knows a tenth of the other's ids are not about the same people: that is refused, or an audit would
 * speak of the few who share a number by chance.
 */

import { UlteriorError } from '../../errors/index.ts';
import { idMissing } from '../cells/idCodes.ts';
import { type Table, textAt } from '../cells/table.ts';

/** How rows find each other. */
export type RowMatch = 'id' | 'position';

/** Of the smaller table. */
const FEWEST_SHARED = 0.1;
const EXAMPLES = 3;

interface JoinedTable {
  readonly table: Table;
  /** The column with its ids. */
  readonly column: string;
  readonly kind: 'user' | 'item';
  /** What the ids are looked for by, as messages name it. */
  readonly source: string;
  /** Added to the advice. */
  readonly otherwise?: string;
}

/** For each id the row that has it, or -1. */
export function rowsOfIds(ids: readonly string[], joined: JoinedTable): Int32Array {
  const rows = rowsById(joined);
  const whole = new Map([...rows].map(([id, row]) => [wholeForm(id), row]));
  const found = Int32Array.from(ids, (id) => rows.get(id) ?? whole.get(wholeForm(id)) ?? -1);
  const shared = found.filter((row) => row >= 0).length;
  if (shared < FEWEST_SHARED * Math.min(ids.length, rows.size)) throw notShared(ids, found, rows, joined);
  return found;
}

/** What has no ids: the rows or the item columns of a table. */
interface Ordered {
  readonly file: string;
  readonly count: number;
  readonly unit: 'row' | 'item column';
}

/** The row of each, which is its own number. */
export function rowsInOrder({ file, count, unit }: Ordered, table: Table): Int32Array {
  if (count === table.rows) return Int32Array.from({ length: count }, (_, row) => row);
  const counted = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
  const header =
    Math.abs(count - table.rows) === 1
      ? '; if a first line was taken for a header, or the other way round, say so (header, usersHeader, itemsHeader in a data file)'
      : '';
  throw new UlteriorError(
    'ROWS_NOT_MATCHED',
    `"${file}" has ${counted(count, unit)} and "${table.name}" has ${counted(table.rows, 'row')}: they cannot be matched by position`,
    `use files with the same number in the same order${header}; or match by id`,
    { file: table.name, rows: table.rows, expected: count },
  );
}

/**
 * Refuses rows in order whose ids say otherwise: attributes dealt to the wrong people hide every leak. Ids of another
 * kind, and those that repeat, say nothing.
 */
export function requireSameOrder(table: Table, column: string, users: Table, userColumn: string): void {
  const [here, there] = [placesOf(table, column), placesOf(users, userColumn)];
  for (const [id, row] of here) {
    const other = there.get(id);
    if (row < 0 || other === undefined || other < 0 || other === row) continue;
    throw new UlteriorError(
      'ROWS_NOT_MATCHED',
      `the rows of "${table.name}" and "${users.name}" are in another order: "${id}" is ${table.lineOf(row)} of the first and ${users.lineOf(other)} of the second`,
      'match them by id (leave usersMatch out of the data file)',
      { file: users.name, id, columns: [column, userColumn] },
    );
  }
}

/** By id: its row, or -1 where it repeats. */
function placesOf(table: Table, name: string): Map<string, number> {
  const column = table.columns.get(name)!;
  const places = new Map<string, number>();
  for (let row = 0; row < table.rows; row++) {
    const id = wholeForm(textAt(column, row) ?? '');
    if (id !== '') places.set(id, places.has(id) ? -1 : row);
  }
  return places;
}

function wholeForm(id: string): string {
  return /^-?(0|[1-9]\d*)\.0+$/.test(id) ? id.slice(0, id.indexOf('.')) : id;
}

function rowsById({ table, column: name, kind }: JoinedTable): Map<string, number> {
  const column = table.columns.get(name)!;
  const rows = new Map<string, number>();
  for (let row = 0; row < table.rows; row++) {
    const id = textAt(column, row);
    if (id === undefined) throw idMissing(table.name, table.lineOf(row), 1, kind);
    const earlier = rows.get(id);
    if (earlier !== undefined) {
      throw new UlteriorError(
        'VOCABULARY_INVALID',
        `"${table.name}" lists the ${kind} "${id}" twice: ${table.lineOf(earlier)} and ${table.lineOf(row)}`,
        'keep one row for each id',
        { file: table.name, id },
      );
    }
    rows.set(id, row);
  }
  return rows;
}

function notShared(
  ids: readonly string[],
  found: Int32Array,
  rows: ReadonlyMap<string, number>,
  { table, column, kind, source, otherwise = '' }: JoinedTable,
): UlteriorError {
  const shared = new Set(found);
  shared.delete(-1);
  const here = ids.filter((_, at) => found[at] === -1).slice(0, EXAMPLES);
  const there = [...rows].filter(([, row]) => !shared.has(row)).map(([id]) => id);
  const quoted = (examples: readonly string[]) =>
    examples
      .slice(0, EXAMPLES)
      .map((id) => `"${id}"`)
      .join(', ');
  const columns = kind === 'user' ? 'userColumn, usersIdColumn' : 'itemColumn, itemsIdColumn';
  return new UlteriorError(
    'IDS_NOT_SHARED',
    `of the ${ids.length} ${kind}s of "${source}", ${shared.size} ${shared.size === 1 ? 'is' : 'are'} among the ${table.rows} of "${table.name}": the first has ids like ${quoted(here)}, the second like ${quoted(there)} in the column "${column}"`,
    `use files with the same ${kind} ids, or name the columns that hold them (${columns} in a data file)${otherwise}`,
    { file: table.name, source, shared: shared.size, ids: here, others: there.slice(0, EXAMPLES) },
  );
}
