/** The report of an evaluation of defences: what they hide, from whom, and what they cost. */
import { type DefenceRecords, isKnowingAttacker } from '../../../defence/index.ts';
import type { Chart, DrawnChart } from '../../common/chart.ts';
import { capital, counted } from '../../common/format.ts';
import { figure } from '../../page/figure.ts';
import { type Html, html, unbroken } from '../../page/html.ts';
import { closing, folded, keyList, type ReportKind, type Section } from '../../page/pageDocument.ts';
import { riskSection } from '../../page/riskTable.ts';
import { fooledChart } from './fooledChart.ts';
import {
  answerText,
  defencesText,
  hiddenText,
  keyFigures,
  limitsText,
  methodsText,
  provenanceText,
  questionText,
  worstCases,
} from './prose.ts';
import {
  accuracyTable,
  adoptionTable,
  aucTable,
  changeTable,
  glanceTable,
  groupTable,
  groupUtilityTable,
  peopleTable,
  utilityTable,
  verdictTable,
} from './tables.ts';
import { tradeOffCharts } from './tradeOffChart.ts';
import { attackerName, labelOf } from './words.ts';

/** In the order of the page. */
export function defenceCharts(records: DefenceRecords): readonly Chart[] {
  const { attackers } = records.spec;
  const mayBeOblivious = attackers.filter((attacker) => !isKnowingAttacker(attacker));
  return [...mayBeOblivious.map((attacker) => fooledChart(records, attacker)), ...tradeOffCharts(records)];
}

export const defencePage: ReportKind<DefenceRecords> = {
  heading: ({ data }) => `Which defences protect ${data.attribute}, and at what cost?`,
  about: ({ data }) => [data.source, counted(data.users, 'person', 'people'), counted(data.ratings, 'rating')],
  sections: sectionsOf,
};

function sectionsOf(records: DefenceRecords, drawn: readonly DrawnChart[]): readonly Section[] {
  const hidden = hiddenText(records);
  const figures = (start: string): Html[] =>
    drawn.filter(({ chart }) => chart.id.startsWith(start)).map((chart) => figure(chart));
  return [
    {
      id: 'answer',
      title: 'What was found',
      content: [
        html`<p>${unbroken(answerText(records))}</p>`,
        worstCases(records),
        ...(hidden === undefined ? [] : [html`<p>${hidden}</p>`]),
        keyList(keyFigures(records)),
      ],
    },
    { id: 'question', title: 'The question', content: [questionText(records)] },
    { id: 'fooled', title: 'Who is fooled', content: figures('fooled-') },
    { id: 'trade-off', title: 'Privacy against use', content: figures('trade-off-') },
    {
      id: 'verdicts',
      title: 'The numbers',
      content: [
        glanceTable(records),
        utilityTable(records),
        changeTable(records),
        ...adoptionTable(records),
        verdictTable(records),
        aucTable(records),
        ...groupTable(records),
        folded('What each group loses', groupUtilityTable(records)),
        folded('Accuracy', accuracyTable(records, 'accuracy')),
        folded('Balanced accuracy', accuracyTable(records, 'balancedAccuracy')),
      ],
    },
    riskSection(records.findings, {
      // Where a share of the people uses it, the exposure says whom this is about.
      where: ({ defence, strength, exposure }) => {
        const name = defence === undefined ? 'no defence' : `${labelOf(defence)}, strength ${strength}`;
        return [name, ...exposure.split(', ').slice(1)].join(', ');
      },
      attacker: ({ attacker, situation }) => [capital(attackerName(attacker!)), situation].join(', '),
    }),
    { id: 'defences', title: 'The defences', content: [defencesText(records)] },
    { id: 'data', title: 'The data', content: [peopleTable(records)] },
    ...closing(methodsText(records), limitsText(records), provenanceText(records)),
  ];
}
