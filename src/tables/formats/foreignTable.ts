import { UlteriorError } from '../../errors/index.ts';
import type { Understood } from '../cells/table.ts';
import type { LayoutOptions } from '../columns/delimitedLayout.ts';

/** A table of a file that is no text, or of a program with a layout of its own: what its reader delivers, wherever the file is opened. */
export interface ForeignTable {
  readonly names: readonly string[];
  /** What was asked, by column. */
  readonly titles?: ReadonlyMap<string, string> | undefined;
  /** What codes mean, by column. */
  readonly labels?: ReadonlyMap<string, ReadonlyMap<string, string>> | undefined;
  /** What the file is and what was left out. */
  readonly told: readonly Understood[];
  /** Undefined is missing. */
  rows(): Iterable<readonly (string | undefined)[]>;
}

/** How such a file is read, where that cannot be seen from it. */
export interface ForeignOptions extends LayoutOptions {
  /** Of a workbook. */
  readonly sheet?: string | undefined;
}

/** What a packed file may unpack to. */
const MOST_UNPACKED = 1 << 30;

export function requireUnpacked(file: string, bytes: number): void {
  if (bytes <= MOST_UNPACKED) return;
  throw new UlteriorError(
    'FILE_TOO_LARGE',
    `"${file}" unpacks to ${bytes} bytes; at most ${MOST_UNPACKED} are read`,
    'export the table as CSV or Parquet',
    { file, bytes },
  );
}

/** What an unpacker says of damaged bytes, in the words of this project. */
export function unpacking<Result>(file: string, action: () => Result): Result {
  try {
    return action();
  } catch (cause) {
    if (cause instanceof UlteriorError) throw cause;
    throw new UlteriorError(
      'FILE_TRUNCATED',
      `"${file}" cannot be unpacked: ${cause instanceof Error ? cause.message : String(cause)}`,
      'copy or download the file again: its end is missing or it was damaged',
      { file },
    );
  }
}

/** Of seconds since 1970. */
export function dateText(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString().slice(0, 19);
}
