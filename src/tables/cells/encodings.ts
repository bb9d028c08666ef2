/**
 * The encoding of a text, guessed from all of its bytes where nobody says it. Text that is no UTF-8 is most often what
 * Windows writes in western Europe. A file that holds both was put together from two, and reading it either way would
 * garble half of it: it is refused.
 */
import { UlteriorError } from '../../errors/index.ts';
import { encodings } from './encodingNames.ts';
import type { Understood } from './table.ts';

export interface EncodingGuess {
  readonly encoding: 'windows-1252';
  /** The first line that is no UTF-8. */
  readonly line: number;
}

const LINE_FEED = 10;
/** They stand for nothing in windows-1252. */
const UNUSED = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

type Blocks = AsyncIterable<Uint8Array> | AsyncGenerator<Uint8Array>;

/** Looks at the whole file: the first letter beyond ASCII may be far down. Undefined for UTF-8. */
export async function guessEncoding(file: string, blocks: () => Blocks): Promise<EncodingGuess | undefined> {
  let bytes = 0;
  let wrongAt: number | undefined;
  let [hasUtf8, hasUnused] = [false, false];
  for await (const block of linesIn(blocks())) {
    if (isUtf8(block)) hasUtf8 ||= !isAscii(block);
    else {
      for (let from = 0; from < block.length; ) {
        const feed = block.indexOf(LINE_FEED, from);
        const end = feed < 0 ? block.length : feed + 1;
        const line = block.subarray(from, end);
        if (isUtf8(line)) hasUtf8 ||= !isAscii(line);
        else {
          wrongAt ??= bytes + from;
          hasUnused ||= line.some((byte) => UNUSED.includes(byte));
        }
        from = end;
      }
    }
    bytes += block.length;
  }
  if (wrongAt === undefined) return undefined;
  const line = await lineAt(wrongAt, blocks());
  if (!hasUtf8 && !hasUnused) return { encoding: 'windows-1252', line };
  throw new UlteriorError(
    'FILE_ENCODING',
    hasUtf8
      ? `"${file}" is in two encodings: some lines are in utf-8, and line ${line} is not`
      : `"${file}" is neither in utf-8 nor in windows-1252: line ${line} has bytes that mean nothing there`,
    `convert the file to utf-8, or name its encoding in a data file (encoding: ${encodings.join(', ')})`,
    { file, line },
  );
}

/** What to say of a guess. */
export function encodingGuessed(file: string, { encoding, line }: EncodingGuess): Understood {
  return {
    file,
    found: `"${file}" is not in utf-8 (line ${line})`,
    done: `we read it as ${encoding}`,
    advice: 'if letters look wrong, name another encoding in a data file',
    settings: { encoding },
  };
}

/** The bytes, cut after line ends; what follows the last one comes last. */
export async function* linesIn(blocks: Blocks): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array[] = [];
  for await (const block of blocks) {
    const end = block.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) yield joined([...rest, block.subarray(0, end)]);
    rest = end > 0 ? [block.subarray(end)] : [...rest, block];
  }
  yield joined(rest);
}

async function lineAt(byte: number, blocks: Blocks): Promise<number> {
  let line = 1;
  let left = byte;
  for await (const block of blocks) {
    for (const one of block.subarray(0, left)) if (one === LINE_FEED) line++;
    left -= block.length;
    if (left <= 0) break;
  }
  return line;
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

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function isAscii(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) if (bytes[at]! > 127) return false;
  return true;
}
