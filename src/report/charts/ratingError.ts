/** What the questions are worth to the recommender: error of predicted ratings against the number of questions. */
import type { Chart } from '../common/chart.ts';
import { counted, listed, withInterval } from '../common/format.ts';
import type { AuditRecords } from '../common/input.ts';
import {
  baselineOf,
  colourOf,
  contendersOf,
  curveOf,
  headlineQuestions,
  leadOf,
  nameOf,
  type Point,
  pointAt,
} from '../common/lookup.ts';
import { lineChart, linePoints } from './lineChart.ts';
import { axisDomain, type Line } from './lines.ts';

const ITEM_MEANS = 'Item means';

export function ratingErrorChart(records: AuditRecords): Chart | undefined {
  const lead = leadOf(records).id;
  const lines = contendersOf(records).flatMap(({ id }): Line[] => {
    const points = linePoints(errorsOf(records, id), ({ rmse }) => rmse);
    if (points.length === 0) return [];
    return [
      { label: nameOf(records, id), colour: colourOf(records, id), palette: 'contenders', lead: id === lead, points },
    ];
  });
  if (lines.length === 0) return undefined;
  // Of the same ratings of the same people as the lead's line.
  const means = linePoints(errorsOf(records, lead), ({ rmseItemMeans }) => rmseItemMeans);
  if (means.length > 0) lines.push({ label: ITEM_MEANS, colour: 'control', palette: 'contenders', points: means });
  const figures = lines.flatMap(({ points }) => points.flatMap(({ low, high }) => [low, high]));
  const range = Math.max(...figures) - Math.min(...figures);
  const reading = readingOf(records);
  const words = {
    id: 'rating-error',
    title: 'Error of predicted ratings',
    reading,
    description:
      'Line chart. Horizontal: questions answered. Vertical: root mean squared error of ratings that were never asked. ' +
      `One line for each way of choosing questions, with its interval; a grey one for the item means. ${reading}`,
  };
  return lineChart(words, {
    lines,
    y: axisDomain(figures, range > 1 ? 0.5 : range > 0.3 ? 0.1 : 0.05),
    yTitle: 'root mean squared error of predicted ratings (the axis does not start at 0)',
    phoneTitle: 'RMSE (axis does not start at 0)',
    yFormat: '.2f',
    explore: { unit: 'decimal', quantity: 'RMSE', start: headlineQuestions(records) },
  });
}

/** Error question by question, and that of item means; empty where it was not measured. */
function errorsOf(records: AuditRecords, contender: string) {
  return curveOf(records, 'rmse', contender, { cohort: undefined }) as Point<
    'rmse' | 'rmseItemMeans' | 'rmseOverItemMeans'
  >[];
}

/** Where a line clearly rises above the item means, and why that can be. */
function misledText(records: AuditRecords): string {
  const misled = contendersOf(records).filter(({ id }) =>
    errorsOf(records, id).some(({ length, rmseOverItemMeans }) => length > 0 && rmseOverItemMeans.low > 0),
  );
  if (misled.length === 0) return '';
  const names = listed(misled.map(({ id }) => nameOf(records, id)));
  return (
    ` With ${names} the error rises above that of the item means: there the few answers mislead the predictions more than they ` +
    'teach, and a recommender would do better not to use them. The questions serve the attacker alone.'
  );
}

function readingOf(records: AuditRecords): string {
  const questions = headlineQuestions(records);
  const lead = leadOf(records);
  const baseline = baselineOf(records);
  const at = (id: string) => {
    const curve = errorsOf(records, id);
    return pointAt(curve, questions) ?? curve[0];
  };
  const first = at(lead.id);
  const second = baseline && at(baseline.id);
  if (first === undefined) return 'Lower is better for the recommender.';
  const against = second && baseline ? `, with ${nameOf(records, baseline.id)} by ${withInterval(second.rmse)}` : '';
  return (
    `After ${counted(first.length, 'question')} chosen by ${nameOf(records, lead.id)}, predicted ratings are off by ` +
    `${withInterval(first.rmse)}${against}; the items’ means alone are off by ${withInterval(first.rmseItemMeans)}. ` +
    `Lower is better.${misledText(records)}`
  );
}
