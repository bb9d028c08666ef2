/** The report for a terminal: what it is about, the answer, and the first tables that fit a line. The page has all of them. */
import { linesOf } from '../page/html.ts';
import type { Section } from '../page/pageDocument.ts';
import { Table, tableLines } from '../page/table.ts';

/** More would push the answer off the screen. */
const TABLES = 3;
/** Characters in a line. */
const WIDTH = 160;

export function summaryLines(heading: string, about: string, [answer, ...sections]: readonly Section[]): string[] {
  const tables = sections.flatMap(({ content }) => content.filter((one) => one instanceof Table));
  const printed = tables
    .map(({ parts: { title, note, ...parts } }) => ({ title, note, lines: tableLines(parts) }))
    .filter(({ lines }) => lines.every((line) => line.length <= WIDTH))
    .slice(0, TABLES);
  const more = tables.map(({ parts }) => parts.title).filter((title) => !printed.some((one) => one.title === title));
  return [
    heading,
    about,
    // Entries of a list stand close together.
    ...(answer?.content ?? []).flatMap(linesOf).flatMap((line) => (line.startsWith('- ') ? [line] : ['', line])),
    ...printed.flatMap(({ title, note, lines }) => ['', title, note, ...lines]),
    ...(more.length === 0 ? [] : ['', `More tables are in the report: ${more.join('; ')}.`]),
  ];
}
