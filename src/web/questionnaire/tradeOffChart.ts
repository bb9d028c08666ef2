/** What lists give away against what they teach: the designed lists as a line, the visitor's list and an attacker's as dots. */

import type { ListFigures, QuestionnaireStudy } from '../../defence/index.ts';
import type { Chart, ChartLayout, Spec } from '../../report/index.ts';
import { decimal, percent } from '../components/words.ts';
import type { ViewWords } from '../words/catalogue.ts';
import { wordsNow } from '../words/language.ts';
import { enViews } from '../words/views.en.ts';
import { largestOf } from './words.ts';

interface Dot {
  readonly label: string;
  readonly learnt: number;
  readonly auc: number;
}

const dotOf = (list: ListFigures, label: string): Dot => ({
  label,
  learnt: list.worth?.cut ?? 0,
  auc: largestOf(list).auc,
});

/** Undefined where nothing says what questions teach. */
export function tradeOffChart(
  design: QuestionnaireStudy,
  given: ListFigures | undefined,
  { chart: words, better, list }: ViewWords['questionnaire'] = enViews.questionnaire,
): Chart | undefined {
  if (design.curve.some(({ worth }) => worth === undefined)) return undefined;
  // A list that could not keep within its budget is no point of the curve.
  const line = design.curve.filter(({ excess }) => excess === 0).map((point) => dotOf(point, words.designed));
  const chosen = dotOf(design.subject, better.better);
  const popular = design.compared.find(({ id }) => id === 'popularity');
  const { attribute } = largestOf(given ?? design.subject);
  const attacker = design.compared.find(({ id }) => id === `attacker:${attribute}`);
  const dots = [
    chosen,
    ...(given?.worth === undefined ? [] : [dotOf(given, better.yours)]),
    ...(popular === undefined ? [] : [dotOf(popular, list.examples['popularity']!)]),
    ...(attacker === undefined ? [] : [dotOf(attacker, list.attackersList(wordsNow().data.attribute(attribute)))]),
  ];
  const reading =
    words.reading(decimal(chosen.auc, 2), percent(chosen.learnt)) +
    `${given?.worth === undefined ? '' : words.readingYours(decimal(largestOf(given).auc, 2), percent(given.worth.cut))}.`;
  const frame = ({ width, name }: ChartLayout) => {
    const [left, right] = [46, 20];
    return { width: width - left - right, height: name === 'phone' ? 260 : 300, left, right, top: 34, bottom: 52 };
  };
  return {
    id: 'trade-off',
    title: words.title,
    reading,
    description: words.description(
      dots.map(({ label, learnt, auc }) => `${label}: ${percent(learnt)}, ${decimal(auc, 2)}`).join('; '),
    ),
    legend: [
      { label: words.designed, colour: 0, palette: 'contenders', dashed: true },
      ...dots.map(({ label }, at) => ({ label, colour: at, palette: 'contenders' as const })),
    ],
    frame,
    spec: (layout) => specOf(line, dots, layout, frame(layout), words),
  };
}

function specOf(
  line: readonly Dot[],
  dots: readonly Dot[],
  layout: ChartLayout,
  frame: ReturnType<Chart['frame']>,
  words: ViewWords['questionnaire']['chart'],
): Spec {
  const { left, right, top, bottom, width, height } = frame;
  const all = [...line, ...dots];
  const most = Math.max(...all.map(({ learnt }) => learnt));
  const x = {
    field: 'learnt',
    type: 'quantitative',
    scale: { domain: [0, Math.ceil(most * 11) / 10], nice: false },
    axis: { title: words.learned, format: '.0%', tickCount: 6, grid: false },
  };
  const y = {
    field: 'auc',
    type: 'quantitative',
    scale: {
      domain: [0.5, Math.min(1, Math.ceil(Math.max(...all.map(({ auc }) => auc)) * 20 + 0.5) / 20)],
      nice: false,
      zero: false,
    },
    axis: {
      title: words.givesAway,
      format: '.2f',
      tickCount: 5,
      titleAngle: 0,
      titleAlign: 'left',
      titleBaseline: 'bottom',
      titleX: 4 - left,
      titleY: -14,
    },
  };
  const domain = dots.map(({ label }) => label);
  const color = { field: 'label', type: 'nominal', scale: { domain, range: 'category' }, legend: null };
  // Names stand on the side that has room, and the lower one of two that are near a little lower.
  const names = dots.map((dot) => {
    const left = dot.learnt > most / 2;
    const crowded = dots.some(({ auc, learnt }) => auc > dot.auc && auc - dot.auc < 0.02 && learnt > most / 2 === left);
    return {
      data: { values: [dot] },
      mark: {
        type: 'text',
        align: left ? 'right' : 'left',
        dx: left ? -10 : 10,
        dy: crowded ? 9 : 0,
        style: 'labelText',
      },
      encoding: { x, y, text: { field: 'label' } },
    };
  });
  const named = layout.named ? names : [];
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    autosize: { type: 'none' },
    width,
    height,
    padding: { left, right, top, bottom },
    layer: [
      {
        data: { values: line },
        mark: { type: 'line', style: 'reference', point: false },
        encoding: { x, y, order: { field: 'auc' } },
      },
      {
        data: { values: dots },
        mark: { type: 'point', filled: true, size: 110, style: 'dot' },
        encoding: { x, y, fill: color },
      },
      ...named,
    ],
  };
}
