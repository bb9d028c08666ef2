/**
 * A designed list as a table that remembers for which leak it was designed, and on whose data. Checked on the same
 * people it looks better than it is: its questions were chosen because they say little about just these. A check that
 * knows this can say so, and measure lists that were designed in the same way without the people who are asked.
 */
import { csvCell } from '../../../tables/index.ts';
import { tableCells } from '../../detector/path/questionList.ts';
import type { QuestionFigures } from './records.ts';

export interface DesignOrigin {
  /** What the list was to stay below; null for no limit. */
  readonly maxAuc: number | null;
  /** Fingerprints of the data. */
  readonly data: readonly string[];
}

const HEADER = ['id', 'title', 'designed_for', 'designed_on'];

/** As CSV. Every row says the same of its origin: rows can be sorted or taken out without losing it. */
export function designedListTable(
  questions: readonly Pick<QuestionFigures, 'item' | 'title'>[],
  { maxAuc, data }: DesignOrigin,
): string {
  const origin = [maxAuc === null ? 'no limit' : String(maxAuc), data.join(' ')];
  const rows = questions.map(({ item, title }) => [item, title, ...origin]);
  return [HEADER, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\n`).join('');
}

/** Undefined for a list that does not tell. */
export function designOrigin(text: string): DesignOrigin | undefined {
  const [header, row] = text.replace(/^\uFEFF/, '').split(/\r?\n/, 2);
  const names = tableCells(header ?? '', ',').map((name) => name.toLowerCase());
  const cells = tableCells(row ?? '', ',');
  const [limit, data] = ['designed_for', 'designed_on'].map((name) => cells[names.indexOf(name)]);
  if (!limit || !data) return undefined;
  const maxAuc = Number(limit);
  return { maxAuc: maxAuc >= 0.5 && maxAuc <= 1 ? maxAuc : null, data: data.split(' ') };
}
