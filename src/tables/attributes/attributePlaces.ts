/** Which table an attribute comes from: the first one that has its column. */

import { columnsNowhere, type NamedColumns } from '../cells/columnsMissing.ts';
import { findColumn } from '../cells/table.ts';
import { parseAttribute } from './attributeExpression.ts';

export interface AttributePlace {
  /** Among the tables. */
  readonly table: number;
  readonly column: string;
}

/**
 * Of every expression, and last of the column that says who belongs together, where there is one. Columns that no table
 * has are refused together, with the list of those that are there.
 */
export function attributePlaces(
  attributes: readonly string[] | undefined,
  tables: readonly NamedColumns[],
  groupColumn?: string,
): AttributePlace[] {
  const wanted = [
    ...(attributes ?? []).map((text) => ({ ...OF_ATTRIBUTE, name: parseAttribute(text).column })),
    ...(groupColumn === undefined ? [] : [{ ...OF_GROUPS, name: groupColumn }]),
  ];
  const places = wanted.map(({ name }) => {
    for (const [table, { names }] of tables.entries()) {
      const column = findColumn(names, name);
      if (column !== undefined) return { table, column };
    }
    return undefined;
  });
  const missing = wanted.filter((_, at) => places[at] === undefined);
  if (missing.length === 0) return places as AttributePlace[];
  throw columnsNowhere(tables, missing);
}

const OF_ATTRIBUTE = { purpose: 'the attribute', flag: '--attribute' };
const OF_GROUPS = { purpose: 'who belongs together', flag: 'groupColumn' };

/** The columns that one of the tables has to tell, each once. */
export function columnsAt(places: readonly AttributePlace[], table: number): string[] {
  return [...new Set(places.filter((place) => place.table === table).map(({ column }) => column))];
}
