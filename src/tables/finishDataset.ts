/** What long and wide tables have in common once the ratings are known: attributes, filters, summary. */

import { UlteriorError } from '../errors/index.ts';
import {
  type Attribute,
  createAttribute,
  createDataset,
  createNumericAttribute,
  type Dataset,
  type DatasetParts,
  filterByCounts,
  keepUsersWith,
  type RatingScale,
} from '../ratings/index.ts';
import { type AttributeExpression, formatAttribute, parseAttribute } from './attributeExpression.ts';
import { type LabelExpression, labelRows } from './attributeLabels.ts';
import { numberRows } from './attributeNumbers.ts';
import { type MissingValues, missingValues, type WordCounts } from './missingValues.ts';
import { type AttributeFacts, type DroppedPart, type ReadFacts, type ReadSummary, summarise } from './readSummary.ts';
import type { Table } from './table.ts';

export interface DatasetOptions {
  /**
   * Expressions (`parseAttribute`), each named after its column. The first one is what the audit is about: users
   * without it are left out. The others may have gaps.
   */
  readonly attributes?: readonly string[] | undefined;
  /** Cells of ratings and attributes that mean "not known", besides those that always do (`missingValues`). */
  readonly missing?: readonly (string | number)[] | undefined;
  readonly minPerUser?: number | undefined;
  readonly minPerItem?: number | undefined;
  readonly scale?: RatingScale | undefined;
}

export interface ReadDataset {
  readonly dataset: Dataset;
  readonly summary: ReadSummary;
}

/** The people's table and, for each user of the ratings, their row in it (-1 for none). */
export interface People {
  readonly table: Table;
  readonly rowOfUser: Int32Array;
}

export function finishDataset(
  parts: Omit<DatasetParts, 'attributes' | 'scale'>,
  people: People | undefined,
  facts: ReadFacts,
  options: DatasetOptions,
): ReadDataset {
  const expressions = (options.attributes ?? []).map(parseAttribute);
  const missing = missingValues(options.missing);
  const read = expressions.map((expression) => attributeFrom(people, expression, facts.source, missing));
  const attributes = read.map(({ attribute }) => attribute);
  let dataset = createDataset({ ...parts, attributes, scale: options.scale });
  const dropped: DroppedPart[] = [...facts.dropped];
  const [first] = attributes;
  if (first !== undefined) {
    const kept = keepUsersWith(dataset, first.name);
    if (kept.rounds > 0) dropped.push({ reason: `no "${first.name}"`, ...kept.dropped });
    dataset = kept.dataset;
  }
  const { minPerUser = 1, minPerItem = 1 } = options;
  if (minPerUser !== 1 || minPerItem !== 1) {
    const kept = within(facts.source, () => filterByCounts(dataset, { minPerUser, minPerItem }));
    dropped.push({ reason: `fewer than ${minPerUser} ratings per user or ${minPerItem} per item`, ...kept.dropped });
    dataset = kept.dataset;
  }
  const told = new Map(read.map(({ attribute, facts: own }) => [attribute.name, own]));
  const words = read.flatMap(({ attribute: { name }, missing: own }) =>
    own.list().map((cells) => ({ attribute: name, ...cells })),
  );
  const whole = { ...facts, dropped, missing: [...facts.missing, ...words] };
  return Object.freeze({ dataset, summary: summarise(dataset, whole, told) });
}

interface ReadAttribute {
  readonly attribute: Attribute;
  readonly facts: AttributeFacts;
  readonly missing: WordCounts;
}

function attributeFrom(
  people: People | undefined,
  expression: AttributeExpression,
  source: string,
  missing: MissingValues,
): ReadAttribute {
  const { column } = expression;
  if (people === undefined) {
    throw new UlteriorError(
      'ATTRIBUTE_UNKNOWN',
      `"${source}" comes without a table of the users, so nothing is known about "${column}"`,
      'give the file that lists the users, or leave out the attribute',
      { attribute: column },
    );
  }
  const { table, rowOfUser } = people;
  const facts = { expression: formatAttribute(expression) };
  const ofUsers = <Value>(ofRow: ArrayLike<Value>) =>
    Array.from(rowOfUser, (row) => (row < 0 ? undefined : ofRow[row]));
  if (expression.rule.kind === 'number') {
    const { ofRow, missing: words, outside, outliers } = numberRows(table, expression, missing);
    const numbers = ofUsers(ofRow).map((value) => (Number.isNaN(value) ? undefined : value));
    requireSomebody(numbers, people, expression, source);
    const attribute = within(table.name, () => createNumericAttribute(column, numbers));
    const ranged = expression.rule.range === undefined ? {} : { outside };
    return { attribute, facts: { ...facts, ...ranged, ...(outliers && { outliers }) }, missing: words };
  }
  const { ofRow, labels, missing: words } = labelRows(table, expression as LabelExpression, missing);
  const texts = ofUsers(ofRow);
  requireSomebody(texts, people, expression, source);
  return { attribute: within(table.name, () => createAttribute(column, texts, labels)), facts, missing: words };
}

function requireSomebody(
  values: readonly unknown[],
  { table, rowOfUser }: People,
  expression: AttributeExpression,
  source: string,
): void {
  if (values.every((value) => value === undefined)) {
    const listed = rowOfUser.reduce((count, row) => count + (row < 0 ? 0 : 1), 0);
    throw new UlteriorError(
      'ATTRIBUTE_WITHOUT_USERS',
      `none of the ${values.length} users of "${source}" has the attribute "${formatAttribute(expression)}": ${listed} of them are in "${table.name}", which has ${table.rows} rows`,
      listed === 0
        ? 'check that both files use the same user ids'
        : 'choose another attribute, or drop fewer of its values',
      { attribute: expression.column, users: values.length, listed, file: table.name },
    );
  }
}

/** Puts the file in front of the message of an error that does not know it. */
export function within<Result>(file: string, action: () => Result): Result {
  try {
    return action();
  } catch (cause) {
    if (!(cause instanceof UlteriorError)) throw cause;
    throw new UlteriorError(cause.code, `"${file}": ${cause.message}`, cause.advice, { ...cause.details, file });
  }
}
