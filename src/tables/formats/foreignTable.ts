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

const SECONDS_OF_DAY = 86_400;
/** Days of 400 years, after which the calendar repeats, and from March of the year 0 to 1970. */
const [DAYS_OF_ERA, EPOCH] = [146_097, 719_468];

/** Of seconds since 1970: 2024-05-31T06:30:00. Years begin in March here, so that the leap day is their last. */
export function dateText(seconds: number): string {
  const whole = Math.floor(seconds);
  const days = Math.floor(whole / SECONDS_OF_DAY);
  const rest = whole - days * SECONDS_OF_DAY;
  const era = Math.floor((days + EPOCH) / DAYS_OF_ERA);
  const day = days + EPOCH - era * DAYS_OF_ERA;
  const year = Math.floor((day - Math.floor(day / 1460) + Math.floor(day / 36_524) - Math.floor(day / 146_096)) / 365);
  const dayOfYear = day - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const month = Math.floor((5 * dayOfYear + 2) / 153);
  const dayOfMonth = dayOfYear - Math.floor((153 * month + 2) / 5) + 1;
  const two = (number: number) => String(number).padStart(2, '0');
  const date = [400 * era + year + (month > 9 ? 1 : 0), month > 9 ? month - 9 : month + 3, dayOfMonth]
    .map(two)
    .join('-');
  return `${date}T${[Math.floor(rest / 3600), Math.floor(rest / 60) % 60, rest % 60].map(two).join(':')}`;
}
