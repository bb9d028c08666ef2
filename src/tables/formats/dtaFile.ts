/**
 * Files of Stata 13 and later (.dta, releases 117 to 119): numbers and texts with the names, questions and value labels that
 * come with them. Missing values (. and .a to .z) are missing; dates become texts: 2024-05-31.
 */
import { columnsText } from '../cells/numberMarks.ts';
import type { Understood } from '../cells/table.ts';
import { ByteReader } from './byteReader.ts';
import { dateText, type ForeignTable } from './foreignTable.ts';

const PROGRAM = 'Stata';
/** From 1960, where Stata begins to count days and milliseconds, to 1970. */
const [EPOCH_DAYS, SECONDS_OF_DAY] = [3653, 86_400];
/** Texts of up to 2045 bytes have their length for a type; then come long texts and numbers. */
const [LONGEST_TEXT, LONG_TEXT] = [2045, 32_768];

interface Kind {
  readonly bytes: number;
  read(reader: ByteReader): number;
  /** From here on values are missing. */
  readonly missing: number;
}

const NUMBERS = new Map<number, Kind>([
  [65_526, { bytes: 8, read: (reader) => reader.float64(), missing: 2 ** 1023 }],
  [65_527, { bytes: 4, read: (reader) => reader.float32(), missing: 2 ** 127 }],
  [65_528, { bytes: 4, read: (reader) => reader.int32(), missing: 2_147_483_621 }],
  [65_529, { bytes: 2, read: (reader) => reader.int16(), missing: 32_741 }],
  [65_530, { bytes: 1, read: (reader) => reader.int8(), missing: 101 }],
]);

export function dtaTable(file: string, bytes: Uint8Array): ForeignTable {
  const reader = new ByteReader(file, bytes);
  const tag = (name: string) => {
    const found = reader.text(name.length);
    if (found !== name) throw reader.malformed(`there should be ${name}`, PROGRAM);
  };
  tag('<stata_dta><header><release>');
  const release = Number(reader.text(3));
  if (release < 117 || release > 119) throw reader.malformed(`the release ${release} is not known`, PROGRAM);
  tag('</release><byteorder>');
  reader.littleEndian = reader.text(3) === 'LSF';
  if (release === 117) reader.decoder = new TextDecoder('windows-1252');
  tag('</byteorder><K>');
  const width = release === 119 ? reader.int32() : reader.uint16();
  tag('</K><N>');
  const rows = release === 117 ? reader.int32() : reader.uint64();
  tag('</N><label>');
  reader.take(release === 117 ? reader.uint8() : reader.uint16());
  tag('</label><timestamp>');
  reader.take(reader.uint8());
  tag('</timestamp></header><map>');
  const map = Array.from({ length: 14 }, () => reader.uint64());
  const [nameBytes, formatBytes, labelBytes] = release === 117 ? [33, 49, 81] : [129, 57, 321];
  const columnsAt = <Value>(place: number, name: string, read: () => Value): Value[] => {
    reader.at = map[place]!;
    tag(`<${name}>`);
    return reader.several(width, 1, read);
  };
  const types = columnsAt(2, 'variable_types', () => reader.uint16());
  const names = columnsAt(3, 'varnames', () => reader.text(nameBytes));
  const formats = columnsAt(5, 'formats', () => reader.text(formatBytes));
  const labelNames = columnsAt(6, 'value_label_names', () => reader.text(nameBytes));
  const questions = columnsAt(7, 'variable_labels', () => reader.text(labelBytes));
  const sets = readLabels(reader, map[11]!, nameBytes);
  const long = names.filter((_, at) => types[at] === LONG_TEXT);
  const cells = types.map((type, at) => cellReader(reader, type, formats[at]!));
  return {
    names,
    titles: new Map(names.flatMap((name, at) => (questions[at] ? [[name, questions[at]] as const] : []))),
    labels: new Map(
      names.flatMap((name, at) => (sets.has(labelNames[at]!) ? [[name, sets.get(labelNames[at]!)!] as const] : [])),
    ),
    told: long.length === 0 ? [] : [longTextsLeft(file, long)],
    *rows() {
      reader.at = map[9]!;
      tag('<data>');
      for (let row = 0; row < rows; row++) yield cells.map((read) => read());
    },
  };
}

function longTextsLeft(file: string, columns: readonly string[]): Understood {
  const found = `"${file}" has long texts in ${columnsText(columns)}`;
  return { file, found, done: 'we leave them out', advice: 'shorten them in Stata if they are needed' };
}

function cellReader(reader: ByteReader, type: number, format: string): () => string | undefined {
  if (type <= LONGEST_TEXT) return () => reader.text(type) || undefined;
  const kind = NUMBERS.get(type);
  if (type === LONG_TEXT) {
    return () => {
      reader.take(8);
      return undefined;
    };
  }
  if (kind === undefined) throw reader.malformed(`the type ${type} is not known`, PROGRAM);
  const isDay = /^%-?(td|d)/.test(format);
  const isMoment = /^%-?tc/i.test(format);
  return () => {
    const value = kind.read(reader);
    if (value >= kind.missing || Number.isNaN(value)) return undefined;
    if (isDay) return dateText((value - EPOCH_DAYS) * SECONDS_OF_DAY).slice(0, 10);
    // In single precision 0.1 is 0.10000000149: as few digits as tell it from its neighbours.
    if (!isMoment) return String(kind.bytes === 4 && !Number.isInteger(value) ? shortest(value) : value);
    return dateText(value / 1000 - EPOCH_DAYS * SECONDS_OF_DAY);
  };
}

function shortest(value: number): number {
  for (let digits = 6; digits < 10; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

/** Sets of value labels, by name. */
function readLabels(
  reader: ByteReader,
  place: number,
  nameBytes: number,
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const sets = new Map<string, ReadonlyMap<string, string>>();
  reader.at = place;
  if (reader.text(14) !== '<value_labels>') throw reader.malformed('there should be value labels', PROGRAM);
  while (reader.text(5) === '<lbl>') {
    reader.int32();
    const name = reader.text(nameBytes);
    reader.take(3);
    const [count, length] = [reader.int32(), reader.int32()];
    const offsets = reader.several(count, 4, () => reader.int32());
    const values = reader.several(count, 4, () => reader.int32());
    const texts = reader.at;
    const labels = offsets.map((offset, at) => {
      reader.at = texts + offset;
      return [String(values[at]), reader.text(length - offset)] as const;
    });
    sets.set(name, new Map(labels.toSorted((a, b) => Number(a[0]) - Number(b[0]))));
    reader.at = texts + length;
    reader.take('</lbl>'.length);
  }
  return sets;
}
