/** Columns that grow row by row. Nothing is created per row but the text of the cell. */
import type { UlteriorError } from '../../errors/index.ts';
import {
  type CodedColumn,
  idMissing,
  lenientNumber,
  type MissingValues,
  missingValues,
  type NumberColumn,
  numberFrom,
  permutation,
  ratingNotNumeric,
  sortIds,
} from '../../tables/index.ts';

/** What went wrong, once the line of a row is known; undefined where nothing did. */
export type Complaint = (file: string, lineOf: (row: number) => string) => UlteriorError | undefined;

/** Ids as codes in the order of `sortIds`. */
export class IdBuilder {
  readonly #kind: 'user' | 'item';
  readonly #codes = new GrowingArray(Uint32Array);
  readonly #places = new Map<string, number>();
  #missing = 0;
  #firstMissing = 0;

  constructor(kind: 'user' | 'item') {
    this.#kind = kind;
  }

  add(text: string | undefined, row: number): void {
    let code = 0;
    if (text === undefined) {
      if (this.#missing++ === 0) this.#firstMissing = row;
    } else {
      const known = this.#places.get(text);
      code = known ?? this.#places.size;
      if (known === undefined) this.#places.set(text, code);
    }
    this.#codes.push(code);
  }

  complaint: Complaint = (file, lineOf) =>
    this.#missing === 0 ? undefined : idMissing(file, lineOf(this.#firstMissing), this.#missing, this.#kind);

  finish(): CodedColumn {
    const found = [...this.#places.keys()];
    const ids = sortIds(found);
    const places = permutation(found, ids);
    const codes = this.#codes.finish();
    for (let row = 0; row < codes.length; row++) codes[row] = places[codes[row]!]!;
    return { kind: 'codes', codes, ids };
  }
}

/** Ratings in single precision: NaN for what is no finite number. `complaint` names what is not missing either. */
export class RatingBuilder {
  readonly #values = new GrowingArray(Float32Array);
  readonly #noNumbers = new Map<string, number>();
  readonly #cut = new Map<string, number>();
  readonly #missing: MissingValues;
  readonly #lenient: boolean;
  readonly #numberOf: ((text: string) => number) | undefined;
  /** Some of the plain numbers: the first, and the first with a point. */
  readonly #plain = new Map<boolean, string>();
  #bad = 0;
  #first: { readonly row: number; readonly text: string | undefined } | undefined;

  constructor(missing: MissingValues = missingValues(), lenient = false, numberOf?: (text: string) => number) {
    this.#missing = missing;
    this.#lenient = lenient;
    this.#numberOf = numberOf;
  }

  /** What is neither a number nor missing, and some of the numbers; nothing where all are numbers. */
  get texts(): string[] {
    const others = [...this.#noNumbers.keys(), ...this.#cut.keys()];
    const words = others.filter((text) => this.#missing.wordOf(text) === undefined);
    return words.length === 0 ? [] : [...words, ...this.#plain.values()];
  }

  add(text: string | undefined, row: number): void {
    const isMissing = () => this.#missing.wordOf(text) !== undefined;
    let value = Math.fround(numberFrom(text));
    if (this.#numberOf !== undefined && !isMissing()) value = Math.fround(this.#numberOf(text!));
    if (this.#lenient && Number.isNaN(value) && !isMissing()) {
      value = Math.fround(lenientNumber(text));
      if (!Number.isNaN(value)) count(this.#cut, text!.trim());
    }
    if (!Number.isFinite(value)) {
      count(this.#noNumbers, text ?? '');
      if (!isMissing()) {
        this.#bad++;
        this.#first ??= { row, text };
      }
    } else if (this.#plain.size < 2) this.#plain.set(Number.isInteger(value), text!);
    this.#values.push(Number.isFinite(value) ? value : Number.NaN);
  }

  complaint: Complaint = (file, lineOf) =>
    this.#first && ratingNotNumeric(file, lineOf(this.#first.row), this.#first.text, this.#bad);

  finish(): NumberColumn & { readonly values: Float32Array } {
    const values = this.#values.finish();
    return {
      kind: 'numbers',
      values,
      ...(this.#noNumbers.size > 0 && { noNumbers: this.#noNumbers }),
      ...(this.#cut.size > 0 && { cut: this.#cut }),
    };
  }
}

function count(cells: Map<string, number>, text: string): void {
  cells.set(text, (cells.get(text) ?? 0) + 1);
}

/** Times as numbers, or as dates in seconds; NaN where there is neither. */
export class TimeBuilder {
  readonly #values = new GrowingArray(Float64Array);

  add(text: string | undefined): void {
    const number = numberFrom(text);
    this.#values.push(Number.isNaN(number) ? secondsOf(text) : number);
  }

  finish(): NumberColumn {
    return { kind: 'numbers', values: this.#values.finish() };
  }
}

/** A date without a zone is taken for one in universal time: the same everywhere. */
function secondsOf(text: string | undefined): number {
  const plain = text?.trim().replace(' ', 'T') ?? '';
  if (!/^\d{4}-\d{2}-\d{2}/.test(plain)) return Number.NaN;
  const zoned = /T.*(Z|[+-]\d{2}(:?\d{2})?)$/.test(plain);
  return Date.parse(plain.includes('T') && !zoned ? `${plain}Z` : plain) / 1000;
}

type Numbers = Uint32Array<ArrayBuffer> | Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

class GrowingArray<Values extends Numbers> {
  readonly #make: new (
    length: number,
  ) => Values;
  #values: Values;
  #length = 0;

  constructor(make: new (length: number) => Values) {
    this.#make = make;
    this.#values = new make(1024);
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new this.#make(2 * this.#length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  finish(): Values {
    return this.#values.slice(0, this.#length) as Values;
  }
}
