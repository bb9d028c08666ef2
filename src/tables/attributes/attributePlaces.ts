/** Which table an attribute comes from: the first one that has its column. */

import { columnsNowhere, type NamedColumns } from '../cells/columnsMissing.ts';
import { findColumn } from '../cells/table.ts';
import { parseAttribute } from './attributeExpression.ts';

export interface AttributePlace {
  /** Among the tables. */
  readonly table: number;
  readonly column: string;
}

/** Of every expression. Columns that no table has are refused together, with the list of those that are there. */
export function attributePlaces(
  attributes: readonly string[] | undefined,
  tables: readonly NamedColumns[],
): AttributePlace[] {
  const columns = (attributes ?? []).map((text) => parseAttribute(text).column);
  const places = columns.map((wanted) => {
    for (const [table, { names }] of tables.entries()) {
      const column = findColumn(names, wanted);
      if (column !== undefined) return { table, column };
    }
    return undefined;
  });
  const missing = columns.filter((_, at) => places[at] === undefined);
  if (missing.length === 0) return places as AttributePlace[];
  throw columnsNowhere(
    tables,
    missing.map((name) => ({ name, purpose: 'the attribute', flag: '--attribute' })),
  );
}

/** The columns that one of the tables has to tell, each once. */
export function columnsAt(places: readonly AttributePlace[], table: number): string[] {
  return [...new Set(places.filter((place) => place.table === table).map(({ column }) => column))];
}
