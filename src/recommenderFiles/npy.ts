/**
 * One array of NumPy from its bytes: the magic word, the version, the header, the values. Nothing is executed: an array
 * of objects holds a pickle, and is refused.
 *
 * Types: whole and real numbers of either byte order, texts (U: four bytes a sign, S: one). Values in Fortran order are
 * put into C order: value (i, j, ...) of shape (a, b, ...) stands at i + a (j + b (...)).
 */

import { UlteriorError } from '../errors/index.ts';
import { fromHalf } from '../maths/index.ts';
import type { ArrayValues, NamedArray } from './namedArray.ts';
import { type NpyHeader, parseNpyHeader } from './npyHeader.ts';
import { pickleRefused } from './pickle.ts';

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];
/** No array of numbers or texts has a longer header; what claims one is damaged. */
const LONGEST_HEADER = 65_536;

export function isNpy(bytes: Uint8Array): boolean {
  return MAGIC.every((byte, at) => bytes[at] === byte);
}

export function parseNpy(bytes: Uint8Array, file: string): NamedArray {
  const { header, start } = headerOf(bytes, file);
  const { type, shape } = header;
  if (/^[|<>=]?O/.test(type)) throw pickleRefused(file, 'an array of Python objects');
  const [, order = '', kind = '', digits = ''] = /^([|<>=])([a-zA-Z])(\d+)$/.exec(type) ?? [];
  const size = Number(digits) * (kind === 'U' ? 4 : 1);
  const read = readerOf(kind, size, order !== '>');
  if (read === undefined) throw malformed(file, `it holds values of type "${type}"`, WRITE_FLOATS, type);
  const count = shape.reduce((product, length) => product * length, 1);
  const found = bytes.length - start;
  const wanted = count * size;
  if (found < wanted) {
    throw new UlteriorError(
      'FILE_TRUNCATED',
      `"${file}" ends early: its ${shape.join(' x ')} values of type "${type}" need ${wanted} bytes, and ${found} are there`,
      'copy or write the file again',
      { file, wanted, found },
    );
  }
  if (found > wanted) throw malformed(file, `${found - wanted} bytes follow its values`, 'write one array per file');
  // Copied, so that the values are aligned.
  const data = bytes.slice(start);
  const values = read(new DataView(data.buffer, data.byteOffset, data.byteLength), count);
  return { shape, values: header.fortranOrder ? inCOrder(values, shape) : values };
}

const WRITE_FLOATS = 'write numbers as float32 or float64, ids as whole numbers or texts';

function headerOf(bytes: Uint8Array, file: string): { readonly header: NpyHeader; readonly start: number } {
  if (!isNpy(bytes)) throw malformed(file, 'it does not begin like an array of NumPy', 'name an .npy file');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = bytes[6] === 1 ? 10 : 12;
  if (bytes.length < first) throw headerTruncated(file);
  if (bytes[6]! < 1 || bytes[6]! > 3 || bytes[7] !== 0) {
    throw malformed(file, `its format has version ${bytes[6]}.${bytes[7]}`, 'write it with numpy.save');
  }
  const length = first === 10 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > LONGEST_HEADER) throw malformed(file, `its header claims ${length} bytes`, 'write the file again');
  if (bytes.length < first + length) throw headerTruncated(file);
  const text = new TextDecoder('utf-8').decode(bytes.subarray(first, first + length));
  if (/^\s*\{.*['"]descr['"]\s*:\s*\[/s.test(text)) throw malformed(file, 'it holds records', WRITE_FLOATS, 'records');
  const header = parseNpyHeader(text.replace(/\n$/, ''));
  if (header === undefined) throw malformed(file, 'its header is not what NumPy writes', 'write it with numpy.save');
  return { header, start: first + length };
}

type Reader = (view: DataView, count: number) => ArrayValues;

/** Undefined for types that hold neither numbers nor texts. */
function readerOf(kind: string, size: number, little: boolean): Reader | undefined {
  // Texts of no bytes would ask for any number of them.
  if ((kind === 'U' || kind === 'S') && size > 0) return (view, count) => textValues(view, count, size, kind, little);
  const at = numberAt(`${kind}${size}`, little);
  if (at !== undefined) {
    return (view, count) => {
      const values = kind === 'f' && size < 8 ? new Float32Array(count) : new Float64Array(count);
      for (let n = 0; n < count; n++) values[n] = at(view, n * size);
      return values;
    };
  }
  if (size !== 8) return undefined;
  if (kind === 'i')
    return (view, count) => BigInt64Array.from({ length: count }, (_, n) => view.getBigInt64(8 * n, little));
  if (kind === 'u') {
    return (view, count) => BigUint64Array.from({ length: count }, (_, n) => view.getBigUint64(8 * n, little));
  }
  return undefined;
}

function numberAt(type: string, little: boolean): ((view: DataView, at: number) => number) | undefined {
  switch (type) {
    case 'f2':
      return (view, at) => fromHalf(view.getUint16(at, little));
    case 'f4':
      return (view, at) => view.getFloat32(at, little);
    case 'f8':
      return (view, at) => view.getFloat64(at, little);
    case 'i1':
      return (view, at) => view.getInt8(at);
    case 'b1':
    case 'u1':
      return (view, at) => view.getUint8(at);
    case 'i2':
      return (view, at) => view.getInt16(at, little);
    case 'u2':
      return (view, at) => view.getUint16(at, little);
    case 'i4':
      return (view, at) => view.getInt32(at, little);
    case 'u4':
      return (view, at) => view.getUint32(at, little);
    default:
      return undefined;
  }
}

/** Texts are padded with zeros, which do not belong to them. */
function textValues(view: DataView, count: number, size: number, kind: 'U' | 'S', little: boolean): string[] {
  const decoder = new TextDecoder('utf-8');
  return Array.from({ length: count }, (_, n) => {
    if (kind === 'S') {
      return decoder.decode(new Uint8Array(view.buffer, view.byteOffset + n * size, size)).replace(/\0+$/, '');
    }
    let text = '';
    for (let at = n * size; at < (n + 1) * size; at += 4) {
      const sign = view.getUint32(at, little);
      text += sign > 0x10ffff ? '\ufffd' : String.fromCodePoint(sign);
    }
    return text.replace(/\0+$/, '');
  });
}

function inCOrder(values: ArrayValues, shape: readonly number[]): ArrayValues {
  if (shape.length < 2) return values;
  const steps = shape.map((_, axis) => shape.slice(0, axis).reduce((product, length) => product * length, 1));
  const place = new Array<number>(shape.length).fill(0);
  const ordered = values.slice() as unknown as { [at: number]: unknown };
  for (let n = 0; n < values.length; n++) {
    ordered[n] = values[place.reduce((sum, index, axis) => sum + index * steps[axis]!, 0)];
    for (let axis = shape.length - 1; axis >= 0 && ++place[axis]! === shape[axis]; axis--) place[axis] = 0;
  }
  return ordered as unknown as ArrayValues;
}

function headerTruncated(file: string): UlteriorError {
  return new UlteriorError('FILE_TRUNCATED', `"${file}" ends within its header`, 'copy or write the file again', {
    file,
  });
}

/** `type`: where the file is sound, and only holds something else than numbers and texts. */
function malformed(file: string, what: string, advice: string, type?: string): UlteriorError {
  return new UlteriorError('FILE_MALFORMED', `"${file}" cannot be read as an array: ${what}`, advice, { file, type });
}
