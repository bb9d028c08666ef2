/**
 * What a file is by its first bytes, before anything is read from it: no table at all, or text in UTF-16. A spreadsheet that
 * is taken for text gives nothing but complaints about its encoding, which lead nowhere.
 */

import { UlteriorError } from '../../errors/index.ts';

interface Kind {
  readonly what: string;
  readonly advice: string;
  /** Where the signature stands; at the beginning where it is not given. */
  readonly at?: number;
  /** As text, one sign a byte. */
  readonly signatures: readonly string[];
  /** Tells apart what begins in the same way. */
  readonly holds?: RegExp;
}

const EXPORT = 'save it as CSV (in the program that made it: export, or save as)';
const UNPACK = 'unpack it, and name the table that is in it';

const KINDS: readonly Kind[] = [
  { what: 'a spreadsheet of LibreOffice', advice: EXPORT, signatures: ['PK\x03\x04'], holds: /opendocument/ },
  {
    what: 'an archive of NumPy',
    advice: 'write the array as CSV or Parquet',
    signatures: ['PK\x03\x04'],
    holds: /\.npy/,
  },
  { what: 'a zip archive', advice: UNPACK, signatures: ['PK\x03\x04', 'PK\x05\x06'] },
  { what: 'an old Excel workbook', advice: EXPORT, signatures: ['\xD0\xCF\x11\xE0'] },
  {
    what: 'a pickle of Python',
    advice: 'write it as CSV or Parquet in Python: table.to_csv("ratings.csv", index=False)',
    signatures: ['\x80\x02', '\x80\x03', '\x80\x04', '\x80\x05'],
  },
  { what: 'an array of NumPy', advice: 'write the array as CSV or Parquet', signatures: ['\x93NUMPY'] },
  { what: 'an SQLite database', advice: 'export the table as CSV', signatures: ['SQLite format 3\0'] },
  { what: 'an HDF5 file', advice: 'write the table as CSV or Parquet', signatures: ['\x89HDF\r\n'] },
  { what: 'an Arrow or Feather file', advice: 'write the table as CSV or Parquet', signatures: ['ARROW1', 'FEA1'] },
  {
    what: 'a file of an old Stata',
    advice: 'save it in Stata 13 or later, or export it as CSV',
    signatures: ['\x71', '\x72', '\x73'].flatMap((release) => [`${release}\x01\x01\0`, `${release}\x02\x01\0`]),
  },
  { what: 'a file of R', advice: 'write the table with write.csv', signatures: ['RDX2\n', 'RDX3\n', 'X\n\0\0\0'] },
  { what: 'a tar archive', advice: UNPACK, at: 257, signatures: ['ustar'] },
  { what: 'a file that 7-Zip packed', advice: UNPACK, signatures: ['7z\xBC\xAF\x27\x1C'] },
  { what: 'a file that RAR packed', advice: UNPACK, signatures: ['Rar!'] },
  { what: 'a file that bzip2 packed', advice: 'unpack it, or pack it with gzip', signatures: ['BZh'] },
  { what: 'a file that xz packed', advice: 'unpack it, or pack it with gzip', signatures: ['\xFD7zXZ'] },
  { what: 'a file that zstd packed', advice: 'unpack it, or pack it with gzip', signatures: ['\x28\xB5\x2F\xFD'] },
  { what: 'a PDF document', advice: 'look for the table itself, as CSV', signatures: ['%PDF-'] },
  { what: 'an image', advice: 'look for the table itself, as CSV', signatures: ['\x89PNG', '\xFF\xD8\xFF', 'GIF8'] },
  {
    what: 'a web page',
    advice: 'download the table itself: this is the page around it, or a request to log in',
    signatures: ['<!doctype html', '<!DOCTYPE html', '<html'],
  },
];

/** Bytes that are looked at. */
const LOOKED_AT = 4096;
/** No text holds a larger share of control signs; where the bytes are no UTF-8 either, a smaller one will do. */
const [MOST_CONTROL, MOST_CONTROL_UNKNOWN] = [0.1, 0.02];

/** Refuses what is no table of a kind that is read here. `head` is the beginning of the contents, unpacked. */
export function requireTable(file: string, head: Uint8Array): void {
  const text = latin1(head);
  const kind = KINDS.find(
    ({ at = 0, signatures, holds }) =>
      signatures.some((signature) => text.startsWith(signature, at)) && (holds === undefined || holds.test(text)),
  );
  if (kind !== undefined) throw foreign(file, `is ${kind.what}, not a table in text or Parquet`, kind.advice);
  if (text.startsWith('PAR1') || utf16Of(head) !== undefined) return;
  const looked = head.subarray(0, LOOKED_AT);
  const first = looked.findIndex(isControl);
  const count = looked.filter(isControl).length;
  if (count <= (isUtf8(looked) ? MOST_CONTROL : MOST_CONTROL_UNKNOWN) * looked.length) return;
  throw foreign(
    file,
    `is no text: byte ${first + 1} is ${looked[first]}, which stands in no table`,
    'name a table in text (CSV, TSV, JSON lines) or Parquet; if it is one, copy or download it again',
  );
}

/** Neither a line end, a tab or the like, nor the beginning of a colour. */
function isControl(byte: number): boolean {
  return byte < 9 || (byte > 13 && byte < 32 && byte !== 27);
}

function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function foreign(file: string, what: string, advice: string): UlteriorError {
  return new UlteriorError('FILE_FOREIGN', `"${file}" ${what}`, advice, { file });
}

export type Utf16 = 'utf-16le' | 'utf-16be';

/**
 * Text in UTF-16: by its mark, or, without one, by the zeros that every second byte of digits, delimiters and Latin
 * letters is. Undefined for anything else.
 */
export function utf16Of(head: Uint8Array): Utf16 | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const pairs = Math.floor(Math.min(head.length, LOOKED_AT) / 2);
  let [even, odd] = [0, 0];
  for (let pair = 0; pair < pairs; pair++) {
    if (head[2 * pair] === 0) even++;
    if (head[2 * pair + 1] === 0) odd++;
  }
  if (pairs < 2) return undefined;
  if (even === 0 && odd > pairs / 4) return 'utf-16le';
  return odd === 0 && even > pairs / 4 ? 'utf-16be' : undefined;
}

function latin1(head: Uint8Array): string {
  return String.fromCharCode(...head.subarray(0, LOOKED_AT));
}
