/**
 * Cuts delimited text into records of cells. Text comes in blocks of any size; a record that is not complete yet waits
 * for the next one. A cell in quotes may hold delimiters and line ends, and a doubled quote stands for one. Blank lines
 * are no records.
 */
import { UlteriorError } from '../../errors/index.ts';
import { SPACES } from '../../tables/index.ts';

interface RecordShape {
  /** A space stands for any run of them, also at the ends of a line. */
  readonly delimiter: string;
  /** Empty where quotes are ordinary letters. */
  readonly quote: '"' | '';
}

/** `line` is where the record begins, from 1. The cells are the visitor's to keep. True stops the cutting. */
type RecordVisitor = (cells: string[], line: number) => boolean;

const [LINE_FEED, RETURN, SPACE, QUOTE] = [10, 13, 32, 34];

/** What stands behind a cell. */
type CellEnd = 'delimiter' | 'line' | 'text';

export class RecordCutter {
  readonly #name: string;
  readonly #shape: RecordShape;
  readonly #visit: RecordVisitor;
  #text = '';
  #at = 0;
  #line = 1;
  #lineEnd = '';
  /** No more text will come. */
  #last = false;
  #stopped = false;
  #cell = '';

  constructor(name: string, shape: RecordShape, visit: RecordVisitor) {
    this.#name = name;
    this.#shape = shape;
    this.#visit = visit;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  push(text: string): void {
    this.#text = this.#text.slice(this.#at) + text;
    this.#at = 0;
    while (!this.#stopped && this.#at < this.#text.length && this.#record()) {}
  }

  end(): void {
    this.#last = true;
    this.push('');
  }

  /** False where the record is not complete yet. */
  #record(): boolean {
    const start = this.#at;
    const line = this.#line;
    const cells: string[] = [];
    const spaced = this.#shape.delimiter === SPACES;
    for (;;) {
      while (spaced && this.#text.charCodeAt(this.#at) === SPACE) this.#at++;
      const end = this.#cellEnd();
      if (end === undefined) {
        this.#at = start;
        this.#line = line;
        return false;
      }
      cells.push(this.#cell);
      if (end !== 'delimiter') break;
    }
    const blank = cells.length === 1 && cells[0] === '' && this.#text.charCodeAt(start) !== QUOTE;
    if (!blank) this.#stopped = this.#visit(cells, line);
    return true;
  }

  /** Reads a cell and what stands behind it; undefined where the text ends before that is known. */
  #cellEnd(): CellEnd | undefined {
    const text = this.#text;
    if (this.#shape.quote !== '' && text.charCodeAt(this.#at) === QUOTE) {
      const after = this.#quoted();
      if (after === undefined) return undefined;
      this.#at = after;
      // Spaces behind a quote belong to nothing, unless they part the cells.
      while (this.#shape.delimiter !== SPACES && text.charCodeAt(this.#at) === SPACE) this.#at++;
      return this.#behind();
    }
    const { delimiter } = this.#shape;
    const first = delimiter.charCodeAt(0);
    let at = this.#at;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === LINE_FEED || code === RETURN) break;
      if (code === first && (delimiter.length === 1 || text.startsWith(delimiter, at))) break;
    }
    if (at === text.length && !this.#last) return undefined;
    this.#cell = text.slice(this.#at, at);
    this.#at = at;
    return this.#behind();
  }

  /** Where the text goes on after a cell in quotes. */
  #quoted(): number | undefined {
    const text = this.#text;
    let cell = '';
    for (let from = this.#at + 1; ; ) {
      const close = text.indexOf('"', from);
      if (close < 0 && this.#last) throw malformed(this.#name, this.#line, 'a quote is opened and not closed');
      if (close < 0 || (close + 1 === text.length && !this.#last)) return undefined;
      cell += text.slice(from, close);
      if (text.charCodeAt(close + 1) !== QUOTE) {
        this.#cell = cell;
        this.#line += lineEndsIn(cell);
        return close + 1;
      }
      cell += '"';
      from = close + 2;
    }
  }

  #behind(): CellEnd | undefined {
    const text = this.#text;
    if (this.#at >= text.length) return this.#last ? 'text' : undefined;
    if (text.startsWith(this.#shape.delimiter, this.#at)) {
      this.#at += this.#shape.delimiter.length;
      return 'delimiter';
    }
    const code = text.charCodeAt(this.#at);
    if (code !== LINE_FEED && code !== RETURN) {
      throw malformed(this.#name, this.#line, DISORDER);
    }
    // Whether a line feed follows the return is known only with the next letter.
    if (code === RETURN && this.#at + 1 === text.length && !this.#last) return undefined;
    const lineEnd = code === LINE_FEED ? '\n' : text.charCodeAt(this.#at + 1) === LINE_FEED ? '\r\n' : '\r';
    this.#lineEnd ||= lineEnd;
    if (lineEnd !== this.#lineEnd) throw malformed(this.#name, undefined, DISORDER);
    this.#at += lineEnd.length;
    this.#line++;
    return 'line';
  }
}

const DISORDER = 'its lines end in different ways, or a quote stands where it should not';

export function malformed(name: string, line: number | undefined, reason: string): UlteriorError {
  return new UlteriorError(
    'FILE_MALFORMED',
    `"${name}" cannot be read as a table${line === undefined ? '' : `, at line ${line}`}: ${reason}`,
    'correct the file, or name its format, delimiter and encoding',
    { file: name, line },
  );
}

function lineEndsIn(cell: string): number {
  return cell.includes('\n') || cell.includes('\r') ? cell.split(/\r\n|\r|\n/).length - 1 : 0;
}
