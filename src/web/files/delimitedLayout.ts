/**
 * Delimiter, header and columns of a text table, guessed from its first record where they are not given. The command line
 * guesses in the same way; a test holds the two against each other.
 */
import { cleanText, distinctNames } from '../../tables/index.ts';
import { RecordCutter } from './recordCutter.ts';

export interface DelimitedOptions {
  readonly delimiter?: string | undefined;
  /** Whether the first line names the columns. */
  readonly header?: boolean | undefined;
  /** Names of the columns of a file without a header. */
  readonly columnNames?: readonly string[] | undefined;
}

export interface DelimitedLayout {
  readonly delimiter: string;
  /** Empty where quotes are ordinary letters, as in the files of MovieLens. */
  readonly quote: '"' | '';
  readonly header: boolean;
  /** Distinct. */
  readonly names: readonly string[];
}

/** `head` is the beginning of the text. */
export function delimitedLayout(name: string, head: string, options: DelimitedOptions = {}): DelimitedLayout {
  const delimiter = options.delimiter || guessDelimiter(head);
  const quote = delimiter === '::' || delimiter === '|' ? '' : '"';
  const cells = firstRecord(name, head, delimiter, quote);
  const header = options.header ?? cells.every((cell) => cell.trim() !== '' && Number.isNaN(Number(cell)));
  return { delimiter, quote, header, names: columnNames(cells, header, options.columnNames) };
}

function guessDelimiter(text: string): string {
  const line = text.split(/\r?\n/, 1)[0]!.replaceAll(/"[^"]*"/g, '');
  if (line.includes('::')) return '::';
  const counts = ['\t', ',', ';', '|'].map((sign) => ({ sign, count: line.split(sign).length }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).sign;
}

function firstRecord(name: string, head: string, delimiter: string, quote: '"' | ''): readonly string[] {
  let first: readonly string[] | undefined;
  const cutter = new RecordCutter(name, { delimiter, quote }, (cells) => {
    first = cells;
    return true;
  });
  cutter.push(head);
  cutter.end();
  return first ?? [];
}

function columnNames(cells: readonly string[], header: boolean, given: readonly string[] | undefined): string[] {
  return distinctNames(cells.map((cell, n) => (header ? cleanText(cell) : given?.[n]) || `column${n + 1}`));
}
