/** The report of an audit. */
import { aucChart } from '../charts/auc.ts';
import { ratingErrorChart } from '../charts/ratingError.ts';
import type { DrawnChart } from '../common/chart.ts';
import { counted } from '../common/format.ts';
import type { AuditRecords } from '../common/input.ts';
import { curveTable } from '../page/curveTable.ts';
import { figures } from '../page/figure.ts';
import { plantedTable } from '../page/howMeasured.ts';
import { type Html, html, unbroken } from '../page/html.ts';
import { closing, folded, keyList, type ReportKind, type Section, unless } from '../page/pageDocument.ts';
import { answerOf, keyFigures } from './answer.ts';
import { limitsText, methodsText, provenanceText, questionText } from './prose.ts';
import { comparisonTable, dataTable, fullHistoryTable, itemTable, openListsTable, takenForTable } from './tables.ts';
import { auditRisk } from './untilNamed.ts';

export const auditPage: ReportKind<AuditRecords> = {
  heading: ({ data }) => `What do rating questions give away about ${data.attribute}?`,
  about: ({ data }) => [data.source, counted(data.users, 'person', 'people'), counted(data.ratings, 'rating')],
  sections: sectionsOf,
};

function sectionsOf(records: AuditRecords, charts: readonly DrawnChart[]): Section[] {
  const drawn = (...ids: readonly string[]) => figures(charts, ids);
  return [
    { id: 'answer', title: 'What was found', content: [answerHtml(records), ...drawn('headline')] },
    { id: 'question', title: 'The question', content: [questionText(records)] },
    { id: 'speed', title: 'How fast', content: drawn('auc', 'auc-same-people') },
    auditRisk(records),
    { id: 'certainty', title: 'How sure', content: drawn('confidence', 'reliability') },
    {
      id: 'types',
      title: 'Group by group',
      content: [...drawn('auc-by-type', 'confusion'), ...takenForTable(records)],
    },
    { id: 'use', title: 'What the recommender gains', content: drawn('rating-error') },
    {
      id: 'items',
      title: 'Where it leaks',
      content: [
        ...drawn('sources'),
        ...drawn('items'),
        ...unless(records.items.length === 0, () => folded('All figures of these items', itemTable(records))),
        ...drawn('gaps', 'gaps-top'),
      ],
    },
    {
      id: 'tables',
      title: 'The numbers',
      content: [
        ...curveTable(aucChart(records)),
        ...openListsTable(records),
        ...fullHistoryTable(records),
        ...unless(records.comparisons.length === 0, () => comparisonTable(records)),
        ...curveTable(ratingErrorChart(records)),
        ...(records.planted === undefined ? [] : [plantedTable({ metric: 'AUC', ...records.planted })]),
      ],
    },
    { id: 'data', title: 'The data', content: [dataTable(records), ...drawn('ratings-per-user', 'rating-histogram')] },
    ...closing(methodsText(records), limitsText(records), provenanceText(records)),
  ];
}

function answerHtml(records: AuditRecords): Html {
  const { found, meaning, behind } = answerOf(records);
  const paragraph = (text: string) => (text === '' ? '' : html`<p>${unbroken(text)}</p>\n`);
  return html`${[found, meaning].map(paragraph)}${keyList(keyFigures(records))}
${paragraph(behind)}`;
}
