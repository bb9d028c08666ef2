/** The questions of a list, each with its part in what the list gives away and in what it teaches. */
import { type QuestionFigures, type QuestionnaireStudy, worstQuestions } from '../../../defence/index.ts';
import { keyAbove, keyLayers, shapes } from '../../charts/key.ts';
import { axisDomain } from '../../charts/lines.ts';
import { rowsChart } from '../../charts/rows.ts';
import type { Chart, Series } from '../../common/chart.ts';
import { counted, percent } from '../../common/format.ts';
import { placeOn } from '../../common/layout.ts';
import { kindWords, largestImplied } from './questionnaireLookup.ts';

const MOST = 30;

export function questionsChart({ subject }: QuestionnaireStudy): Chart {
  const largest = largestImplied(subject);
  const at = subject.leaks.indexOf(largest);
  const leakShare = ({ leaks }: QuestionFigures) =>
    largest.squaredDistance > 0 ? leaks[at]!.dropped / largest.squaredDistance : 0;
  const taught = subject.worth?.cut ?? 0;
  const worthShare = ({ worth }: QuestionFigures) =>
    worth === undefined || taught <= 0 ? undefined : worth.dropped / taught;
  const questions = worstQuestions(subject).slice(0, MOST);
  const [worst] = questions;
  const series: readonly Series[] = [
    { label: `leak of ${largest.attribute}`, colour: 0, palette: 'types', shape: shapes[0]! },
    ...(subject.worth === undefined
      ? []
      : [{ label: 'worth', colour: 1, palette: 'types' as const, shape: shapes[1]! }]),
  ];
  const dots = questions.flatMap((question, row) => [
    { row, share: leakShare(question), kind: series[0]!.label },
    ...[worthShare(question)].flatMap((share) => (share === undefined ? [] : [{ row, share, kind: 'worth' }])),
  ]);
  const reading =
    `How much of the leak of ${largest.attribute} (read from: ${kindWords[largest.kind]}) goes away when the question is left out` +
    `${subject.worth === undefined ? '' : ', and how much of what the list teaches about taste'}. ` +
    `Without “${worst!.title}”, the leak shrinks by ${percent(leakShare(worst!))}. Questions overlap, so shares do not add up to 100%.`;
  const words = {
    id: 'questionnaire-questions',
    title: 'Question by question',
    reading,
    description: `Rows of dots, one row for each of ${counted(questions.length, 'question')}, the most revealing first. Horizontal: share of the whole list. The table of questions has all figures. ${reading}`,
    legend: series,
  };
  const shares = dots.map(({ share }) => share);
  const domain = axisDomain(shares, Math.max(...shares) > 0.3 ? 0.1 : 0.05, [0]);
  const axis = { title: 'leak removed by dropping the question', format: '.0%', grid: false, tickCount: 6 };
  const x = placeOn(domain, axis)('share');
  const names = series.map(({ label }) => label);
  const key = { field: 'kind', type: 'nominal', legend: null };
  const fill = { ...key, scale: { domain: names, range: 'types' } };
  const shape = { ...key, scale: { domain: names, range: shapes.slice(0, names.length) } };
  const titles = questions.map(({ title }) => title);
  return rowsChart(words, titles, { right: 24 }, (y, layout, frame) => {
    const { places } = keyAbove(names, frame.width);
    return [
      {
        data: { values: dots },
        mark: { type: 'point', filled: true, size: 75, style: 'dot' },
        encoding: { y, x, fill, shape },
      },
      ...(layout.named ? keyLayers(series, (place) => [6 + places[place]![0], places[place]![1]], shape.scale) : []),
    ];
  });
}
