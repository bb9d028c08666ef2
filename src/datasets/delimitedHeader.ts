/** Delimiter, header and columns of a text table, from its first line. Guessed only where they are not given. */

import { UlteriorError } from '../errors/index.ts';
import { cleanText, distinctNames } from '../tables/index.ts';

export type Encoding = 'utf-8' | 'latin-1';

export interface DelimitedOptions {
  readonly delimiter?: string | undefined;
  /** Whether the first line names the columns. */
  readonly header?: boolean | undefined;
  readonly encoding?: Encoding | undefined;
  /** Names of the columns of a file without a header. */
  readonly columnNames?: readonly string[] | undefined;
}

export interface DelimitedLayout {
  readonly delimiter: string;
  /** Empty where quotes are ordinary letters, as in the files of MovieLens. */
  readonly quote: '"' | '';
  readonly header: boolean;
  readonly encoding: Encoding;
  /** Distinct. */
  readonly names: readonly string[];
}

export function delimitedLayout(path: string, head: Uint8Array, options: DelimitedOptions): DelimitedLayout {
  const encoding = options.encoding ?? 'utf-8';
  const text = decodeHead(path, head, encoding);
  const delimiter = options.delimiter ?? guessDelimiter(text);
  const quote = delimiter === '::' || delimiter === '|' ? '' : '"';
  const cells = firstRecord(text, delimiter, quote);
  const header = options.header ?? cells.every((cell) => cell.trim() !== '' && Number.isNaN(Number(cell)));
  return { delimiter, quote, header, encoding, names: columnNames(cells, header, options.columnNames) };
}

/** Only the first line is decoded strictly: the head may end in the middle of a character. */
function decodeHead(path: string, head: Uint8Array, encoding: Encoding): string {
  if (encoding === 'latin-1') return Buffer.from(head).toString('latin1');
  const end = head.indexOf(10);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(end < 0 ? head : head.subarray(0, end));
  } catch {
    throw wrongEncoding(path, 'line 1', encoding);
  }
  return new TextDecoder('utf-8').decode(head);
}

export function wrongEncoding(path: string, line: string, encoding: Encoding): UlteriorError {
  return new UlteriorError(
    'FILE_ENCODING',
    `"${path}" is not in ${encoding}: ${line} has bytes that mean nothing there`,
    'set the encoding to latin-1, or convert the file to utf-8',
    { path, line, encoding },
  );
}

function guessDelimiter(text: string): string {
  const line = text.split(/\r?\n/, 1)[0]!.replaceAll(/"[^"]*"/g, '');
  if (line.includes('::')) return '::';
  const counts = ['\t', ',', ';', '|'].map((sign) => ({ sign, count: line.split(sign).length }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).sign;
}

/** The cells of the first record, which may go over several lines inside quotes. */
function firstRecord(text: string, delimiter: string, quote: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let inQuotes = false;
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at++) {
    const sign = text[at]!;
    if (quote !== '' && sign === quote) {
      if (inQuotes && text[at + 1] === quote) {
        cell += quote;
        at++;
      } else inQuotes = !inQuotes;
    } else if (inQuotes) cell += sign;
    else if (text.startsWith(delimiter, at)) {
      cells.push(cell);
      cell = '';
      at += delimiter.length - 1;
    } else if (sign === '\n' || sign === '\r') break;
    else cell += sign;
  }
  return [...cells, cell];
}

function columnNames(cells: readonly string[], header: boolean, given: readonly string[] | undefined): string[] {
  return distinctNames(cells.map((cell, n) => (header ? cleanText(cell) : given?.[n]) || `column${n + 1}`));
}
