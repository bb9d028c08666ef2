/**
 * The line of a row in a text table, for messages. Blank lines are no rows and a quoted value may go over several
 * lines, so it is not simply the number of the row. Found by reading the file again: only where something is wrong.
 */

import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type Recoded, toUtf8 } from './recodeText.ts';

interface LineShape {
  readonly header: boolean;
  readonly delimiter: string;
  readonly quote: '"' | '';
  readonly gzipped: boolean;
  readonly recoded?: Recoded | undefined;
}

const [LINE_FEED, RETURN, SPACE, QUOTE] = [10, 13, 32, 34];

/** Rows are counted from 0, without the header; lines from 1. Undefined where the file has fewer rows. */
export function lineOfRow(path: string, row: number, shape: LineShape): number | undefined {
  const wanted = row + (shape.header ? 1 : 0);
  const delimiterEnd = shape.delimiter.charCodeAt(shape.delimiter.length - 1);
  // Where spaces part the columns, a line of nothing else is blank.
  const isBlank = (byte: number) => byte === SPACE && shape.delimiter === ' ';
  let line = 1;
  let records = 0;
  let empty = true;
  let inQuotes = false;
  let previous = LINE_FEED;
  for (const bytes of blocks(path, shape)) {
    for (const byte of bytes) {
      const lineEnds = byte === RETURN || (byte === LINE_FEED && previous !== RETURN);
      const second = byte === LINE_FEED && previous === RETURN;
      if (!inQuotes && !lineEnds && !second && empty && !isBlank(byte)) {
        if (records === wanted) return line;
        empty = false;
      }
      if (byte === QUOTE && shape.quote !== '') {
        // Opens a value, closes it, or after a quote that closed stands for one inside.
        const opens = [delimiterEnd, LINE_FEED, RETURN, QUOTE].includes(previous);
        inQuotes = !inQuotes && opens;
      }
      if (lineEnds) {
        line++;
        if (!inQuotes && !empty) {
          records++;
          empty = true;
        }
      }
      previous = byte;
    }
  }
  return undefined;
}

function* blocks(path: string, { gzipped, recoded }: LineShape): Generator<Uint8Array> {
  if (gzipped || recoded !== undefined) {
    const bytes = gzipped ? gunzipSync(readFileSync(path)) : readFileSync(path);
    yield recoded === undefined ? bytes : toUtf8(bytes, recoded);
    return;
  }
  const file = openSync(path, 'r');
  try {
    const block = Buffer.alloc(1 << 20);
    for (;;) {
      const length = readSync(file, block);
      if (length === 0) return;
      yield block.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}
