/** Changed inputs: bytes, blocks, numbers, words of the program, pieces of other inputs, and what comparisons asked for. */
const LONGEST = 4096;
const ODD_NUMBERS = [
  0,
  1,
  2,
  7,
  8,
  16,
  127,
  128,
  255,
  256,
  32767,
  32768,
  65535,
  65536,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32 - 1,
];
const ODD_TEXTS = [
  '-1',
  '0',
  '1e308',
  '-0',
  'NaN',
  '1e-9',
  '9007199254740993',
  'null',
  '[]',
  '{}',
  '""',
  '"__proto__"',
  '\u0000',
];

/** Numbers from 0 to just below 1: the same for the same seed. */
export function randomFrom(seed) {
  let state = (seed * 2654435761 + 1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export class Mutator {
  #random;
  #words;

  constructor(random, words) {
    this.#random = random;
    this.#words = words.map((word) => Buffer.from(word));
  }

  below(count) {
    return Math.floor(this.#random() * count);
  }

  one(list) {
    return list[this.below(list.length)];
  }

  /** `pairs`: what the run of this input compared, so that one side can be put in the place of the other. */
  changed(input, pairs, others) {
    let bytes = Buffer.from(input);
    const times = 1 + this.below(1 << this.below(5));
    for (let n = 0; n < times; n++) bytes = this.#step(bytes, pairs, others);
    return bytes.subarray(0, LONGEST);
  }

  #step(bytes, pairs, others) {
    const at = this.below(bytes.length + 1);
    const length = Math.min(bytes.length - at, 1 + this.below(1 << this.below(8)));
    const put = (piece, over = 0) => Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at + over)]);
    switch (this.below(12)) {
      case 0:
        return put(Buffer.alloc(0), length);
      case 1:
        return put(Buffer.from(Array.from({ length: 1 + this.below(8) }, () => this.below(256))), this.below(9));
      case 2:
        return put(bytes.subarray(at, at + length));
      case 3: {
        const from = this.below(bytes.length + 1);
        return put(bytes.subarray(from, from + length), this.one([0, length]));
      }
      case 4: {
        const other = this.one(others);
        const from = this.below(other.length + 1);
        return put(other.subarray(from, from + 1 + this.below(64)), this.one([0, length]));
      }
      case 5:
        return put(this.one(this.#words), this.one([0, 0, length]));
      case 6:
        return put(Buffer.from(this.one(ODD_TEXTS)), this.one([0, length]));
      case 7:
        return this.#oddNumber(bytes, at);
      case 8:
        return this.#otherDigits(bytes);
      case 9:
      case 10:
        return pairs.length > 0 ? this.#asCompared(bytes, this.one(pairs)) : put(this.one(this.#words));
      default: {
        if (bytes.length === 0) return put(Buffer.from([this.below(256)]));
        const flipped = Buffer.from(bytes);
        flipped[this.below(bytes.length)] ^= 1 << this.below(8);
        return flipped;
      }
    }
  }

  #oddNumber(bytes, at) {
    const size = this.one([1, 2, 4, 8]);
    if (at + size > bytes.length) return bytes;
    const changed = Buffer.from(bytes);
    const value = this.one(ODD_NUMBERS);
    if (size === 8) changed.writeBigUInt64LE(BigInt(value), at);
    else if (this.below(4) === 0) changed.writeUIntBE(value % 2 ** (8 * size), at, size);
    else changed.writeUIntLE(value % 2 ** (8 * size), at, size);
    return changed;
  }

  /** A number in the text becomes another one. */
  #otherDigits(bytes) {
    const text = bytes.toString('latin1');
    const numbers = [...text.matchAll(/\d+/g)];
    if (numbers.length === 0) return bytes;
    const { index, 0: digits } = this.one(numbers);
    const next = this.one([
      String(Number(digits) + 1),
      String(Math.max(0, digits - 1)),
      String(this.one(ODD_NUMBERS)),
      '',
      `-${digits}`,
    ]);
    return Buffer.from(text.slice(0, index) + next + text.slice(index + digits.length), 'latin1');
  }

  #asCompared(bytes, [one, other]) {
    const [from, to] = this.below(2) === 0 ? [one, other] : [other, one];
    const [piece, instead] = [Buffer.from(String(from)), Buffer.from(String(to))];
    if (piece.length === 0) return bytes;
    const found = bytes.indexOf(piece, this.below(bytes.length + 1));
    const at = found < 0 ? bytes.indexOf(piece) : found;
    if (at >= 0) return Buffer.concat([bytes.subarray(0, at), instead, bytes.subarray(at + piece.length)]);
    const byte = typeof from === 'number' && typeof to === 'number' ? bytes.indexOf(from & 255) : -1;
    if (byte < 0) return bytes;
    const changed = Buffer.from(bytes);
    changed[byte] = to & 255;
    return changed;
  }
}
