/** Columns of a file as a table: ratings by codes and numbers, people and titles as texts. */
import {
  type AnswerScale,
  type Column,
  createTable,
  type LongColumns,
  type MissingValues,
  missingValues,
  type ReadAnswers,
  readAnswers,
  type Table,
} from '../../tables/index.ts';
import { type Complaint, IdBuilder, RatingBuilder, TimeBuilder } from './columnBuilders.ts';
import { fileEmpty, type OpenedRows } from './openRows.ts';

/** A long table of ratings. Times are read only where they are named. */
export async function readRatings(
  source: OpenedRows,
  names: LongColumns,
  missing: MissingValues = missingValues(),
  lenient = false,
  answers: readonly AnswerScale[] | undefined = undefined,
  meant: ReadAnswers | undefined = undefined,
): Promise<Table> {
  const users = new IdBuilder('user');
  const items = new IdBuilder('item');
  const ratings = new RatingBuilder(missing, lenient, meant?.numbersOf.get(names.rating));
  const times = names.time === undefined ? undefined : new TimeBuilder();
  const wanted = [names.user, names.item, names.rating, ...(names.time === undefined ? [] : [names.time])];
  await visitSome(source, wanted, ([user, item, rating, time], row) => {
    users.add(user, row);
    items.add(item, row);
    ratings.add(rating, row);
    times?.add(time);
    return false;
  });
  if (meant === undefined && ratings.texts.length > 0) {
    // What the words mean is known once all of them were met: then the file is read again.
    const column = { column: names.rating, texts: new Set(ratings.texts), leavesMixed: true };
    const read = readAnswers(source.name, [column], answers);
    if (read.numbersOf.size > 0) return readRatings(source, names, missing, lenient, answers, read);
  }
  refuse(source, [users.complaint, items.complaint, ratings.complaint]);
  const columns: (readonly [string, Column])[] = [
    [names.user, users.finish()],
    [names.item, items.finish()],
    [names.rating, ratings.finish()],
  ];
  if (times !== undefined) columns.push([names.time!, times.finish()]);
  const understood = [...(source.understood ?? []), ...(meant?.understood ?? [])];
  return { ...createTable(source.name, columns, source.lineOf), understood };
}

export interface WantedColumns {
  /** NaN where there is no finite number. */
  readonly numbers?: readonly string[];
  readonly texts?: readonly string[];
}

/** A table with one row per person or per item. */
export async function readTable(source: OpenedRows, wanted: WantedColumns): Promise<Table> {
  const { numbers = [], texts = [] } = wanted;
  const numberColumns = numbers.map(() => new RatingBuilder());
  const textColumns = texts.map((): (string | undefined)[] => []);
  await visitSome(source, [...numbers, ...texts], (cells, row) => {
    for (const [at, column] of numberColumns.entries()) column.add(cells[at], row);
    for (const [at, column] of textColumns.entries()) column.push(cells[numbers.length + at]);
    return false;
  });
  const columns = [
    ...numbers.map((name, at): [string, Column] => [name, numberColumns[at]!.finish()]),
    ...texts.map((name, at): [string, Column] => [name, { kind: 'texts', values: textColumns[at]! }]),
  ];
  const { name, lineOf, understood, titles, labels } = source;
  return { ...createTable(name, columns, lineOf), understood, titles, labels };
}

/** A file without rows is an error. */
async function visitSome(source: OpenedRows, wanted: readonly string[], visitor: Parameters<OpenedRows['visit']>[1]) {
  let rows = 0;
  await source.visit(wanted, (cells, row) => {
    rows++;
    return visitor(cells, row);
  });
  if (rows === 0) throw fileEmpty(source.name);
}

function refuse(source: OpenedRows, complaints: readonly Complaint[]): void {
  const { lineOf } = createTable(source.name, [], source.lineOf);
  for (const complaint of complaints) {
    const error = complaint(source.name, lineOf);
    if (error !== undefined) throw error;
  }
}
