/** The report for a terminal: what it is about, the answer, and the first tables. The page has all of them. */
import { type FirstScreen, firstLines } from '../page/firstPart.ts';
import { linesOf } from '../page/html.ts';
import type { Section } from '../page/pageDocument.ts';
import { Table, tableLines, wrapLine } from '../page/table.ts';

/** More would push the answer too far up. */
const TABLES = 4;

export function summaryLines(
  heading: string,
  about: string,
  first: FirstScreen | undefined,
  [answer, ...sections]: readonly Section[],
  width?: number,
): string[] {
  const tables = sections.flatMap(({ content }) => content.filter((one) => one instanceof Table));
  const more = tables.slice(TABLES).map(({ parts }) => parts.title);
  const lines = [
    heading,
    about,
    ...(first === undefined ? [] : firstLines(first).flatMap((line) => ['', line])),
    // Entries of a list stand close together.
    ...(answer?.content ?? []).flatMap(linesOf).flatMap((line) => (line.startsWith('- ') ? [line] : ['', line])),
  ].flatMap((line) => wrapLine(line, width ?? Number.POSITIVE_INFINITY));
  return [
    ...lines,
    ...tables.slice(0, TABLES).flatMap(({ parts }) => ['', ...tableLines(parts, width)]),
    ...(more.length === 0
      ? []
      : ['', ...wrapLine(`More tables are in the report: ${more.join('; ')}.`, width ?? Number.POSITIVE_INFINITY)]),
  ];
}
