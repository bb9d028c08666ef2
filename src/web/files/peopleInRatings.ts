/** People from a table of ratings that repeats their attributes in every row: one row per person. */
import { createTable, type MissingValues, missingValues, PeopleInRatings, type Table } from '../../tables/index.ts';
import type { OpenedRows } from './openRows.ts';

export async function peopleInRatings(
  source: OpenedRows,
  user: string,
  attributes: readonly string[],
  missing: MissingValues = missingValues(),
): Promise<Table> {
  const people = new PeopleInRatings(user, attributes, missing);
  await source.visit([user, ...attributes], ([id, ...values], row) => {
    people.add(id, values, row);
    return false;
  });
  return { ...people.finish(source.name, createTable(source.name, [], source.lineOf).lineOf), labels: source.labels };
}
