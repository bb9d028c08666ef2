/** Which files have a reader of their own here, by their first bytes. */
import { dtaTable } from './dtaFile.ts';
import type { ForeignOptions, ForeignTable } from './foreignTable.ts';
import { savTable } from './savFile.ts';
import { xlsxTable } from './xlsxFile.ts';

type Reader = (file: string, bytes: Uint8Array, options: ForeignOptions) => ForeignTable;

const READERS: readonly (readonly [isOwn: (head: string) => boolean, read: Reader])[] = [
  [(head) => head.startsWith('$FL2') || head.startsWith('$FL3'), savTable],
  [(head) => head.startsWith('<stata_dta>'), dtaTable],
  [(head) => head.startsWith('PK\x03\x04') && /\bxl\/|\[Content_Types\]/.test(head), xlsxTable],
];

/** Undefined for text and Parquet, and for what is not read at all. `head` is the beginning of the bytes. */
export function foreignReader(head: Uint8Array): Reader | undefined {
  const text = String.fromCharCode(...head.subarray(0, 4096));
  return READERS.find(([isOwn]) => isOwn(text))?.[1];
}
