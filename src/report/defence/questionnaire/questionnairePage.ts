/** The report of a questionnaire: what a list gives away, what it teaches, and what else could be asked. */
import type { QuestionnaireStudy } from '../../../defence/index.ts';
import type { Chart, DrawnChart } from '../../common/chart.ts';
import { counted, listed } from '../../common/format.ts';
import { figure } from '../../page/figure.ts';
import { html, unbroken } from '../../page/html.ts';
import { keyList, pageDocument, type Section } from '../../page/pageDocument.ts';
import { stepsSection } from '../../steps/nextSteps.ts';
import { questionnaireSteps } from '../../steps/stepsOf.ts';
import {
  answerTexts,
  limitsText,
  methodsText,
  provenanceText,
  questionnaireKeys,
  questionText,
} from './questionnaireProse.ts';
import { questionsChart } from './questionnaireQuestions.ts';
import {
  agendaTable,
  controlTable,
  listTable,
  measuredTable,
  modelTable,
  questionTable,
} from './questionnaireTables.ts';
import { impliedTradeOff, measuredTradeOff } from './questionnaireTradeOff.ts';

/** In the order of the page. */
export function questionnaireCharts(study: QuestionnaireStudy): readonly Chart[] {
  const charts = [questionsChart(study), measuredTradeOff(study), impliedTradeOff(study)];
  return charts.filter((chart) => chart !== undefined);
}

export function questionnairePage(study: QuestionnaireStudy, drawn: readonly DrawnChart[]): string {
  const drawnAs = (id: string) => drawn.filter(({ chart }) => chart.id === id).map((chart) => figure(chart));
  const measured = study.measurement !== undefined;
  const [answer, ...more] = answerTexts(study);
  const sections: readonly Section[] = [
    {
      id: 'answer',
      title: 'The answer',
      content: [
        html`<p class="answer">${unbroken(answer!)}</p>`,
        ...more.map((text) => html`<p>${unbroken(text)}</p>`),
        keyList(questionnaireKeys(study)),
      ],
    },
    stepsSection(questionnaireSteps(study)),
    { id: 'question', title: 'The question', content: [questionText(study)] },
    { id: 'list', title: 'The list', content: [...drawnAs('questionnaire-questions'), questionTable(study)] },
    {
      id: 'trade-off',
      title: 'What else could be asked',
      content: [
        ...drawnAs('questionnaire-measured'),
        ...drawnAs('questionnaire-implied'),
        ...(measured ? [measuredTable(study)] : []),
        listTable(study),
      ],
    },
    {
      id: 'checks',
      title: 'Checks',
      content: [
        ...(measured ? [controlTable(study)] : []),
        ...(study.agenda.length === 0 ? [] : [agendaTable(study)]),
        modelTable(study),
      ],
    },
    { id: 'methods', title: 'How it was measured', content: [methodsText(study)] },
    { id: 'limits', title: 'Limits and responsible use', content: [limitsText(study)] },
    { id: 'provenance', title: 'Provenance', content: [provenanceText(study)] },
  ];
  const { spec, data, provenance } = study;
  const names = listed(spec.attributes);
  return pageDocument({
    heading:
      spec.task === 'check'
        ? `What do these questions reveal about ${names}?`
        : `${counted(spec.questions, 'question')} about taste, not about ${names}`,
    about: [
      ...(data === undefined
        ? ['from models alone']
        : [data.source, counted(data.users, 'person', 'people'), counted(data.ratings, 'rating')]),
      provenance.finished.slice(0, 10),
    ].join(' · '),
    version: provenance.version,
    sections,
    files: ['records.json', 'curves.csv', 'curves.jsonl', 'curves.parquet'],
  });
}
