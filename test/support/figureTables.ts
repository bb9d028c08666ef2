/**
 * The tables of a Markdown text that contain figures. A cell does where it begins with a number, or contains a number
 * with a decimal point or a percent sign; code and targets of links do not count, nor does the first column.
 */

const ROW = /^\s*\|(.*)\|\s*$/;
const RULE = /^\s*\|[\s:|-]+\|\s*$/;

/** For each such table the heading above it. */
export function figureTables(text: string): string[] {
  const lines = withoutCode(text).split('\n');
  let heading = '';
  return lines.flatMap((line, at) => {
    heading = /^#+ (.*)/.exec(line)?.[1] ?? heading;
    if (!RULE.test(line) || !ROW.test(lines[at - 1] ?? '')) return [];
    const end = lines.findIndex((row, n) => n > at && !ROW.test(row));
    const rows = lines.slice(at + 1, end < 0 ? undefined : end);
    return rows.some((row) => cellsOf(row).slice(1).some(isFigure)) ? [heading] : [];
  });
}

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '');

const cellsOf = (row: string) => ROW.exec(row)![1]!.split(/(?<!\\)\|/);

function isFigure(cell: string): boolean {
  const plain = cell.replace(/`[^`]*`/g, '').replace(/\]\([^)]*\)/g, ']');
  return /^[^\p{L}\d]*\d/u.test(plain) || /\d\.\d|\d%/.test(plain);
}
