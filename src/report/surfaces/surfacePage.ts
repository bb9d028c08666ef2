/** The report of an audit of a recommender. */
import type { DrawnChart } from '../common/chart.ts';
import { counted } from '../common/format.ts';
import type { Finding, ModelAuditRecords } from '../common/input.ts';
import { labelOf } from '../common/lookup.ts';
import { figures } from '../page/figure.ts';
import { html, unbroken } from '../page/html.ts';
import { closing, folded, keyList, type ReportKind, type Section } from '../page/pageDocument.ts';
import { riskSection } from '../page/riskTable.ts';
import { modelAnswer, modelKeys } from './surfaceAnswer.ts';
import { modelLimits, modelMethods, modelProvenance, modelQuestion } from './surfaceProse.ts';
import { anchorTable, attackerTable, controlTable, costTable, defenceTable, surfaceTable } from './surfaceTables.ts';
import { viewName } from './surfaceWords.ts';

export const modelPage: ReportKind<ModelAuditRecords> = {
  heading: ({ data }) => `What does the recommender tell about ${data.attribute}?`,
  about: ({ data }) => [data.source, counted(data.users, 'person', 'people')],
  sections: sectionsOf,
};

function sectionsOf(records: ModelAuditRecords, charts: readonly DrawnChart[]): Section[] {
  const drawn = (...ids: readonly string[]) => figures(charts, ids);
  const { found, meaning, behind } = modelAnswer(records);
  const where = (found: Finding) => `${viewName(found)}${found.defence === undefined ? '' : ', defended'}`;
  return [
    {
      id: 'answer',
      title: 'What was found',
      content: [
        html`<p>${unbroken(found)}</p><p>${unbroken(meaning)}</p>`,
        keyList(modelKeys(records)),
        html`<p>${unbroken(behind)}</p>`,
      ],
    },
    { id: 'question', title: 'The question', content: [modelQuestion(records)] },
    { id: 'surfaces', title: 'Surface by surface', content: drawn('surfaces', 'lists-by-length') },
    {
      id: 'defence',
      title: 'Before and after the defence',
      content: records.afterDefence === undefined ? [] : [defenceTable(records), ...costTable(records)],
    },
    {
      id: 'use',
      title: 'Beside other recommenders',
      content: records.anchors.length === 0 ? [] : [...drawn('leak-against-use'), anchorTable(records)],
    },
    riskSection(records.findings, { where, attacker: (found) => labelOf(records, found) }),
    {
      id: 'tables',
      title: 'The numbers',
      content: [attackerTable(records), controlTable(records), folded('What was read', surfaceTable(records))],
    },
    ...closing(modelMethods(records), modelLimits(records), modelProvenance(records)),
  ];
}
