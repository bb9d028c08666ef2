/**
 * `ulterior audit` with nothing but a file: shows what its columns seem to mean, asks for what is missing, and gives the
 * flags that say the same. Every answer has a default; a wrong one is explained and asked again.
 */
import { basename } from 'node:path';
import { UlteriorError } from '../../errors/index.ts';
import {
  chooseItemColumns,
  columnRange,
  formatAttribute,
  type GuessedRole,
  guessColumns,
  itemColumnsFrom,
  parseAttribute,
  requireColumn,
  type SampleRow,
  type TableGuess,
} from '../../tables/index.ts';

export interface Dialogue {
  /** Undefined where the input has ended. */
  readonly ask: (prompt: string) => Promise<string | undefined>;
  readonly say: (...lines: string[]) => void;
}

interface Preview {
  readonly names: readonly string[];
  readonly rows: readonly SampleRow[];
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
  preview: (path: string) => Promise<Preview>,
  dialogue: Dialogue,
): Promise<AskedFlags | undefined> {
  if (given.attribute !== undefined) return askForOutput(path, given, dialogue);
  const table = await preview(path);
  const guessed = guessColumns(table.names, table.rows);
  showColumns(path, table, guessed, dialogue);
  const layout = await askForLayout(path, given, table, guessed, dialogue);
  if (layout === undefined) return undefined;
  const attribute = await askForAttribute(path, { ...given, ...layout }, table, guessed, preview, dialogue);
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

function showColumns(path: string, table: Preview, guessed: TableGuess, { say }: Dialogue): void {
  say(`${basename(path)} seems to be this: ${guessed.reason}.`, '');
  for (const [role, word] of ROLES) {
    const own = guessed.columns.filter((column) => column.role === role);
    if (own.length > 0) say(`  ${word.padEnd(10)} ${summed(own.map(({ column }) => column))}`);
  }
  for (const [n, { column }] of attributesIn(guessed).entries()) {
    say(`  ${(n === 0 ? 'attributes' : '').padEnd(10)} ${n + 1}  ${shortened(column)}: ${valuesOf(table, column)}`);
  }
  say('');
}

const attributesIn = ({ columns }: TableGuess) => columns.filter(({ role }) => role === 'attribute');

function summed(columns: readonly string[]): string {
  if (columns.length <= 3) return columns.map(shortened).join(', ');
  return `${columns.length} columns, from ${shortened(columns[0]!)} to ${shortened(columns.at(-1)!)}`;
}

const shortened = (text: string) => (text.length > 50 ? `${text.slice(0, 49)}…` : text);

function valuesOf(table: Preview, column: string): string {
  const { values, numbers } = valuesIn(table, column);
  if (numbers !== undefined && values.length > MOST_VALUES) {
    return `${numbers[0]} to ${numbers.at(-1)}; as two groups ${proposal(table, column)}`;
  }
  const shown = values.slice(0, MOST_VALUES).map(shortened).join(', ');
  return values.length > MOST_VALUES ? `${shown}, … (${values.length} values)` : shown;
}

const MOST_VALUES = 8;
/** A number with more values than this is cut in two. */
const MOST_GROUPS = 12;

/** Different values in the first rows, and the numbers in ascending order where all are numbers. */
function valuesIn({ names, rows }: Preview, column: string) {
  const at = names.indexOf(column);
  const texts = rows.flatMap((row) => (row[at] === undefined || row[at] === '' ? [] : [row[at]]));
  const numbers = texts.map(Number);
  return {
    values: [...new Set(texts)].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })),
    numbers: texts.length === 0 || numbers.some(Number.isNaN) ? undefined : numbers.toSorted((a, b) => a - b),
  };
}

/** The column as it is, or a number cut at the median of the first rows. */
export function proposal(table: Preview, column: string): string {
  const { values, numbers } = valuesIn(table, column);
  if (numbers === undefined || values.length <= MOST_GROUPS) return formatAttribute({ column, rule: { kind: 'asIs' } });
  const value = numbers[Math.floor(numbers.length / 2)]!;
  return formatAttribute({ column, rule: { kind: 'threshold', comparison: '>=', value } });
}

async function askForLayout(
  path: string,
  given: AskedFlags,
  { names }: Preview,
  guessed: TableGuess,
  dialogue: Dialogue,
): Promise<AskedFlags | undefined> {
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
  const itemColumns = await untilRight(wanted, proposed, dialogue, (text) => {
    if (chooseItemColumns(path, names, itemColumnsFrom(text)).length < 2) throw new Error('two items are the least');
  });
  if (itemColumns === undefined) return undefined;
  const user = given.userColumn ?? named('user');
  return { itemColumns, userColumn: user };
}

async function askForAttribute(
  path: string,
  flags: AskedFlags,
  table: Preview,
  guessed: TableGuess,
  preview: (path: string) => Promise<Preview>,
  dialogue: Dialogue,
): Promise<AskedFlags | undefined> {
  const found = attributesIn(guessed);
  if (found.length === 0 && flags.usersTable === undefined && flags.itemColumns === undefined) {
    dialogue.say('No column of it says something about people.');
  }
  const elsewhere =
    flags.usersTable ??
    (found.length === 0 && flags.itemColumns === undefined
      ? await untilRight('Which file has one row per person, with attributes? Enter to stop: ', undefined, dialogue)
      : undefined);
  if (elsewhere !== undefined) {
    const own = await fromPeople(elsewhere, preview, dialogue);
    return own && { usersTable: elsewhere, ...own };
  }
  if (found.length === 0 && flags.itemColumns === undefined) return undefined;
  return attributeOf(
    path,
    table,
    found.map(({ column }) => column),
    dialogue,
  );
}

async function fromPeople(
  path: string,
  preview: (path: string) => Promise<Preview>,
  dialogue: Dialogue,
): Promise<AskedFlags | undefined> {
  const table = await preview(path);
  const guessed = guessColumns(table.names, table.rows);
  showColumns(path, table, guessed, dialogue);
  return attributeOf(
    path,
    table,
    attributesIn(guessed).map(({ column }) => column),
    dialogue,
  );
}

async function attributeOf(
  path: string,
  table: Preview,
  found: readonly string[],
  dialogue: Dialogue,
): Promise<AskedFlags | undefined> {
  const first = found[0];
  const prompt = `What should be inferred? A number from the list, a column, or an expression such as age>=35 [${first === undefined ? 'Enter to stop' : proposal(table, first)}]: `;
  const meant = (text: string) => {
    const numbered = /^\d+$/.test(text) ? found[Number(text) - 1] : undefined;
    return numbered === undefined ? text : proposal(table, numbered);
  };
  const answer = await untilRight(prompt, first && proposal(table, first), dialogue, (text) =>
    requireColumn(path, table.names, parseAttribute(meant(text)).column, 'the attribute'),
  );
  return answer === undefined ? undefined : { attribute: meant(answer) };
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
  const output = await untilRight(`Into which folder should the report go? [${proposed}]: `, proposed, dialogue);
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
      check(text);
      return text;
    } catch (problem) {
      if (!(problem instanceof Error)) throw problem;
      say(`  ${problem.message}`, ...(problem instanceof UlteriorError ? [`  try: ${problem.advice}`] : []));
    }
  }
}
