/** Reads numbers and texts from bytes one after another. Bytes that are not there are an error that says so. */
import { UlteriorError } from '../../errors/index.ts';

export class ByteReader {
  readonly #file: string;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  littleEndian = true;
  decoder = new TextDecoder('utf-8');
  at = 0;

  constructor(file: string, bytes: Uint8Array) {
    this.#file = file;
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get ended(): boolean {
    return this.at >= this.#bytes.length;
  }

  /** As many as the file says, each of at least `size` bytes: a number that the file has no room for is not believed. */
  several<Value>(count: number, size: number, read: () => Value): Value[] {
    if (count * size > this.#bytes.length - this.at) throw this.truncated();
    return Array.from({ length: count }, read);
  }

  take(length: number): Uint8Array {
    const from = this.at;
    if (length < 0 || from + length > this.#bytes.length) throw this.truncated();
    this.at += length;
    return this.#bytes.subarray(from, this.at);
  }

  /** Without the spaces and zeros that fill it up. */
  text(length: number): string {
    const bytes = this.take(length);
    const end = bytes.indexOf(0);
    return this.decoder.decode(end < 0 ? bytes : bytes.subarray(0, end)).trimEnd();
  }

  uint8(): number {
    return this.take(1)[0]!;
  }

  int8(): number {
    return this.#view.getInt8(this.#passed(1));
  }

  uint16(): number {
    return this.#view.getUint16(this.#passed(2), this.littleEndian);
  }

  int16(): number {
    return this.#view.getInt16(this.#passed(2), this.littleEndian);
  }

  int32(): number {
    return this.#view.getInt32(this.#passed(4), this.littleEndian);
  }

  /** As a number: files are not that long. */
  uint64(): number {
    return Number(this.#view.getBigUint64(this.#passed(8), this.littleEndian));
  }

  float32(): number {
    return this.#view.getFloat32(this.#passed(4), this.littleEndian);
  }

  float64(): number {
    return this.#view.getFloat64(this.#passed(8), this.littleEndian);
  }

  /** Passes over some bytes, and says where they began. */
  #passed(length: number): number {
    this.take(length);
    return this.at - length;
  }

  truncated(): UlteriorError {
    return new UlteriorError(
      'FILE_TRUNCATED',
      `"${this.#file}" ends early, after ${this.#bytes.length} bytes`,
      'copy or download the file again: its end is missing or it was damaged',
      { file: this.#file, bytes: this.#bytes.length },
    );
  }

  malformed(what: string, program: string): UlteriorError {
    return new UlteriorError(
      'FILE_MALFORMED',
      `"${this.#file}" cannot be read as a file of ${program}: ${what}, at byte ${this.at}`,
      `save it again in ${program}, or export it as CSV`,
      { file: this.#file, byte: this.at },
    );
  }
}
