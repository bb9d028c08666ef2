/**
 * The text of a file in blocks of whole lines. Bytes that mean nothing in the encoding are an error that names the line:
 * another encoding is for the visitor to choose, never a guess. Text in UTF-16 shows that it is; it is read as such
 * whatever was chosen. What is no text is refused for what it is.
 */
import { UlteriorError } from '../../errors/index.ts';
import { requireTable, utf16Of } from '../../tables/index.ts';
import type { FileBounds } from './fileBounds.ts';
import type { NamedBlob } from './namedBlob.ts';
import { unpackedBlocks } from './unpack.ts';

export type Encoding = 'utf-8' | 'latin-1';

const LINE_FEED = 10;

/** No block for an empty file. Lines end in a line feed; where there is none the text comes in one block. */
export async function* textBlocks(file: NamedBlob, encoding: Encoding, bounds: FileBounds): AsyncGenerator<string> {
  let rest: Uint8Array[] = [];
  let lines = 0;
  let recode: Recoder | undefined;
  const decode = (bytes: Uint8Array) => {
    const text = encoding === 'latin-1' && !recode ? fromLatin1(bytes) : fromUtf8(file.name, bytes, lines);
    for (const byte of bytes) if (byte === LINE_FEED) lines++;
    return text;
  };
  let first = true;
  const withoutMark = (text: string) => {
    const marked = first && text.startsWith('\uFEFF');
    first = false;
    return marked ? text.slice(1) : text;
  };
  let begun = false;
  for await (const read of unpackedBlocks(file, bounds)) {
    if (!begun) recode = recoderOf(file.name, read);
    begun = true;
    const block = recode ? recode(read) : read;
    const end = block.lastIndexOf(LINE_FEED) + 1;
    if (end === 0) {
      rest.push(block);
      continue;
    }
    yield withoutMark(decode(joined([...rest, block.subarray(0, end)])));
    rest = [block.subarray(end)];
  }
  const last = joined(recode ? [...rest, recode()] : rest);
  if (last.length > 0) yield withoutMark(decode(last));
}

/** Bytes in UTF-16 as bytes in UTF-8; without bytes, what is left at the end. */
type Recoder = (bytes?: Uint8Array) => Uint8Array;

/** Undefined for a file that is not in UTF-16. */
function recoderOf(name: string, head: Uint8Array): Recoder | undefined {
  requireTable(name, head);
  const encoding = utf16Of(head);
  if (encoding === undefined) return undefined;
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
    'set the encoding to latin-1, or convert the file to utf-8',
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

function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
