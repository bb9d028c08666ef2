/**
 * Sections that plug-ins add to reports. They hand over text and cells, never HTML, so nothing that they or the data hold
 * can run in the page; the terminal prints their tables, too.
 */
import { UlteriorError } from '../../errors/index.ts';
import { createRegistry } from '../../plugins/index.ts';
import { problemsOf, schema } from '../../schema/index.ts';
import type { AnyRecords } from '../common/anyRecords.ts';
import { type Html, html, unbroken } from '../page/html.ts';
import type { Section } from '../page/pageDocument.ts';
import { table } from '../page/table.ts';

interface SectionTable {
  readonly title: string;
  /** What the columns mean. */
  readonly note?: string;
  readonly columns: readonly string[];
  /** Cells as text; the first names the row. */
  readonly rows: readonly (readonly string[])[];
}

/** A section of reports. */
export interface SectionDefinition {
  readonly name: string;
  /** Its heading. */
  readonly title: string;
  /** The formats of records that it is about, such as "ulterior-audit"; every kind where it is left out. */
  readonly formats?: readonly string[];
  /** Paragraphs and tables, from records (figures are their `findings`); nothing where there is nothing to say. */
  readonly content: (records: AnyRecords) => readonly (string | SectionTable)[];
}

const { fieldsOf, listOf, text } = schema;

export const sectionRegistry = createRegistry<SectionDefinition>(
  {
    kind: 'section',
    values: fieldsOf<Omit<SectionDefinition, 'content'>>({ name: text, title: text, formats: listOf(text, 1) }, [
      'name',
      'title',
    ]),
    functions: ['content'],
  },
  [],
);

const CONTENT = listOf(
  schema.either(
    text,
    fieldsOf<SectionTable>({ title: text, note: text, columns: listOf(text, 1), rows: listOf(listOf(text, 1)) }, [
      'title',
      'columns',
      'rows',
    ]),
  ),
);

/** Those of loaded plug-ins that are about such records. */
export function addedSections(records: AnyRecords): Section[] {
  return sectionRegistry.all
    .filter(({ formats }) => formats === undefined || formats.includes(records.format))
    .map(({ name, title, content }) => {
      const parts = contentOf(name, () => content(records));
      return { id: `added-${name}`, title, content: parts.map(partHtml) };
    });
}

function partHtml(part: string | SectionTable): Html {
  if (typeof part === 'string') return html`<p>${unbroken(part)}</p>`;
  const columns = part.columns.map((heading, at) => {
    return { heading, cell: (row: readonly string[]) => row[at] ?? '–', text: at === 0 };
  });
  return table(part.title, part.note ?? '', columns, part.rows);
}

function contentOf(name: string, content: () => readonly (string | SectionTable)[]) {
  const refused = (what: string, advice: string) =>
    new UlteriorError('PLUGIN_MISBEHAVED', what, `${advice}, see docs/plugins.md`, { section: name });
  let parts: readonly (string | SectionTable)[];
  try {
    parts = content();
  } catch (cause) {
    throw refused(`the section "${name}" failed: ${cause}`, 'mend its content');
  }
  const [problem] = problemsOf(CONTENT, parts, `the content of the section "${name}"`);
  if (problem === undefined) return parts;
  throw refused(problem.message, 'return a list of texts and tables ({ title, note, columns, rows }, cells as text)');
}
