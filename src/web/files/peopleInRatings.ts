/**
 * People from a table of ratings that repeats their attributes in every row. What the rows of a person say must agree: an
 * attribute that changes from rating to rating is none of the person.
 */
import { UlteriorError } from '../../errors/index.ts';
import { createTable, type MissingValues, missingValues, type Table } from '../../tables/index.ts';
import type { OpenedRows } from './openRows.ts';

/** One row per person, in the order in which they are met. Where a row says nothing, another row of the person may. */
export async function peopleInRatings(
  source: OpenedRows,
  user: string,
  attributes: readonly string[],
  missing: MissingValues = missingValues(),
): Promise<Table> {
  const rows = new Map<string, number>();
  const firstRows: number[] = [];
  const columns = attributes.map((): (string | undefined)[] => []);
  await source.visit([user, ...attributes], ([id, ...values], row) => {
    // A rating without a user is told of where the ratings are read.
    if (id === undefined) return false;
    let person = rows.get(id);
    if (person === undefined) {
      person = rows.size;
      rows.set(id, person);
      firstRows.push(row);
    }
    for (const [at, value] of values.entries()) {
      const known = columns[at]![person];
      const saysNothing = (cell: string | undefined) => missing.wordOf(cell) !== undefined;
      if (saysNothing(value) && known !== undefined) continue;
      if (!saysNothing(known) && known !== value) {
        throw contradiction(source, attributes[at]!, id, [known!, value!], row);
      }
      columns[at]![person] = value;
    }
    return false;
  });
  return createTable(
    source.name,
    [
      [user, { kind: 'texts', values: [...rows.keys()] }],
      ...attributes.map((name, at) => [name, { kind: 'texts', values: columns[at]! }] as const),
    ],
    (person) => source.lineOf(firstRows[person]!),
  );
}

function contradiction(
  source: OpenedRows,
  attribute: string,
  user: string,
  [known, found]: readonly [string, string],
  row: number,
): UlteriorError {
  const { lineOf } = createTable(source.name, [], source.lineOf);
  return new UlteriorError(
    'ATTRIBUTE_INVALID',
    `"${source.name}": user "${user}" has "${known}" and, ${lineOf(row)}, "${found}" in the column "${attribute}"`,
    'choose a column that is the same in all rows of a person, or a file with one row for each person',
    { file: source.name, attribute, user },
  );
}
