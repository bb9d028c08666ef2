/** The report for a terminal: what it is about, the answer, and every table that the page does not fold away. */
import { linesOf } from '../page/html.ts';
import type { Section } from '../page/pageDocument.ts';
import { Table, tableLines } from '../page/table.ts';

export function summaryLines(heading: string, about: string, [answer, ...sections]: readonly Section[]): string[] {
  const tables = sections.flatMap(({ content }) => content.filter((one) => one instanceof Table));
  return [
    heading,
    about,
    // Entries of a list stand close together.
    ...(answer?.content ?? []).flatMap(linesOf).flatMap((line) => (line.startsWith('- ') ? [line] : ['', line])),
    ...tables.flatMap(({ parts }) => ['', ...tableLines(parts)]),
  ];
}
