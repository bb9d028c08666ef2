/** How to read a file, where the file does not show it. */
import type { DelimitedOptions } from './delimitedHeader.ts';

/** How a table is read; what is left out is seen from the file. */
export interface FileOptions extends DelimitedOptions {
  /** Where it is not given: Parquet and delimited text are seen from the contents, JSON lines from the name. */
  readonly format?: 'delimited' | 'jsonl' | 'parquet' | undefined;
  /** Of a workbook; the first one where it is not given. */
  readonly sheet?: string | undefined;
}
