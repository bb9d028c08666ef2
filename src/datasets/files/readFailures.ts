/** What the database says when it cannot read a file, in the words of this project: file, line, what to do. */

import { UlteriorError } from '../../errors/index.ts';
import type { Encoding } from '../../tables/index.ts';
import { wrongEncoding } from './delimitedHeader.ts';

export function translateFailure(cause: unknown, path: string, encoding: Encoding): unknown {
  if (cause instanceof UlteriorError || !(cause instanceof Error)) return cause;
  const text = cause.message;
  const number = /\bline:? (\d+)/i.exec(text)?.[1];
  const line = number === undefined ? 'a line' : `line ${number}`;
  const counts = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(text);
  if (counts !== null) {
    return new UlteriorError(
      'ROW_RAGGED',
      `${line} of "${path}" has ${counts[2]} columns where there should be ${counts[1]}`,
      'correct the line; if all lines look like that, set the delimiter',
      { path, line: Number(number), expected: Number(counts[1]), found: Number(counts[2]) },
    );
  }
  if (/unicode|utf-?8|byte sequence/i.test(text)) return wrongEncoding(path, line, encoding);
  if (/no magic bytes|too small to be a parquet|don't know what type/i.test(text)) {
    return new UlteriorError(
      'FILE_TRUNCATED',
      `"${path}" is no whole Parquet file: its end, which lists the columns, is missing or damaged`,
      'copy or download the file again',
      { path },
    );
  }
  if (/failed to read file/i.test(text)) {
    return new UlteriorError(
      'FILE_MALFORMED',
      `"${path}" is damaged: what it holds cannot be unpacked`,
      'copy or download the file again',
      { path },
    );
  }
  if (/malformed json/i.test(text)) {
    return new UlteriorError(
      'FILE_MALFORMED',
      `"${path}" cannot be read as a table, at ${line}: no JSON object ends there`,
      'write one JSON object per line, with no brackets or commas around them',
      { path, line: Number(number) },
    );
  }
  const reason = /unterminated quote/i.test(text)
    ? 'a quote is opened and not closed'
    : /state machine/i.test(text)
      ? 'its lines end in different ways, or a quote stands where it should not'
      : text.split('\n', 1)[0]!.replace(/^[\w ]*Error: /, '');
  return new UlteriorError(
    'FILE_MALFORMED',
    `"${path}" cannot be read as a table${number === undefined ? '' : `, at ${line}`}: ${reason}`,
    'correct the file, or name its format, delimiter and encoding',
    { path, line: number === undefined ? undefined : Number(number) },
  );
}
