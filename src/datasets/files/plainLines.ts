/**
 * Walks over the bytes of plain lines. Each method reads what it is named after from where the last one stopped, and
 * says so where it finds something else:
 *
 *     id      0, or digits that do not begin with 0, below 2^22
 *     rating  up to seven digits, with a minus or a point where needed: 4, 3.5, -1
 *     other   printable ASCII without quotes
 *
 * An id has no other spelling, so that the number can stand for the text.
 */

const [SPACE, QUOTE, MINUS, POINT, ZERO, NINE, DELETE] = [32, 34, 45, 46, 48, 57, 127];

/** A table over all ids up to the largest stays below 16 MB. */
const MOST_IDS = 2 ** 22;

const MOST_DIGITS = 7;
const POWERS_OF_TEN = Float64Array.from({ length: MOST_DIGITS + 1 }, (_, power) => 10 ** power);

export class PlainLines {
  readonly #bytes: Uint8Array;
  readonly #delimiter: Uint8Array;
  readonly #lineEnd: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array, delimiter: string, lineEnd: string) {
    this.#bytes = bytes;
    this.#delimiter = Buffer.from(delimiter);
    this.#lineEnd = Buffer.from(lineEnd);
  }

  get ended(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** -1 for none. */
  id(): number {
    const bytes = this.#bytes;
    const start = this.#at;
    let at = start;
    let value = 0;
    for (let byte = bytes[at]!; byte >= ZERO && byte <= NINE && value < MOST_IDS; byte = bytes[++at]!) {
      value = 10 * value + byte - ZERO;
    }
    this.#at = at;
    const digits = at - start;
    return digits === 0 || value >= MOST_IDS || (digits > 1 && bytes[start] === ZERO) ? -1 : value;
  }

  /**
   * NaN for none. Whole numbers of seven digits are exact in single precision; the quotient of two such numbers,
   * rounded to double and then to single precision, is the single nearest to it (53 >= 2 * 24 + 2): what the database
   * makes of the text.
   */
  rating(): number {
    const bytes = this.#bytes;
    const negative = bytes[this.#at] === MINUS;
    let at = negative ? this.#at + 1 : this.#at;
    let value = 0;
    let digits = 0;
    let decimals = -1;
    for (; digits <= MOST_DIGITS; at++) {
      const byte = bytes[at]!;
      if (byte >= ZERO && byte <= NINE) {
        value = 10 * value + byte - ZERO;
        digits++;
        if (decimals >= 0) decimals++;
      } else if (byte === POINT && decimals < 0 && digits > 0) decimals = 0;
      else break;
    }
    this.#at = at;
    if (digits === 0 || digits > MOST_DIGITS || decimals === 0) return Number.NaN;
    return (negative ? -value : value) / POWERS_OF_TEN[Math.max(0, decimals)]!;
  }

  /** May be empty. */
  other(): void {
    const bytes = this.#bytes;
    const stop = this.#delimiter[0]!;
    let at = this.#at;
    for (let byte = bytes[at]!; byte >= SPACE && byte < DELETE && byte !== QUOTE && byte !== stop; )
      byte = bytes[++at]!;
    this.#at = at;
  }

  delimiter(): boolean {
    return this.#pass(this.#delimiter);
  }

  lineEnd(): boolean {
    return this.#pass(this.#lineEnd);
  }

  #pass(wanted: Uint8Array): boolean {
    for (let n = 0; n < wanted.length; n++) if (this.#bytes[this.#at + n] !== wanted[n]) return false;
    this.#at += wanted.length;
    return true;
  }
}
