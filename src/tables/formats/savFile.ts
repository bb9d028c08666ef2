/**
 * Files of SPSS (.sav, and .zsav): numbers and texts with the names, questions, value labels and missing codes that come
 * with them. Codes that SPSS takes for missing are missing here. Dates become texts: 2024-05-31.
 */
import { unzlibSync } from 'fflate';
import { UlteriorError } from '../../errors/index.ts';
import { distinctNames } from '../cells/distinctNames.ts';
import { columnsText } from '../cells/numberMarks.ts';
import type { Understood } from '../cells/table.ts';
import { ByteReader } from './byteReader.ts';
import { dateText, type ForeignTable, requireUnpacked, unpacking } from './foreignTable.ts';

const PROGRAM = 'SPSS';
/** From 1582-10-14, where SPSS begins to count seconds, to 1970. */
const EPOCH_SECONDS = 12_219_379_200;
/** Formats of dates, with and without a time of day. */
const [DATES, MOMENTS] = [
  [20, 23, 24, 28, 29, 30, 38, 39],
  [22, 41],
];
/** Code pages by their numbers. */
const PAGES = new Map([
  [65001, 'utf-8'],
  [20127, 'utf-8'],
  [2, 'windows-1252'],
  [3, 'windows-1252'],
  [28591, 'windows-1252'],
]);

interface Variable {
  readonly short: string;
  readonly label: string | undefined;
  /** 0 for numbers. */
  readonly width: number;
  readonly missing: Missing | undefined;
  readonly format: number;
  /** Where its values begin in a case, in elements of eight bytes. */
  readonly element: number;
  readonly elements: number;
}

interface Missing {
  readonly values: readonly number[];
  readonly texts: readonly string[];
  readonly range?: readonly [from: number, to: number];
}

type Labels = ReadonlyMap<string, string>;

export function savTable(file: string, bytes: Uint8Array): ForeignTable {
  const reader = new ByteReader(file, bytes);
  reader.at = 64;
  reader.littleEndian = reader.int32() <= 3;
  reader.at = 68;
  const [, compression] = [reader.int32(), reader.int32()];
  reader.int32();
  const cases = reader.int32();
  const bias = reader.float64();
  if (compression < 0 || compression > 2) throw reader.malformed(`its compression ${compression} is unknown`, PROGRAM);
  reader.decoder = decoderOf(file, bytes, reader.littleEndian);
  reader.at = 176;
  const dictionary = readDictionary(reader);
  const { variables, labels, longNames, longTexts } = dictionary;
  const kept = withoutSegments(variables, longTexts);
  const names = distinctNames(kept.map(({ short }) => longNames.get(short) ?? short));
  const columns = kept.map((variable, at) => ({ ...variable, name: names[at]! }));
  const coded = columns.filter(({ missing }) => missing !== undefined);
  const told: Understood[] = [];
  if (coded.length > 0) {
    const codes = [...new Set(coded.flatMap(({ missing }) => missingText(missing!)))];
    told.push({
      file,
      found: `"${file}" names codes for missing values in ${columnsText(coded.map(({ name }) => name))}`,
      done: `we leave them out: ${codes.slice(0, 6).join(', ')}`,
      advice: 'if one of them is an answer, change that in SPSS',
    });
  }
  if (longTexts.size > 0) {
    const [found, done] = [`"${file}" has texts above 255 bytes`, 'we read their beginnings'];
    told.push({ file, found, done, advice: 'do not use them as ids' });
  }
  const ofColumns = columns.flatMap(({ name, element }) => {
    const own = labels.get(element);
    return own === undefined ? [] : ([[name, own]] as const);
  });
  const start = reader.at;
  return {
    names,
    titles: new Map(columns.flatMap(({ name, label }) => (label ? [[name, label] as const] : []))),
    labels: new Map(ofColumns),
    told,
    *rows() {
      reader.at = start;
      const packed = compression === 2 ? new ByteReader(file, unpackBlocks(file, reader)) : reader;
      packed.littleEndian = reader.littleEndian;
      packed.decoder = reader.decoder;
      const next = compression === 0 ? plainElements(packed) : packedElements(packed, bias);
      const elements = variables.reduce((sum, variable) => sum + variable.elements, 0);
      for (let row = 0; cases < 0 || row < cases; row++) {
        const own: Uint8Array[] = [];
        for (let n = 0; n < elements; n++) {
          const element = next();
          if (element !== undefined) own.push(element);
          else if (n > 0 || cases >= 0) throw packed.truncated();
          else return;
        }
        yield columns.map((column) => cellOf(column, own, packed));
      }
    },
  };
}

/** The encoding stands behind the texts that it is needed for, so it is looked for first. */
function decoderOf(file: string, bytes: Uint8Array, littleEndian: boolean): InstanceType<typeof TextDecoder> {
  const reader = new ByteReader(file, bytes);
  reader.littleEndian = littleEndian;
  reader.at = 176;
  const { encoding, page } = readDictionary(reader);
  const label = encoding ?? PAGES.get(page ?? 2) ?? `windows-${page}`;
  try {
    return new TextDecoder(label);
  } catch {
    const advice = 'save it in SPSS in Unicode, or export it as CSV';
    throw new UlteriorError('FILE_ENCODING', `"${file}" is in the encoding ${label}, which is not known here`, advice, {
      file,
      encoding: label,
    });
  }
}

function readDictionary(reader: ByteReader) {
  const variables: Variable[] = [];
  /** By element: value labels name variables by it. */
  const labels = new Map<number, Labels>();
  let longNames: ReadonlyMap<string, string> = new Map();
  let longTexts: ReadonlyMap<string, string> = new Map();
  let encoding: string | undefined;
  let page: number | undefined;
  let element = 0;
  for (;;) {
    const kind = reader.int32();
    if (kind === 2) {
      const variable = readVariable(reader, element++);
      if (variable !== undefined) variables.push(variable);
    } else if (kind === 3) readLabels(reader, variables, labels);
    else if (kind === 6) reader.take(80 * reader.int32());
    else if (kind === 7) {
      const [subtype, size, count] = [reader.int32(), reader.int32(), reader.int32()];
      // One that went back would be read for ever.
      if (size < 0 || count < 0) throw reader.malformed(`a record has ${count} parts of ${size} bytes`, PROGRAM);
      const end = reader.at + size * count;
      if (subtype === 3 && count === 8) {
        reader.take(28);
        page = reader.int32();
      } else if (subtype === 13) longNames = pairs(reader.text(size * count));
      else if (subtype === 14)
        longTexts = pairs(new TextDecoder('windows-1252').decode(reader.take(size * count)).replaceAll('\0', ''));
      else if (subtype === 20) encoding = reader.text(size * count);
      reader.at = end;
    } else if (kind === 999) {
      reader.int32();
      if (variables.length === 0) throw reader.malformed('it has no variables', PROGRAM);
      // Each variable begins where the one before it ends, and the records go no further.
      const ends = variables.map(({ element: from, elements }) => from + elements);
      if (variables.some((one, at) => one.element !== (ends[at - 1] ?? 0)) || ends.at(-1) !== element) {
        throw reader.malformed('the parts of its texts do not fit their lengths', PROGRAM);
      }
      return { variables, labels, longNames, longTexts, encoding, page };
    } else throw reader.malformed(`a record of the kind ${kind} is unknown`, PROGRAM);
  }
}

/** Undefined for what goes on with the text before. */
function readVariable(reader: ByteReader, element: number): Variable | undefined {
  const [width, hasLabel, missingCount, format] = [reader.int32(), reader.int32(), reader.int32(), reader.int32()];
  reader.int32();
  const short = reader.text(8);
  let label: string | undefined;
  if (hasLabel === 1) {
    const length = reader.int32();
    label = reader.text(length);
    reader.take((4 - (length % 4)) % 4);
  }
  const count = Math.abs(missingCount);
  const start = reader.at;
  const numbers = reader.several(count, 8, () => reader.float64());
  reader.at = start;
  const texts = reader.several(count, 8, () => reader.text(8));
  if (width < 0) return undefined;
  const [from, to, ...others] = numbers;
  const ranged = missingCount < 0 ? { values: others, texts: [], range: [from!, to!] as const } : undefined;
  const missing = ranged ?? (width === 0 ? { values: numbers, texts: [] } : { values: [], texts });
  return {
    short,
    label,
    width,
    missing: count === 0 ? undefined : missing,
    format: (format >> 16) & 0xff,
    element,
    elements: Math.max(1, Math.ceil(width / 8)),
  };
}

function readLabels(reader: ByteReader, variables: readonly Variable[], labels: Map<number, Labels>): void {
  const read = reader.several(reader.int32(), 16, () => {
    const start = reader.at;
    const number = reader.float64();
    reader.at = start;
    const text = reader.text(8);
    const length = reader.uint8();
    const label = reader.text(length);
    reader.take((8 - ((length + 1) % 8)) % 8);
    return { number, text, label };
  });
  if (reader.int32() !== 4) throw reader.malformed('value labels name no variables', PROGRAM);
  for (let left = reader.int32(); left > 0; left--) {
    const element = reader.int32() - 1;
    const isText = variables.some((one) => one.element === element && one.width > 0);
    labels.set(element, new Map(read.map(({ number, text, label }) => [isText ? text : String(number), label])));
  }
}

/** "A=long name\tB=other": by the first. */
function pairs(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split('\t').flatMap((pair) => (pair.includes('=') ? [pair.split('=', 2) as [string, string]] : [])),
  );
}

/** A text above 255 bytes is several variables: its first part stays, which tells one from another. */
function withoutSegments(variables: readonly Variable[], longTexts: ReadonlyMap<string, string>): Variable[] {
  let skipped = 0;
  return variables.filter(({ short }) => {
    if (skipped > 0) {
      skipped--;
      return false;
    }
    skipped = Math.max(0, Math.ceil(Number(longTexts.get(short) ?? 0) / 252) - 1);
    return true;
  });
}

function missingText({ values, texts, range }: Missing): string[] {
  const bound = (value: number) =>
    Math.abs(value) > 1e300 ? (value < 0 ? 'the lowest' : 'the highest') : String(value);
  return [...(range ? [`${bound(range[0])} to ${bound(range[1])}`] : []), ...values.map(String), ...texts];
}

type Elements = () => Uint8Array | undefined;

function plainElements(reader: ByteReader): Elements {
  return () => (reader.ended ? undefined : reader.take(8));
}

const SPACES = new Uint8Array(8).fill(32);

/** Eight codes of one byte each, and then the elements that are written out. Undefined at the end. */
function packedElements(reader: ByteReader, bias: number): Elements {
  const missing = elementOf(-Number.MAX_VALUE, reader.littleEndian);
  const numbers = Array.from({ length: 252 }, (_, code) => elementOf(code - bias, reader.littleEndian));
  let codes: Uint8Array = new Uint8Array(0);
  let next = 0;
  return () => {
    for (;;) {
      if (next === codes.length) {
        if (reader.ended) return undefined;
        codes = reader.take(8);
        next = 0;
      }
      const code = codes[next++]!;
      if (code === 252) return undefined;
      if (code === 253) return reader.take(8);
      if (code === 254) return SPACES;
      if (code === 255) return missing;
      if (code !== 0) return numbers[code]!;
    }
  };
}

function elementOf(value: number, littleEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value, littleEndian);
  return bytes;
}

/** The blocks of a .zsav, which its end lists: codes as in a .sav. */
function unpackBlocks(file: string, reader: ByteReader): Uint8Array {
  const [, trailer] = [reader.uint64(), reader.uint64()];
  reader.at = trailer + 16;
  const [, count] = [reader.int32(), reader.int32()];
  const blocks = reader.several(count, 24, () => {
    const [, from, size, packed] = [reader.uint64(), reader.uint64(), reader.int32(), reader.int32()];
    return { from, size, packed };
  });
  const total = blocks.reduce((sum, { size }) => sum + size, 0);
  requireUnpacked(file, total);
  const whole = new Uint8Array(total);
  let at = 0;
  for (const { from, size, packed } of blocks) {
    reader.at = from;
    const bytes = reader.take(packed);
    whole.set(
      unpacking(file, () => unzlibSync(bytes, { out: new Uint8Array(size) })),
      at,
    );
    at += size;
  }
  return whole;
}

function cellOf(
  { width, element, elements, missing, format }: Variable,
  own: readonly Uint8Array[],
  reader: ByteReader,
) {
  if (width > 0) {
    const bytes = new Uint8Array(8 * elements);
    for (let n = 0; n < elements; n++) bytes.set(own[element + n]!, 8 * n);
    const text = reader.decoder.decode(bytes.subarray(0, Math.min(width, 255))).trimEnd();
    return text === '' || missing?.texts.includes(text) ? undefined : text;
  }
  const bytes = own[element]!;
  const value = new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0, reader.littleEndian);
  if (value === -Number.MAX_VALUE || !Number.isFinite(value)) return undefined;
  const range = missing?.range;
  if (missing?.values.includes(value) || (range && value >= range[0] && value <= range[1])) return undefined;
  if (DATES.includes(format)) return dateText(value - EPOCH_SECONDS).slice(0, 10);
  return MOMENTS.includes(format) ? dateText(value - EPOCH_SECONDS) : String(value);
}
