/**
 * `ulterior audit` with nothing but a file: shows what its columns seem to mean, asks for what is missing, and gives the
 * flags that say the same. Every answer has a default; a wrong one is explained and asked again.
 */
import { basename } from 'node:path';
import type { CellCount } from '../../datasets/index.ts';
import { UlteriorError } from '../../errors/index.ts';
import {
  attributeColumns,
  chooseItemColumns,
  columnRange,
  createTable,
  formatAttribute,
  type GuessedRole,
  guessColumns,
  itemColumnsFrom,
  labelRows,
  missingValues,
  numberFrom,
  numberMarks,
  numberRows,
  parseAttribute,
  requireColumn,
  type SampleRow,
  type TableGuess,
} from '../../tables/index.ts';
import { requireFolder } from '../shared/writableOutputs.ts';

export interface Dialogue {
  /** Undefined where the input has ended. */
  readonly ask: (prompt: string) => Promise<string | undefined>;
  readonly say: (...lines: string[]) => void;
}

/** How the dialogue looks at tables. */
export interface Looking {
  /** The first rows. */
  readonly preview: (
    path: string,
  ) => Promise<{ readonly names: readonly string[]; readonly rows: readonly SampleRow[] }>;
  /** By column, what the cells of the whole table hold, and how many rows each. */
  readonly counts: (path: string, columns: readonly string[]) => Promise<ReadonlyMap<string, readonly CellCount[]>>;
}

/** A table that was looked at, and what its attributes hold. */
interface SeenTable {
  readonly path: string;
  readonly names: readonly string[];
  readonly guessed: TableGuess;
  readonly counts: ReadonlyMap<string, readonly CellCount[]>;
}

/** Reads the first rows for what columns mean, and all rows for what attributes hold. */
export async function lookAt(path: string, { preview, counts }: Looking): Promise<SeenTable> {
  const { names, rows } = await preview(path);
  const guessed = guessColumns(names, rows);
  return { path, names, guessed, counts: await counts(path, attributeColumns(guessed)) };
}

/** Flags of an audit that the dialogue can fill in. */
export interface AskedFlags {
  readonly attribute?: string | undefined;
  readonly itemColumns?: string | undefined;
  readonly userColumn?: string | undefined;
  readonly itemColumn?: string | undefined;
  readonly ratingColumn?: string | undefined;
  readonly usersTable?: string | undefined;
  readonly output?: string | undefined;
}

/** The flags that were missing; undefined where the person would rather not. */
export async function askBack(
  path: string,
  given: AskedFlags,
  looking: Looking,
  dialogue: Dialogue,
): Promise<AskedFlags | undefined> {
  if (given.attribute !== undefined) return askForOutput(path, given, dialogue);
  const table = await lookAt(path, looking);
  // What was typed is wrong before anything is asked.
  if (given.itemColumns !== undefined) requireItems(table, given.itemColumns);
  showColumns(table, dialogue);
  const layout = await askForLayout(given, table, dialogue);
  if (layout === undefined) return undefined;
  const attribute = await askForAttribute({ ...given, ...layout }, table, looking, dialogue);
  if (attribute === undefined) return undefined;
  const output = await askForOutput(path, given, dialogue);
  return output && { ...layout, ...attribute, ...output };
}

const ROLES: readonly (readonly [GuessedRole, string])[] = [
  ['user', 'person'],
  ['itemId', 'item'],
  ['rating', 'rating'],
  ['time', 'time'],
  ['title', 'title'],
  ['item', 'items'],
  ['ignore', 'left out'],
];

function showColumns(table: SeenTable, { say }: Dialogue): void {
  const { path, guessed } = table;
  say(`${basename(path)} seems to be this: ${guessed.reason}.`, '');
  for (const [role, word] of ROLES) {
    const own = guessed.columns.filter((column) => column.role === role);
    if (own.length > 0) say(`  ${word.padEnd(10)} ${summed(own.map(({ column }) => column))}`);
  }
  for (const [n, column] of inferable(table).entries()) {
    say(`  ${(n === 0 ? 'attributes' : '').padEnd(10)} ${n + 1}  ${shortened(column)}: ${valuesOf(table, column)}`);
  }
  say('');
}

/** Columns that could be inferred: they make two groups at least, and not as many as free text. */
export const inferable = (table: SeenTable) =>
  attributeColumns(table.guessed).filter((column) => {
    const { values, numbers } = valuesIn(table, column);
    return values.length > 1 && (numbers !== undefined || values.length <= TOO_MANY);
  });

function summed(columns: readonly string[]): string {
  if (columns.length <= 3) return columns.map(shortened).join(', ');
  return `${columns.length} columns, from ${shortened(columns[0]!)} to ${shortened(columns.at(-1)!)}`;
}

const shortened = (text: string) => (text.length > 50 ? `${text.slice(0, 49)}…` : text);

function valuesOf(table: SeenTable, column: string): string {
  const { values, numbers } = valuesIn(table, column);
  if (numbers !== undefined && values.length > MOST_VALUES) {
    const range = `${numbers[0]!.value} to ${numbers.at(-1)!.value}`;
    const cut = proposal(table, column);
    return cut === column ? range : `${range}; as two groups ${cut}`;
  }
  const shown = values.slice(0, MOST_VALUES).map(shortened).join(', ');
  return values.length > MOST_VALUES ? `${shown}, … (${values.length} values)` : shown;
}

const MOST_VALUES = 8;
/** A number with more values than this is cut in two. */
const MOST_GROUPS = 12;

/** What the column holds, without what is missing; and the numbers in ascending order where all are numbers. */
function valuesIn({ counts }: SeenTable, column: string) {
  const { wordOf } = missingValues();
  const known = (counts.get(column) ?? []).filter(({ text }) => wordOf(text) === undefined);
  // 35,5 is a number too where all others are.
  const numberOf = numberMarks(known.map(({ text }) => text))?.numberOf ?? numberFrom;
  const numbers = known.map(({ text, rows }) => ({ value: numberOf(text), rows }));
  return {
    values: known.map(({ text }) => text).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })),
    numbers:
      known.length === 0 || numbers.some(({ value }) => !Number.isFinite(value))
        ? undefined
        : numbers.toSorted((a, b) => a.value - b.value),
  };
}

/** The column as it is, or a number cut where about half of the rows are on either side. */
export function proposal(table: SeenTable, column: string): string {
  const { values, numbers } = valuesIn(table, column);
  const value = numbers && values.length > MOST_GROUPS ? middleOf(numbers) : undefined;
  const rule =
    value === undefined ? ({ kind: 'asIs' } as const) : ({ kind: 'threshold', comparison: '>=', value } as const);
  return formatAttribute({ column, rule });
}

/** Above the least, so that somebody is below it. */
function middleOf(numbers: readonly { readonly value: number; readonly rows: number }[]): number | undefined {
  const all = numbers.reduce((sum, { rows }) => sum + rows, 0);
  let below = numbers[0]!.rows;
  for (let at = 1; at < numbers.length; at++) {
    if (2 * (below + numbers[at]!.rows) > all) return numbers[at]!.value;
    below += numbers[at]!.rows;
  }
  return numbers.at(-1)?.value;
}

async function askForLayout(given: AskedFlags, table: SeenTable, dialogue: Dialogue): Promise<AskedFlags | undefined> {
  const { guessed } = table;
  if (given.itemColumns !== undefined) return {};
  const named = (role: GuessedRole) => guessed.columns.find((column) => column.role === role)?.column;
  if (guessed.shape === 'long') {
    return {
      userColumn: given.userColumn ?? named('user'),
      itemColumn: given.itemColumn ?? named('itemId'),
      ratingColumn: given.ratingColumn ?? named('rating'),
    };
  }
  const items = guessed.columns.flatMap(({ role }, at) => (role === 'item' ? [at + 1] : []));
  const proposed = items.length === 0 ? undefined : columnRange(items);
  const wanted =
    proposed === undefined
      ? 'Which columns are items? Positions (5-404), names (E1..O10) or a pattern; Enter to stop: '
      : `Which columns are items? Positions (5-404), names (E1..O10) or a pattern [${proposed}]: `;
  const itemColumns = await untilRight(wanted, proposed, dialogue, (text) => requireItems(table, text));
  if (itemColumns === undefined) return undefined;
  const user = given.userColumn ?? named('user');
  return { itemColumns, userColumn: user };
}

function requireItems({ path, names }: SeenTable, text: string): void {
  if (chooseItemColumns(path, names, itemColumnsFrom(text)).length < 2) throw new Error('give at least two items');
}

async function askForAttribute(
  flags: AskedFlags,
  table: SeenTable,
  looking: Looking,
  dialogue: Dialogue,
): Promise<AskedFlags | undefined> {
  const found = inferable(table);
  if (found.length === 0 && flags.usersTable === undefined && flags.itemColumns === undefined) {
    dialogue.say('None of its columns is about people.');
  }
  const elsewhere =
    flags.usersTable ??
    (found.length === 0 && flags.itemColumns === undefined
      ? await untilRight('Which file has one row per person, with attributes? Enter to stop: ', undefined, dialogue)
      : undefined);
  if (elsewhere !== undefined) {
    const own = await fromPeople(elsewhere, looking, dialogue);
    return own && { usersTable: elsewhere, ...own };
  }
  if (found.length === 0 && flags.itemColumns === undefined) return undefined;
  return attributeOf(table, looking, dialogue);
}

async function fromPeople(path: string, looking: Looking, dialogue: Dialogue): Promise<AskedFlags | undefined> {
  const table = await lookAt(path, looking);
  showColumns(table, dialogue);
  return attributeOf(table, looking, dialogue);
}

async function attributeOf(table: SeenTable, looking: Looking, dialogue: Dialogue): Promise<AskedFlags | undefined> {
  const found = inferable(table);
  const first = found[0];
  const prompt = `What should be inferred? A number from the list, a column, or an expression such as age>=35 [${first === undefined ? 'Enter to stop' : proposal(table, first)}]: `;
  const meant = (text: string) => {
    const numbered = /^\d+$/.test(text) ? found[Number(text) - 1] : undefined;
    if (numbered !== undefined) return proposal(table, numbered);
    // A header may have signs that mean something in an expression.
    return table.names.includes(text) ? formatAttribute({ column: text, rule: { kind: 'asIs' } }) : text;
  };
  const answer = await untilRight(prompt, first && proposal(table, first), dialogue, (text) =>
    requireGroups(table, meant(text), looking),
  );
  return answer === undefined ? undefined : { attribute: meant(answer) };
}

/** More groups than this are free text, or numbers that were meant to be cut. */
const TOO_MANY = 50;

/** A wrong column or expression is told here, and not after everything else was asked. */
async function requireGroups({ path, names }: SeenTable, text: string, { counts }: Looking): Promise<void> {
  const expression = parseAttribute(text);
  const column = requireColumn(path, names, expression.column, 'the attribute');
  const cells = (await counts(path, [column])).get(column)!;
  const table = createTable(path, [[column, { kind: 'texts', values: cells.map((cell) => cell.text) }]]);
  if (expression.rule.kind === 'number') {
    numberRows(table, { ...expression, column });
    return;
  }
  const { labels } = labelRows(table, { ...expression, column, rule: expression.rule });
  if (labels.length < 2) throw new Error(`"${text}" makes ${labels.length === 0 ? 'no group' : 'one group only'}`);
  if (labels.length > TOO_MANY) {
    throw new Error(
      `"${text}" makes ${labels.length} groups: cut a number (age>=35), or name a column with few values`,
    );
  }
}

/** The folder, where nothing else is missing. */
export async function askForOutput(
  path: string,
  given: AskedFlags,
  dialogue: Dialogue,
): Promise<AskedFlags | undefined> {
  if (given.output !== undefined) return { output: given.output };
  const proposed = `${basename(path)
    .replace(/(\.[a-z]+){1,2}$/i, '')
    .replaceAll(/[^\p{L}\d._-]+/gu, '-')}-audit`;
  const output = await untilRight(
    `Into which folder should the report go? [${proposed}]: `,
    proposed,
    dialogue,
    requireFolder,
  );
  return output === undefined ? undefined : { output };
}

/** Asks until an answer passes; an empty one is the proposal, and where there is none, the end. */
async function untilRight(
  prompt: string,
  proposed: string | undefined,
  { ask, say }: Dialogue,
  check: (text: string) => unknown = () => undefined,
): Promise<string | undefined> {
  for (;;) {
    const answer = await ask(prompt);
    const text = answer === '' ? proposed : answer;
    if (text === undefined) return undefined;
    try {
      await check(text);
      return text;
    } catch (problem) {
      if (!(problem instanceof Error)) throw problem;
      say(`  ${problem.message}`, ...(problem instanceof UlteriorError ? [`  try: ${problem.advice}`] : []));
    }
  }
}
