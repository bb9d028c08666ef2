/**
 * A cell of a CSV file that is written. A text that begins with =, +, - or @ is a formula to a spreadsheet, and runs for
 * whoever opens the file: an apostrophe in front makes it a text again. Numbers stay numbers.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? harmless(value) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text of a cell that `csvCell` has written. */
export function textOfCell(cell: string): string {
  return /^''*[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

const NUMBER = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** One that begins with an apostrophe gets another where it could be taken for one that was added. */
function harmless(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}
