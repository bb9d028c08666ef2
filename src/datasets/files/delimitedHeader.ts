/** Delimiter, header and columns of a text table, from its first bytes. Guessed only where they are not given. */

import { UlteriorError } from '../../errors/index.ts';
import { type Encoding, type LayoutOptions, type TextLayout, textLayout } from '../../tables/index.ts';

export interface DelimitedOptions extends LayoutOptions {
  readonly encoding?: Encoding | undefined;
}

export interface DelimitedLayout extends TextLayout {
  readonly encoding: Encoding;
}

export function delimitedLayout(path: string, head: Uint8Array, options: DelimitedOptions): DelimitedLayout {
  const encoding = options.encoding ?? 'utf-8';
  return { ...textLayout(decodeHead(path, head, encoding), options), encoding };
}

/** Only the first line is decoded strictly: the head may end in the middle of a character. */
function decodeHead(path: string, head: Uint8Array, encoding: Encoding): string {
  if (encoding === 'latin-1') return Buffer.from(head).toString('latin1');
  const end = head.indexOf(10);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(end < 0 ? head : head.subarray(0, end));
  } catch {
    throw wrongEncoding(path, 'line 1', encoding);
  }
  return new TextDecoder('utf-8').decode(head);
}

export function wrongEncoding(path: string, line: string, encoding: Encoding): UlteriorError {
  return new UlteriorError(
    'FILE_ENCODING',
    `"${path}" is not in ${encoding}: ${line} has bytes that mean nothing there`,
    'set another encoding, such as windows-1252, or convert the file to utf-8',
    { path, line, encoding },
  );
}
