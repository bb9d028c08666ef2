/** Privacy against use: how well an attacker does, and how far predicted ratings are off, one line per defence. */
import type { DefenceEvaluation, DefenceRecords } from '../../../defence/index.ts';
import { axisDomain, referenceLayers } from '../../charts/lines.ts';
import { FAINT, scattered, scatterLayers } from '../../charts/scatter.ts';
import { type Chart, layeredChart } from '../../common/chart.ts';
import { capital, withInterval } from '../../common/format.ts';
import { aboveAxis, type Frame, type Layout, placeOn, type Spec } from '../../common/layout.ts';
import { qualityCost } from './costs.ts';
import { knowingAuc, largestStrengths, rmseOf, undefendedAuc } from './lookup.ts';
import { keyOf, keyRoom, markColour, markOf, markShape } from './marks.ts';
import { labelOf } from './words.ts';

/** Lines of one chart: more of them cannot be followed. */
const MOST_LINES = 5;

/** In the order of what is left, a few defences on each chart. */
export function tradeOffCharts(records: DefenceRecords): Chart[] {
  const ordered = largestStrengths(records)
    .toSorted((a, b) => knowingAuc(records, a).value - knowingAuc(records, b).value)
    .map(({ defence }) => defence);
  const charts = Math.ceil(ordered.length / MOST_LINES);
  const each = Math.ceil(ordered.length / charts);
  return Array.from({ length: charts }, (_, at) => {
    const names = ordered.slice(at * each, (at + 1) * each);
    const evaluations = records.evaluations.filter(({ defence }) => names.includes(defence));
    return tradeOffChart({ ...records, evaluations }, at, charts);
  });
}

function tradeOffChart(records: DefenceRecords, at: number, charts: number): Chart {
  const { evaluations } = records;
  const names = [...new Set(evaluations.map(({ defence }) => defence))];
  const part = charts === 1 ? '' : ` (${at + 1} of ${charts})`;
  const reading = readingOf(records);
  const words = {
    id: `trade-off-${at + 1}`,
    title: `Strongest attacker who knows of the defence${part}`,
    reading,
    description:
      `Points joined by lines. Horizontal: error of predicted ratings. Vertical: AUC of the strongest attacker. One line for each ` +
      `defence, from no defence through its strengths, ascending. The table of verdicts has all figures. ${reading}`,
  };
  return layeredChart(
    words,
    (layout) => ({ height: 340, phoneHeight: 290, ...keyRoom(layout, names) }),
    (layout, frame) => [...plotLayers(records, layout, frame), ...keyOf(layout, frame, names)],
  );
}

function plotLayers(records: DefenceRecords, layout: Layout, frame: Frame): Spec[] {
  const { evaluations } = records;
  const start = { ...scattered(rmseOf(records, {}), undefendedAuc(records)), text: 'no defence' };
  const points = evaluations.map((evaluation) => ({
    ...markOf(evaluation.defence),
    name: evaluation.defence,
    strength: evaluation.strength,
    ...scattered(rmseOf(records, evaluation), knowingAuc(records, evaluation)),
  }));
  const names = [...new Set(points.map(({ name }) => name))];
  // Every line begins where nobody defends themselves: at strength 0.
  const lines = names.flatMap((name) => [
    { ...start, ...markOf(name), name, strength: 0 },
    ...points.filter((point) => point.name === name),
  ]);
  const domain = (field: 'x' | 'y', include: readonly number[] = []) => {
    const ends = [start, ...points].flatMap((point) => [point[`${field}Low`], point[`${field}High`]]);
    return axisDomain(ends, Math.max(...ends) - Math.min(...ends) > 0.3 ? 0.1 : 0.05, include);
  };
  const y = placeOn(domain('y', [0.45]), { ...aboveAxis('AUC of the attacker', frame), format: '.2f', tickCount: 6 });
  const title = layout.named
    ? 'root mean squared error of predicted ratings (the axis does not start at 0)'
    : 'RMSE of predicted ratings (not from 0)';
  const x = placeOn(domain('x'), { title, format: '.2f', grid: false, tickCount: layout.named ? 8 : 5 });
  const place = { x: x('x'), y: y('y') };
  return [
    ...referenceLayers({ at: 0.5, text: 'guessing' }, y('at'), frame, { baseline: 'bottom', dy: -4 }),
    {
      data: { values: lines },
      mark: { type: 'line', strokeWidth: 1.5, opacity: 0.8 },
      encoding: { ...place, color: markColour(), detail: { field: 'name' }, order: { field: 'strength' } },
    },
    ...scatterLayers({ values: points }, [x, y], markColour(), { across: FAINT, shape: markShape }),
    {
      data: { values: [start] },
      mark: { type: 'point', filled: true, size: 90, style: 'inkDot' },
      encoding: place,
    },
    {
      data: { values: [start] },
      mark: { type: 'text', style: 'labelText', align: 'left', baseline: 'bottom', dx: 2, dy: -9 },
      encoding: { ...place, text: { field: 'text' } },
    },
  ];
}

function readingOf(records: DefenceRecords): string {
  const distance = (evaluation: DefenceEvaluation) => Math.abs(knowingAuc(records, evaluation).value - 0.5);
  const best = records.evaluations.reduce((least, one) => (distance(one) < distance(least) ? one : least));
  return (
    `${capital(labelOf(best.defence))} at strength ${best.strength} comes closest to guessing: an AUC of ${withInterval(knowingAuc(records, best))} instead of ` +
    `${withInterval(undefendedAuc(records))}. The cost: ${qualityCost(records, best)}. Better is down towards guessing, and to the left.`
  );
}
