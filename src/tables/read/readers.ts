/**
 * What a reader is: it makes a dataset of files in a layout of their own, and is named before a colon where data are named
 * in one word (`ml-1m:folder`). The readers that ship are in src/datasets; plug-ins add theirs when they are loaded.
 */

import { createRegistry } from '../../plugins/index.ts';
import { schema } from '../../schema/index.ts';
import type { DuplicateRule } from './duplicates.ts';
import type { DatasetOptions, ReadDataset } from './finishDataset.ts';

/** What the caller asked for: pass it on to `longTable` or `wideTable`, which do it. */
export interface ReaderOptions extends DatasetOptions {
  readonly duplicates?: DuplicateRule | undefined;
}

/** A way to read data that have a layout of their own. */
export interface ReaderDefinition {
  readonly name: string;
  /** One line for people. */
  readonly summary: string;
  /** `place` is what stands after the colon: a file, a folder, anything the reader understands. */
  read(place: string, options: ReaderOptions): Promise<ReadDataset>;
}

/** Invented worlds are no files, and have settings of their own. */
const RESERVED = new Map<string, unknown>([['world', 'invented worlds']]);

export const readerRegistry = createRegistry<ReaderDefinition>(
  {
    kind: 'reader',
    values: schema.fieldsOf<Omit<ReaderDefinition, 'read'>>({ name: schema.text, summary: schema.text }, [
      'name',
      'summary',
    ]),
    functions: ['read'],
    names: RESERVED,
  },
  [],
);
