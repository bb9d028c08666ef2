/** The report of an evaluation of defences: what they hide, from whom, and what they cost. */
import type { DefenceRecords } from '../../defence/index.ts';
import type { Chart, DrawnChart } from '../chart.ts';
import { counted } from '../format.ts';
import { figure } from '../page/figure.ts';
import { type Html, html, unbroken } from '../page/html.ts';
import { folded, keyList, pageDocument, type Section } from '../page/pageDocument.ts';
import { fooledChart } from './fooledChart.ts';
import {
  answerText,
  defencesText,
  keyFigures,
  limitsText,
  methodsText,
  provenanceText,
  questionText,
  verdictList,
} from './prose.ts';
import {
  accuracyTable,
  aucTable,
  changeTable,
  peopleTable,
  shuffledTable,
  utilityTable,
  verdictTable,
} from './tables.ts';
import { tradeOffChart } from './tradeOffChart.ts';

/** In the order of the page. */
export function defenceCharts(records: DefenceRecords): readonly Chart[] {
  const { attackers } = records.spec;
  return [
    ...attackers.map((attacker) => fooledChart(records, attacker)),
    ...(['knowing', 'oblivious'] as const).flatMap((knowledge) =>
      attackers.map((attacker) => tradeOffChart(records, attacker, knowledge)),
    ),
  ];
}

export async function defencePage(
  records: DefenceRecords,
  draw: (chart: Chart) => Promise<DrawnChart>,
): Promise<string> {
  const { data, provenance } = records;
  const drawn: DrawnChart[] = [];
  for (const chart of defenceCharts(records)) drawn.push(await draw(chart));
  const figures = (start: string): Html[] =>
    drawn.filter(({ chart }) => chart.id.startsWith(start)).map((chart) => figure(chart));
  const sections: readonly Section[] = [
    { id: 'question', title: 'The question', content: [questionText(records)] },
    {
      id: 'answer',
      title: 'The answer',
      content: [
        html`<p class="answer">${unbroken(answerText(records))}</p>`,
        verdictList(records),
        keyList(keyFigures(records)),
      ],
    },
    { id: 'fooled', title: 'Who is fooled', content: figures('fooled-') },
    { id: 'trade-off', title: 'Privacy against use', content: figures('trade-off-') },
    {
      id: 'verdicts',
      title: 'The numbers',
      content: [
        verdictTable(records),
        aucTable(records),
        utilityTable(records),
        changeTable(records),
        folded('Accuracy', accuracyTable(records, 'accuracy')),
        folded('Balanced accuracy', accuracyTable(records, 'balancedAccuracy')),
      ],
    },
    { id: 'control', title: 'The control', content: [shuffledTable(records)] },
    { id: 'defences', title: 'The defences', content: [defencesText(records)] },
    { id: 'data', title: 'The data', content: [peopleTable(records)] },
    { id: 'methods', title: 'How it was measured', content: [methodsText(records)] },
    { id: 'limits', title: 'Limits and responsible use', content: [limitsText(records)] },
    { id: 'provenance', title: 'Provenance', content: [provenanceText(records)] },
  ];
  return pageDocument({
    heading: `What hides ${data.attribute}, from whom, and at what price?`,
    about: `${data.source} · ${counted(data.users, 'person', 'people')} · ${counted(data.ratings, 'rating')} · ${provenance.finished.slice(0, 10)}`,
    version: provenance.version,
    sections,
    files: ['records.json'],
  });
}
