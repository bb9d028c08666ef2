/** What long and wide tables have in common once the ratings are known: attributes, filters, summary. */

import { UlteriorError } from '../../errors/index.ts';
import {
  type Attribute,
  clustersFrom,
  createAttribute,
  createDataset,
  createNumericAttribute,
  type Dataset,
  type DatasetParts,
  type Finding,
  filterByCounts,
  keepUsersWith,
  type RatingScale,
  withFindings,
} from '../../ratings/index.ts';
import type { AnswerScale } from '../answers/readAnswers.ts';
import {
  type AttributeExpression,
  attributeName,
  formatAttribute,
  parseAttribute,
} from '../attributes/attributeExpression.ts';
import { type LabelExpression, labelRows } from '../attributes/attributeLabels.ts';
import { numberRows } from '../attributes/attributeNumbers.ts';
import { type AttributePlace, attributePlaces } from '../attributes/attributePlaces.ts';
import { cleanText } from '../cells/cleanText.ts';
import { cutNumbers } from '../cells/lenientNumbers.ts';
import { type MissingValues, missingValues, type WordCounts } from '../cells/missingValues.ts';
import { columnOf, type Table, textAt, type Understood } from '../cells/table.ts';
import { type Accepted, requireAccepted } from '../checks/accepted.ts';
import { attributeFindings } from '../checks/attributeChecks.ts';
import { checkDataset } from '../checks/checkDataset.ts';
import { codesFinding, farCodes, itemCodes, itemCodesFinding } from '../checks/farCodes.ts';
import { impossibleNumbers } from '../checks/impossibleNumbers.ts';
import { readingFindings } from '../checks/readingChecks.ts';
import { zeroFinding } from '../checks/zeros.ts';
import {
  type AttributeFacts,
  type DroppedPart,
  type ReadFacts,
  type ReadSummary,
  summarise,
  type UnlistedUsers,
} from './readSummary.ts';
import { withoutItems } from './withoutItems.ts';

/** Which attributes to read, and what to leave out. */
export interface DatasetOptions {
  /**
   * Expressions (`parseAttribute`), each named by what follows "as", or after its column. The first one is what the audit is about: users
   * without it are left out. The others may have gaps.
   */
  readonly attributes?: readonly string[] | undefined;
  /** Cells of ratings and attributes that mean "not known", besides those that always do (`missingValues`). */
  readonly missing?: readonly (string | number)[] | undefined;
  /** Reads 14", 1,234 and 12 years as numbers, in ratings and attributes; the summary counts them. */
  readonly lenientNumbers?: boolean | undefined;
  /** What answers in words are worth: one list of words for each scale. Usual scales are recognised where nothing is given. */
  readonly answers?: readonly AnswerScale[] | undefined;
  /** The column that says who belongs together, such as a household: its people share a fold, and count as one unit. */
  readonly groupColumn?: string | undefined;
  /** Items to leave out, by id or title. */
  readonly dropItems?: readonly string[] | undefined;
  /** Codes of findings that are known and do not stop a measurement; `all` where the data are only looked at. */
  readonly accept?: Accepted | undefined;
  readonly minPerUser?: number | undefined;
  readonly minPerItem?: number | undefined;
  readonly scale?: RatingScale | undefined;
}

/** The data, and an account of what was read. */
export interface ReadDataset {
  readonly dataset: Dataset;
  readonly summary: ReadSummary;
}

/** A table of people and, for each user of the ratings, their row in it (-1 for none). */
export interface People {
  readonly table: Table;
  readonly rowOfUser: Int32Array;
}

/** An attribute comes from the first of the tables that has its column. */
export function finishDataset(
  parts: Omit<DatasetParts, 'attributes' | 'scale'>,
  people: readonly People[],
  facts: ReadFacts,
  options: DatasetOptions,
): ReadDataset {
  const expressions = (options.attributes ?? []).map(parseAttribute);
  const missing = missingValues(options.missing);
  requireDistinctNames(expressions);
  const { lenientNumbers = false } = options;
  const places = attributePlaces(
    options.attributes,
    people.map(({ table: { name, columns } }) => ({ file: name, names: [...columns.keys()] })),
    options.groupColumn,
  );
  const read = expressions.map((expression, at) =>
    attributeFrom(people[places[at]!.table]!, expression, facts.source, missing, lenientNumbers),
  );
  const attributes = read.map(({ attribute }) => attribute);
  const together = togetherFrom(options.groupColumn, people, places.at(-1), missing);
  let dataset = createDataset({ ...parts, attributes, together, scale: options.scale });
  const dropped: DroppedPart[] = [...facts.dropped];
  if (options.dropItems !== undefined) {
    const kept = within(facts.source, () => withoutItems(dataset, options.dropItems!));
    dropped.push({ reason: 'items to leave out', ...kept.dropped });
    // What is left may have another scale: a row number is gone.
    dataset = createDataset({
      ...kept.dataset,
      attributes: [...kept.dataset.attributes.values()],
      scale: options.scale,
    });
  }
  const ofAll = options.scale === undefined ? farCodes(dataset.ratings.byUser.values) : undefined;
  const ofItems = options.scale === undefined ? itemCodes(dataset, ofAll) : undefined;
  const codes = [...codesFinding(ofAll), ...itemCodesFinding(ofItems)];
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
  const ofAttributes = new Map(read.map(({ attribute, facts: own }) => [attribute.name, own]));
  const words = read.flatMap(({ attribute: { name }, missing: own }) =>
    own.list().map((cells) => ({ attribute: name, ...cells })),
  );
  const cut = [
    ...(facts.cutNumbers ?? []),
    ...read.flatMap(({ attribute: { name }, cut: own }) => cutNumbers(own, name)),
  ];
  const { cutNumbers: _, understood: ofFiles = [], ...rest } = facts;
  const understood = [...ofFiles, ...read.flatMap((one) => one.understood)];
  const cuts = cut.length === 0 ? {} : { cutNumbers: cut };
  const unlisted = people.flatMap(unlistedIn);
  const told = understood.length === 0 ? {} : { understood };
  const whole = { ...rest, ...cuts, ...told, dropped, missing: [...facts.missing, ...words] };
  const summary = { ...summarise(dataset, whole, ofAttributes), ...(unlisted.length > 0 && { unlisted }) };
  const isRating = (value: number) => dataset.ratings.byUser.values.includes(value);
  const findings = [
    ...codes,
    ...zeroFinding(summary.histogram, dataset.scale.step),
    ...(facts.findings ?? []),
    ...readingFindings(summary),
    ...read.flatMap(({ check }) => check(isRating)),
    ...checkDataset(dataset),
  ];
  requireAccepted(facts.source, findings, options.accept);
  return Object.freeze({ dataset: withFindings(dataset, findings), summary: { ...summary, findings } });
}

function unlistedIn({ table, rowOfUser }: People): UnlistedUsers[] {
  const users = rowOfUser.filter((row) => row < 0).length;
  return 2 * users > rowOfUser.length ? [{ file: table.name, users, of: rowOfUser.length }] : [];
}

/** The numbers of the clusters; whoever has no value in the column belongs to nobody. */
function togetherFrom(
  column: string | undefined,
  people: readonly People[],
  place: AttributePlace | undefined,
  missing: MissingValues,
): DatasetParts['together'] {
  if (column === undefined) return undefined;
  const { table, rowOfUser } = people[place!.table]!;
  const cells = table.columns.get(place!.column)!;
  const texts = Array.from(rowOfUser, (row) => (row < 0 ? undefined : textAt(cells, row)));
  const known = texts.map((text) => (missing.wordOf(text) === undefined ? cleanText(text!) : undefined));
  return { column: place!.column, clusters: clustersFrom(known) };
}

interface ReadAttribute {
  readonly attribute: Attribute;
  readonly facts: AttributeFacts;
  readonly missing: WordCounts;
  readonly cut: WordCounts;
  readonly understood: readonly Understood[];
  /** What is doubtful about its values. */
  readonly check: (isRating: (value: number) => boolean) => Finding[];
}

/** Two expressions over one column are two attributes only under two names. */
function requireDistinctNames(expressions: readonly AttributeExpression[]): void {
  const names = expressions.map(attributeName);
  const twice = expressions.find((expression, n) => names.indexOf(attributeName(expression)) < n);
  if (twice === undefined) return;
  const { column, rule } = twice;
  throw new UlteriorError(
    'ATTRIBUTE_EXPRESSION',
    `two attributes are called "${attributeName(twice)}"`,
    `give one of them another name: ${formatAttribute({ column, name: 'another name', rule })}`,
    { expression: formatAttribute(twice) },
  );
}

function attributeFrom(
  people: People,
  expression: AttributeExpression,
  source: string,
  missing: MissingValues,
  lenient: boolean,
): ReadAttribute {
  const name = attributeName(expression);
  const { table, rowOfUser } = people;
  const facts = { expression: formatAttribute(expression) };
  const ofUsers = <Value>(ofRow: ArrayLike<Value>) =>
    Array.from(rowOfUser, (row) => (row < 0 ? undefined : ofRow[row]));
  if (expression.rule.kind === 'number') {
    const {
      ofRow,
      missing: words,
      outside,
      outliers,
      cut,
      understood,
    } = numberRows(table, expression, missing, lenient);
    const numbers = ofUsers(ofRow).map((value) => (Number.isNaN(value) ? undefined : value));
    requireSomebody(numbers, people, expression, source);
    const attribute = within(table.name, () => createNumericAttribute(name, numbers));
    const ranged = { outside: expression.rule.range && outside, outliers };
    const known = Float64Array.from(numbers, (value) => value ?? Number.NaN);
    const check = (isRating: (value: number) => boolean) => impossibleNumbers(expression, known, isRating);
    return { attribute, facts: { ...facts, ...ranged }, missing: words, cut, understood, check };
  }
  const {
    ofRow,
    labels,
    missing: words,
    cut,
    understood,
  } = labelRows(table, expression as LabelExpression, missing, lenient);
  const texts = ofUsers(ofRow);
  requireSomebody(texts, people, expression, source);
  const attribute = within(table.name, () => createAttribute(name, texts, labels));
  const cells = columnOf(table, expression.column, 'the attribute');
  const ownCells = Array.from(rowOfUser, (row) => (row < 0 ? undefined : textAt(cells, row)));
  const check = (isRating: (value: number) => boolean) =>
    attributeFindings(attribute, expression, ownCells, { missing, lenient }, isRating);
  return { attribute, facts, missing: words, cut, understood, check };
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
      'choose another attribute, or drop fewer of its values',
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
