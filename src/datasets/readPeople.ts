/** People and what is known about them from a table of their own, where there are no ratings to join it to. */

import { UlteriorError } from '../errors/index.ts';
import {
  type CategoricalAttribute,
  clustersFrom,
  createAttribute,
  createVocabulary,
  type Together,
  type UserIndex,
  type Vocabulary,
} from '../ratings/index.ts';
import {
  type Accepted,
  attributeFindings,
  attributeName,
  attributePlaces,
  cleanText,
  createTable,
  habitualColumn,
  idMissing,
  labelRows,
  missingValues,
  parseAttribute,
  requireAccepted,
  requireColumn,
} from '../tables/index.ts';
import { withDatabase } from './files/duckdb.ts';
import type { FileOptions } from './files/fileOptions.ts';
import { translateFailure } from './files/readFailures.ts';
import { openTableFile } from './files/tableFile.ts';

/** How a table of people is read. */
interface PeopleOptions extends FileOptions {
  /** An expression (`parseAttribute`) over a column of the table. */
  readonly attribute: string;
  /** Name of the column with the ids; by habit where it is not given. */
  readonly idColumn?: string | undefined;
  /** Cells that mean "not known", besides those that always do. */
  readonly missing?: readonly string[] | undefined;
  readonly lenientNumbers?: boolean | undefined;
  /** The column that says who belongs together. */
  readonly groupColumn?: string | undefined;
  /** Codes of findings that are known. */
  readonly accept?: Accepted | undefined;
}

/** People, and the group of each. */
export interface ReadPeople {
  readonly users: Vocabulary<UserIndex>;
  readonly attribute: CategoricalAttribute;
  readonly together?: Together | undefined;
}

/** People and an attribute of theirs from a table with one row per person, where there are no ratings. */
export async function readPeople(path: string, options: PeopleOptions): Promise<ReadPeople> {
  const { attribute: text, idColumn, missing, lenientNumbers, groupColumn, accept, ...file } = options;
  const expression = parseAttribute(text);
  const { rule } = expression;
  if (rule.kind === 'number') {
    throw new UlteriorError(
      'ATTRIBUTE_KIND',
      `"${text}" is a number, and groups are needed here`,
      'name a threshold (age>=35) or bins (age:18,25,35)',
      { attribute: text },
    );
  }
  return withDatabase(async (connection) => {
    const table = await openTableFile(connection, path, file);
    const { names } = table;
    const id =
      idColumn === undefined ? habitualColumn(names, 'user', 'users') : requireColumn(path, names, idColumn, 'the ids');
    if (id === undefined) {
      throw new UlteriorError(
        'COLUMN_MISSING',
        `"${path}" has no column that is known to hold the ids of people; its columns are ${names.slice(0, 8).join(', ')}`,
        'name it in a data file (usersIdColumn)',
        { path, columns: names.slice(0, 8) },
      );
    }
    const [place, group] = attributePlaces([text], [{ file: path, names }], groupColumn);
    try {
      const columns = [id, place!.column, ...(group === undefined ? [] : [group.column])];
      const query = `select ${columns.map((name) => table.textOf(name)).join(', ')} from ${table.relation}`;
      const rows = (await connection.runAndReadAll(query)).getRows();
      const ids = rows.map(([own], row) => {
        if (own === null) throw idMissing(path, `row ${row + 1}`, 1, 'user');
        return String(own);
      });
      const texts = rows.map(([, value]) => (value === null ? '' : String(value)));
      const values = [[place!.column, { kind: 'texts', values: texts }]] as const;
      const read = { ...createTable(path, values, table.lineNumber), labels: table.labels };
      const words = missingValues(missing);
      const labelled = labelRows(read, { ...expression, column: place!.column, rule }, words, lenientNumbers);
      const attribute = createAttribute(attributeName(expression), labelled.ofRow, labelled.labels);
      requireAccepted(
        path,
        attributeFindings(attribute, expression, texts, { missing: words, lenient: lenientNumbers ?? false }),
        accept,
      );
      const users = createVocabulary<UserIndex>(ids);
      if (group === undefined) return { users, attribute };
      const units = rows.map(([, , value]) => (value === null ? undefined : cleanText(String(value))));
      const known = units.map((unit) => (words.wordOf(unit) === undefined ? unit : undefined));
      return { users, attribute, together: { column: group.column, clusters: clustersFrom(known) } };
    } catch (cause) {
      throw translateFailure(cause, path, table.encoding);
    }
  });
}
