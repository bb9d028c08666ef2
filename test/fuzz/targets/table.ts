/**
 * Tables as a browser reads them, without a database: the first byte says what the file is called and how it is read, the
 * rest is the file. Text in any encoding, gzip, JSON lines, delimiters and headers that are guessed.
 */
import { File } from 'node:buffer';
import { fileBounds } from '../../../src/web/files/fileBounds.ts';
import type { FileSource, NamedBlob } from '../../../src/web/files/index.ts';
import { openFiles, previewFile } from '../../../src/web/files/index.ts';
import { type FuzzTarget, onlyCoded } from '../onlyCoded.ts';

const NAMES = ['ratings.csv', 'ratings.jsonl', 'ratings.csv.gz', 'ratings.dat'];
const bounds = { ...fileBounds, unpackedBytes: 1e6, rows: 10_000 };

export const fuzz: FuzzTarget = async (bytes) => {
  const choice = bytes[0] ?? 0;
  const file = new File([bytes.slice(1)], NAMES[choice % NAMES.length]!) as unknown as NamedBlob;
  const encoding = (choice >> 2) % 2 === 0 ? ('utf-8' as const) : ('latin-1' as const);
  const reading = {
    lenientNumbers: (choice >> 3) % 2 === 0,
    attributes: (choice >> 4) % 2 === 0 ? [] : ['gender'],
    duplicates: (choice >> 5) % 2 === 0 ? ('last' as const) : ('mean' as const),
  };
  await onlyCoded(() => previewFile({ file, encoding }, bounds));
  const long: FileSource = { kind: 'long', ratings: { file, encoding }, ...reading };
  await onlyCoded(() => openFiles(long, bounds));
  const wide: FileSource = { kind: 'wide', file, encoding, items: { pattern: '^[iq]' }, ...reading } as never;
  await onlyCoded(() => openFiles(wide, bounds));
};
