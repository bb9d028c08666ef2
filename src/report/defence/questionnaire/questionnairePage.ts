/** The report of a questionnaire: what a list gives away, what it teaches, and what else could be asked. */
import { listExposure, type QuestionnaireStudy } from '../../../defence/index.ts';
import type { Chart, DrawnChart } from '../../common/chart.ts';
import { capital, counted, listed } from '../../common/format.ts';
import { figure } from '../../page/figure.ts';
import { html, unbroken } from '../../page/html.ts';
import { closing, keyList, type ReportKind, type Section } from '../../page/pageDocument.ts';
import { riskSection } from '../../page/riskTable.ts';
import { allLists, attackerWords } from './questionnaireLookup.ts';
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

export const questionnairePage: ReportKind<QuestionnaireStudy> = {
  heading: ({ spec }) =>
    spec.task === 'check'
      ? `What do these questions reveal about ${listed(spec.attributes)}?`
      : `${counted(spec.questions, 'question')} about taste, not about ${listed(spec.attributes)}`,
  about: ({ data }) =>
    data === undefined
      ? ['from models alone']
      : [data.source, counted(data.users, 'person', 'people'), counted(data.ratings, 'rating')],
  sections: sectionsOf,
};

function sectionsOf(study: QuestionnaireStudy, drawn: readonly DrawnChart[]): readonly Section[] {
  const drawnAs = (id: string) => drawn.filter(({ chart }) => chart.id === id).map((chart) => figure(chart));
  const measured = study.measurement !== undefined;
  const [answer, ...more] = answerTexts(study);
  const nameOf = (exposure: string) =>
    allLists(study).find(({ id }) => listExposure(id) === exposure)?.label ?? exposure;
  return [
    {
      id: 'answer',
      title: 'What was found',
      content: [
        html`<p>${unbroken(answer!)}</p>`,
        ...more.map((text) => html`<p>${unbroken(text)}</p>`),
        keyList(questionnaireKeys(study)),
      ],
    },
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
    riskSection(study.findings, {
      where: ({ exposure, target }) =>
        [nameOf(exposure), ...(study.spec.attributes.length > 1 ? [target] : [])].join(', '),
      attacker: ({ attacker }) => capital(attackerWords(attacker!)),
    }),
    {
      id: 'checks',
      title: 'Checks',
      content: [
        ...(measured ? [controlTable(study)] : []),
        ...(study.agenda.length === 0 ? [] : [agendaTable(study)]),
        modelTable(study),
      ],
    },
    ...closing(methodsText(study), limitsText(study), provenanceText(study)),
  ];
}
