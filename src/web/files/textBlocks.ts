/**
 * The text of a file in blocks of whole lines. Bytes that mean nothing in the encoding are an error that names the line:
 * another encoding is for the visitor to choose, never a guess.
 */
import { UlteriorError } from '../../errors/index.ts';
import type { FileBounds } from './fileBounds.ts';
import type { NamedBlob } from './namedBlob.ts';
import { unpackedBlocks } from './unpack.ts';

export type Encoding = 'utf-8' | 'latin-1';

const LINE_FEED = 10;

/** No block for an empty file. Lines end in a line feed; where there is none the text comes in one block. */
export async function* textBlocks(file: NamedBlob, encoding: Encoding, bounds: FileBounds): AsyncGenerator<string> {
  let rest: Uint8Array[] = [];
  let lines = 0;
  const decode = (bytes: Uint8Array) => {
    const text = encoding === 'latin-1' ? fromLatin1(bytes) : fromUtf8(file.name, bytes, lines);
    for (const byte of bytes) if (byte === LINE_FEED) lines++;
    return text;
  };
  let first = true;
  const withoutMark = (text: string) => {
    const marked = first && text.startsWith('\uFEFF');
    first = false;
    return marked ? text.slice(1) : text;
  };
  for await (const block of unpackedBlocks(file, bounds)) {
    const end = block.lastIndexOf(LINE_FEED) + 1;
    if (end === 0) {
      rest.push(block);
      continue;
    }
    yield withoutMark(decode(joined([...rest, block.subarray(0, end)])));
    rest = [block.subarray(end)];
  }
  const last = joined(rest);
  if (last.length > 0) yield withoutMark(decode(last));
}

export function wrongEncoding(name: string, line: number, encoding: Encoding): UlteriorError {
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
