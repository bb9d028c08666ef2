/**
 * Delimiter, header and columns of a text table, from its beginning. Guessed only where they are not given. The command
 * line and the page read files in their own ways and share this.
 */

import { cleanText } from '../cells/cleanText.ts';
import { distinctNames } from '../cells/distinctNames.ts';
import { missingValues } from '../cells/missingValues.ts';
import { numberFrom } from '../cells/table.ts';
import { looksLikeHeader } from './headerGuess.ts';

export interface LayoutOptions {
  readonly delimiter?: string | undefined;
  /** Whether the first line names the columns. */
  readonly header?: boolean | undefined;
  /** Names of the columns of a file without a header. */
  readonly columnNames?: readonly string[] | undefined;
}

export interface TextLayout {
  /** One space stands for any run of spaces, also at the ends of a line. */
  readonly delimiter: string;
  /** Empty where quotes are ordinary letters, as in the files of MovieLens. */
  readonly quote: '"' | '';
  readonly header: boolean;
  /** Distinct. Column k of a file without a header is named k, a column with a blank header "column" and its number. */
  readonly names: readonly string[];
}

export const SPACES = ' ';

/** Records from which it is seen whether the first one is a header. */
const LOOKED_AT = 50;

/** `head` is the beginning of the text. */
export function textLayout(head: string, options: LayoutOptions = {}): TextLayout {
  const delimiter = options.delimiter || guessDelimiter(head);
  const quote = delimiter === '::' || delimiter === '|' ? '' : '"';
  const [first = [''], ...below] = headRecords(head, delimiter, quote);
  return { delimiter, quote, ...textNames(first, below, options) };
}

/** Whether the first record names the columns, and the names. */
export function textNames(
  first: readonly string[],
  below: readonly (readonly string[])[],
  options: LayoutOptions,
): Pick<TextLayout, 'header' | 'names'> {
  const header = options.header ?? looksLikeHeader(first, below);
  const cells = header && lacksIndex(first, below) ? ['', ...first] : first;
  return { header, names: columnNames(cells, header, options.columnNames) };
}

/** R names every column but that of the row names. */
function lacksIndex(first: readonly string[], below: readonly (readonly string[])[]): boolean {
  const longer = below.length > 0 && below.every((cells) => cells.length === first.length + 1);
  // A delimiter at the end of every line begins no cell.
  return longer && below.some((cells) => cells.at(-1) !== '');
}

/** The name of a column whose header is blank. */
export function blankName(place: number): string {
  return `column${place + 1}`;
}

function guessDelimiter(text: string): string {
  const line = text.replace(/^\uFEFF?[\r\n]*/, '').split(/\r?\n/, 1)[0]!;
  const bare = line.replaceAll(/"[^"]*"/g, '');
  if (bare.includes('::')) return '::';
  const counts = ['\t', ',', ';', '|'].map((sign) => ({ sign, count: bare.split(sign).length }));
  const best = counts.reduce((most, next) => (next.count > most.count ? next : most));
  return best.count === 1 && isSpaced(text) ? SPACES : best.sign;
}

/** A line of words is a text, such as a title. It is a row if all have as many, half of them numbers or some in quotes. */
function isSpaced(text: string): boolean {
  const records = headRecords(text, SPACES, '"');
  const [first = [], ...others] = records;
  const below = others.length === 0 ? records : others;
  const columns = below[0]?.length ?? 0;
  if (columns < 2 || below.some((words) => words.length !== columns)) return false;
  if (first.length !== columns && !lacksIndex(first, below)) return false;
  const missing = missingValues();
  const isNumber = (word: string) => missing.wordOf(word) !== undefined || !Number.isNaN(numberFrom(word));
  const numbers = below[0]!.filter((_, at) => below.every((words) => isNumber(words[at]!))).length;
  return 2 * numbers >= columns || /" +\S/.test(text.split('\n', 1)[0]!);
}

/**
 * The first records, without blank lines; a record may go over several lines inside quotes. The head may end anywhere,
 * so a last record that no line end follows is left out unless it is the only one.
 */
export function headRecords(text: string, delimiter: string, quote: string, most = LOOKED_AT): string[][] {
  const records: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let inQuotes = false;
  const endRecord = () => {
    const all = [...cells, cell];
    if (delimiter === SPACES) while (all.length > 1 && all.at(-1) === '') all.pop();
    if (all.length > 1 || all[0] !== '') records.push(all);
    cells = [];
    cell = '';
  };
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length && records.length <= most; at++) {
    const sign = text[at]!;
    if (quote !== '' && sign === quote) {
      if (inQuotes && text[at + 1] === quote) {
        cell += quote;
        at++;
      } else inQuotes = !inQuotes;
    } else if (inQuotes) cell += sign;
    else if (text.startsWith(delimiter, at)) {
      // The second space of a run, or one that begins the line, ends no cell.
      if (delimiter !== SPACES || cell !== '') {
        cells.push(cell);
        cell = '';
      }
      at += delimiter.length - 1;
    } else if (sign === '\n' || sign === '\r') endRecord();
    else cell += sign;
  }
  if (records.length === 0) endRecord();
  return records;
}

function columnNames(cells: readonly string[], header: boolean, given: readonly string[] | undefined): string[] {
  return distinctNames(
    cells.map((cell, n) => (header ? cleanText(cell) || blankName(n) : (given?.[n] ?? String(n + 1)))),
  );
}
