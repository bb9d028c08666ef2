/**
 * The text of a file in blocks of whole lines. Bytes that mean nothing in the encoding are an error that names the line. Text in UTF-16 shows that it is; it is read as such
 * whatever was chosen. What is no text is refused for what it is.
 */
import { UlteriorError } from '../../errors/index.ts';
import { type Encoding, linesIn, requireTable, utf16Of } from '../../tables/index.ts';
import type { FileBounds } from './fileBounds.ts';
import type { NamedBlob } from './namedBlob.ts';
import { unpackedBlocks } from './unpack.ts';

const LINE_FEED = 10;

/** No block for an empty file. Lines end in a line feed; where there is none the text comes in one block. */
export async function* textBlocks(file: NamedBlob, encoding: Encoding, bounds: FileBounds): AsyncGenerator<string> {
  let lines = 0;
  let first = true;
  for await (const bytes of linesIn(inUtf8(file, encoding, bounds))) {
    if (bytes.length === 0) continue;
    const text = fromUtf8(file.name, bytes, lines);
    for (const byte of bytes) if (byte === LINE_FEED) lines++;
    yield first && text.startsWith('\uFEFF') ? text.slice(1) : text;
    first = false;
  }
}

async function* inUtf8(file: NamedBlob, encoding: Encoding, bounds: FileBounds): AsyncGenerator<Uint8Array> {
  let recode: Recoder | undefined;
  let begun = false;
  for await (const read of unpackedBlocks(file, bounds)) {
    if (!begun) recode = recoderOf(file.name, read, encoding);
    begun = true;
    yield recode ? recode(read) : read;
  }
  if (recode) yield recode();
}

/** Bytes in another encoding as bytes in UTF-8; without bytes, what is left at the end. */
type Recoder = (bytes?: Uint8Array) => Uint8Array;

/** Undefined for a file in UTF-8. */
function recoderOf(name: string, head: Uint8Array, given: Encoding): Recoder | undefined {
  requireTable(name, head);
  const encoding = utf16Of(head) ?? given;
  if (encoding === 'utf-8') return undefined;
  if (encoding === 'latin-1') return (bytes = new Uint8Array(0)) => new TextEncoder().encode(fromLatin1(bytes));
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (bytes) => {
    try {
      return new TextEncoder().encode(bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode());
    } catch {
      throw new UlteriorError(
        'FILE_ENCODING',
        `"${name}" begins like text in UTF-16, but has bytes that mean nothing there`,
        'copy or download the file again, or convert it to utf-8',
        { file: name, encoding },
      );
    }
  };
}

function wrongEncoding(name: string, line: number, encoding: Encoding): UlteriorError {
  return new UlteriorError(
    'FILE_ENCODING',
    `"${name}" is not in ${encoding}: line ${line} has bytes that mean nothing there`,
    'set another encoding, such as windows-1252, or convert the file to utf-8',
    { file: name, line, encoding },
  );
}

function fromUtf8(name: string, bytes: Uint8Array, linesBefore: number): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(bytes);
  } catch {
    throw wrongEncoding(name, linesBefore + 1 + firstWrongLine(bytes), 'utf-8');
  }
}

/** Which of the lines cannot be decoded, from 0. */
function firstWrongLine(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let line = 0, from = 0; ; line++) {
    const feed = bytes.indexOf(LINE_FEED, from);
    const end = feed < 0 ? bytes.length : feed;
    try {
      decoder.decode(bytes.subarray(from, end));
    } catch {
      return line;
    }
    if (feed < 0) return line;
    from = feed + 1;
  }
}

/** Byte n is the character n. (What browsers call latin1 is another encoding.) */
function fromLatin1(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += 8192) {
    text += String.fromCharCode(...bytes.subarray(from, from + 8192));
  }
  return text;
}
