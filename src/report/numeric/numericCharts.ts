/** Every chart of an audit of a number, in the order of the report. */
import { roundStep } from '../../maths/index.ts';
import { nobodyLeaves } from '../charts/auc.ts';
import { itemDotsChart } from '../charts/itemDots.ts';
import { exact, linePoints } from '../charts/lineChart.ts';
import type { Chart } from '../common/chart.ts';
import { counted, decimal, percent, percentWithInterval, withInterval } from '../common/format.ts';
import type { Cohort, NumericRecords } from '../common/input.ts';
import { baselineOf, contendersOf, historyOf, leadOf, nameOf, pointAt } from '../common/lookup.ts';
import { numberHistogramChart } from './numberHistogram.ts';
import { numericLinesChart } from './numericLines.ts';
import {
  digitsOf,
  estimateInUnit,
  inUnit,
  numericCurveOf,
  numericHeadline,
  numericPoint,
  shortNumber,
} from './numericLookup.ts';

const SHOWN_ITEMS = 20;

export function numericCharts(records: NumericRecords): readonly Chart[] {
  const charts = [
    errorChart(records),
    errorChart(records, 'fixed'),
    explainedChart(records),
    coverageChart(records),
    slopesChart(records),
    numberHistogramChart(records),
  ];
  return charts.filter((chart) => chart !== undefined);
}

/** How far off guesses are, and how far off they are for somebody who knows nothing. */
export function errorChart(records: NumericRecords, cohort: Cohort = 'survivors'): Chart | undefined {
  const lead = leadOf(records);
  const curve = numericCurveOf(records, lead.id, { cohort });
  const point = pointAt(curve, numericHeadline(records));
  if (point === undefined) return undefined;
  const fixed = cohort === 'fixed';
  if (fixed && nobodyLeaves(numericCurveOf(records, lead.id))) return undefined;
  const baseline = baselineOf(records);
  const other = baseline && pointAt(numericCurveOf(records, baseline.id, { cohort }), numericHeadline(records));
  const against =
    baseline && other ? `, with ${nameOf(records, baseline.id)} by ${estimateInUnit(records, other.mae)}` : '';
  const end = curve.at(-1)!;
  const who = fixed
    ? ` It counts only the ${counted(end.people, 'person', 'people')} who could answer all ${counted(end.length, 'question')}.`
    : '';
  const reading =
    `After ${counted(point.length, 'question')} chosen by ${lead.label}, guesses are off by ` +
    `${estimateInUnit(records, point.mae)} on average${against}; knowing nothing, by ${inUnit(records, point.blindMedian)}.${who}`;
  const spread = records.data.deviation;
  const blind = linePoints(curve, ({ blindMedian }) => exact(blindMedian));
  return numericLinesChart(records, {
    id: fixed ? 'error-same-people' : 'error',
    title: fixed ? 'The same people throughout' : 'How far off the guesses are, question by question',
    reading,
    description:
      `Line chart. Horizontal: questions answered. Vertical: mean absolute error of the guessed ${records.data.attribute}. One ` +
      `line for each way of choosing questions, the first with its interval; one for the control with shuffled numbers, and ` +
      `one for guessing the median of the others. ${reading}`,
    cohort,
    figureOf: ({ mae }) => mae,
    more: [{ label: 'Knowing nothing', colour: contendersOf(records).length, palette: 'contenders', points: blind }],
    step: roundStep(spread / 12),
    yTitle: `mean absolute error${unitWords(records)} (the axis does not start at 0)`,
    yFormat: `.${digitsOf(records)}~f`,
    bands: 'lead',
    unit: 'decimal',
    quantity: 'Mean absolute error',
    height: fixed ? 300 : 380,
  });
}

/** Which share of the differences between people the guesses account for. */
export function explainedChart(records: NumericRecords): Chart | undefined {
  const point = numericPoint(records);
  if (point === undefined) return undefined;
  const [filter, presence] = ['filter', 'ridgeOnPresence'].map((method) => historyOf(records, method)?.r2);
  const whole = filter ? ` From all ratings of a person the same attacker reaches ${withInterval(filter)}` : '';
  const seen = filter && presence ? `, and a regression on which items were rated ${withInterval(presence)}` : '';
  const reading =
    `After ${counted(point.length, 'question')} chosen by ${leadOf(records).label}, the share explained is ` +
    `${withInterval(point.r2)}.${whole}${seen}${whole === '' ? '' : '.'}`;
  return numericLinesChart(records, {
    id: 'explained',
    title: `The share of the differences in ${records.data.attribute} that is explained`,
    reading,
    description:
      `Line chart. Horizontal: questions answered. Vertical: R2, the share of the squared error of guessing the mean that is gone; ` +
      `0 is nothing learned. One line for each way of choosing questions, with its interval, and the control. ${reading}`,
    figureOf: ({ r2 }) => r2,
    step: 0.05,
    include: [-0.02, 0.1],
    yTitle: 'R², share explained',
    yFormat: '.2f',
    reference: { at: 0, text: 'nothing learned' },
    unit: 'decimal',
    quantity: 'R²',
  });
}

/** Whether the stated intervals hold as often as they say. */
export function coverageChart(records: NumericRecords): Chart | undefined {
  const point = numericPoint(records);
  if (point === undefined) return undefined;
  const stated = records.spec.coverage;
  const first = numericCurveOf(records, leadOf(records).id)[0]!;
  const reading =
    `After ${counted(point.length, 'question')} chosen by ${leadOf(records).label}, intervals that should contain ` +
    `the ${records.data.attribute} of ${percent(stated)} of the people contain that of ${percentWithInterval(point.coverage)}. They are ` +
    `${inUnit(records, point.width)} wide; before the first question, ${inUnit(records, first.width)}.`;
  return numericLinesChart(records, {
    id: 'coverage',
    title: 'Does the attacker know how little it knows?',
    reading,
    description:
      `Line chart. Horizontal: questions answered. Vertical: share of people whose ${records.data.attribute} lies inside the stated ` +
      `interval; a line marks the stated share. ${reading}`,
    figureOf: ({ coverage }) => coverage,
    step: 0.05,
    include: [stated - 0.1, Math.min(1, stated + 0.05)],
    yTitle: 'share inside the interval',
    yFormat: '.0%',
    reference: { at: stated, text: 'as stated' },
    unit: 'percent',
    quantity: 'Share inside the interval',
    height: 300,
  });
}

/** The items whose ratings change most with the number. */
export function slopesChart(records: NumericRecords): Chart | undefined {
  const items = records.items.slice(0, SHOWN_ITEMS);
  const [first] = items;
  if (first === undefined) return undefined;
  const { attribute, percentiles } = records.data;
  const [low, high] = [percentiles[10]!, percentiles[90]!].map((value) => shortNumber(records, value));
  const labels = [`${attribute} ${low}`, `${attribute} ${high}`];
  const change = first.high - first.low;
  const reading =
    `“${first.title}” changes most: people with ${attribute} ${high} rate it ${decimal(Math.abs(change))} rating points ` +
    `${change < 0 ? 'lower' : 'higher'} than people with ${attribute} ${low}. It was asked among the first ten questions in ` +
    `${percent(first.askedEarly)} of the interviews.`;
  return itemDotsChart({
    id: 'items',
    title: `The items whose rating changes most with ${attribute}`,
    reading,
    description:
      `Dot plot of the ${items.length} items of steepest slope. Horizontal: expected rating. One row per item, one dot at ` +
      `the 10th and one at the 90th percentile of ${attribute}. ${reading} The table of items has all figures.`,
    labels,
    items: items.map((item) => ({ title: item.title, places: [item.low, item.high], askedEarly: item.askedEarly })),
    axisTitle: 'expected rating',
  });
}

function unitWords({ spec }: NumericRecords): string {
  return spec.unit === '' ? '' : `, in ${spec.unit}`;
}
