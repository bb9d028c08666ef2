/**
 * Which questions somebody was asked, from the text of a file: a saved transcript, a compiled questionnaire, a JSON list,
 * a table with a header, or one item per line. Items are named by id or by title.
 */
import { UlteriorError } from '../../../errors/index.ts';
import { textOfCell } from '../../../tables/index.ts';

/** Names of the items in the order in which they were asked. `file` is for messages. */
export function questionNames(text: string, file: string): string[] {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  const names = /^[[{]/.test(trimmed) ? fromJson(trimmed, file) : fromLines(trimmed, file);
  if (names.length > 0) return names;
  throw new UlteriorError('FILE_EMPTY', `"${file}" names no questions`, 'write one item per line', { file });
}

function fromJson(text: string, file: string): string[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw malformed(file, `it begins like JSON but is not: ${reason}`);
  }
  const { events, questions } = (Array.isArray(parsed) ? {} : parsed) as { events?: unknown; questions?: unknown };
  const list = Array.isArray(parsed) ? parsed : Array.isArray(events) ? asked(events) : questions;
  if (!Array.isArray(list))
    throw malformed(file, 'it is JSON, but neither a list nor a transcript nor a questionnaire');
  return list.map((entry: unknown, at) => {
    const name = typeof entry === 'object' && entry !== null ? nameIn(entry) : entry;
    if (typeof name === 'string' || typeof name === 'number') return String(name);
    throw malformed(file, `entry ${at + 1} of its list names no item`);
  });
}

/** The questions of a transcript. One that was undone was still asked, and once. */
function asked(events: readonly unknown[]): unknown[] {
  const items = events.flatMap((event) => {
    const { item } = event as { item?: unknown };
    return item === undefined ? [] : [item];
  });
  return [...new Set(items)];
}

/** What the entry of a list or a column may be called, the most telling first. */
const NAMES = ['item', 'item_id', 'itemid', 'id', 'title', 'question'];

function nameIn(entry: object): unknown {
  const fields = new Map(Object.entries(entry).map(([key, value]) => [key.toLowerCase(), value as unknown]));
  return NAMES.map((name) => fields.get(name)).find((value) => value !== undefined);
}

/** A table, if the first line is a header that names a column of items; otherwise every line is an item. */
function fromLines(text: string, file: string): string[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const separator = lines[0]?.includes('\t') ? '\t' : ',';
  const header = tableCells(lines[0] ?? '', separator).map((cell) => cell.toLowerCase());
  const column = NAMES.map((name) => header.indexOf(name)).find((at) => at >= 0);
  if (column === undefined) return lines.map((line) => line.trim());
  return lines.slice(1).map((line, at) => {
    const cell = tableCells(line, separator)[column];
    if (cell) return textOfCell(cell);
    throw malformed(file, `row ${at + 1} has nothing in the column "${header[column]}"`);
  });
}

/** Cells of a line: quotes around a cell may hold separators, and a doubled quote is one. */
export function tableCells(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const letter = line[at]!;
    if (letter === '"' && quoted && line[at + 1] === '"') {
      cell += letter;
      at++;
    } else if (letter === '"') {
      quoted = !quoted;
    } else if (letter === separator && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else {
      cell += letter;
    }
  }
  return [...cells, cell.trim()];
}

function malformed(file: string, what: string): UlteriorError {
  return new UlteriorError(
    'FILE_MALFORMED',
    `"${file}" is not a list of questions: ${what}`,
    'pass a transcript, a JSON list, a table with a column "item" or "title", or one item per line',
    { file },
  );
}
