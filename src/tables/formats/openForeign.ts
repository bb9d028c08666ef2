/** Which files have a reader of their own here, by their first bytes. */

import type { ForeignTable } from './foreignTable.ts';
import { savTable } from './savFile.ts';

/** How a foreign file is read, where that cannot be seen from it. */
export interface ForeignOptions {
  readonly header?: boolean | undefined;
  /** Of a workbook. */
  readonly sheet?: string | undefined;
}

type Reader = (file: string, bytes: Uint8Array, options: ForeignOptions) => ForeignTable;

const READERS: readonly (readonly [signature: RegExp, read: Reader])[] = [[/^\$FL[23]/, savTable]];

/** Undefined for text and Parquet, and for what is not read at all. `head` is the beginning of the bytes. */
export function foreignReader(head: Uint8Array): Reader | undefined {
  const text = String.fromCharCode(...head.subarray(0, 4096));
  return READERS.find(([signature]) => signature.test(text))?.[1];
}
