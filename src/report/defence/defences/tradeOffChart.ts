/** Privacy against use: how well an attacker does, and how far predicted ratings are off, one line per defence. */
import type { AttackerName, DefenceEvaluation, DefenceRecords } from '../../../defence/index.ts';
import { axisDomain, referenceLayers } from '../../charts/lines.ts';
import { FAINT, scattered, scatterLayers } from '../../charts/scatter.ts';
import { type Chart, layeredChart } from '../../common/chart.ts';
import { capital, withInterval } from '../../common/format.ts';
import type { Estimate } from '../../common/input.ts';
import { aboveAxis, type Frame, type Layout, placeOn, type Spec } from '../../common/layout.ts';
import { knowingAuc, obliviousAuc, rmseOf, undefendedAuc } from './lookup.ts';
import { keyOf, keyRoom, markColour, markOf, markShape } from './marks.ts';
import { attackerName, labelOf } from './words.ts';

/** `knowing`: also the attacker who merely reads a reversed guess the other way. */
type Knowledge = 'oblivious' | 'knowing';

export function tradeOffChart(records: DefenceRecords, attacker: AttackerName, knowledge: Knowledge): Chart {
  const { evaluations } = records;
  const aucOf = (evaluation: DefenceEvaluation) =>
    knowledge === 'oblivious' ? obliviousAuc(records, evaluation, attacker) : knowingAuc(records, evaluation, attacker);
  const names = [...new Set(evaluations.map(({ defence }) => defence))];
  const title = `${capital(attackerName(attacker))}, ${knowledge === 'oblivious' ? 'not knowing' : 'knowing'} of the defence`;
  const reading = readingOf(records, attacker, aucOf);
  const words = {
    id: `trade-off-${attacker}-${knowledge}`,
    title,
    reading,
    description:
      `Points joined by lines. Horizontal: error of predicted ratings. Vertical: AUC of the attacker. One line for each ` +
      `defence, from no defence through its strengths, ascending. The table of verdicts has all figures. ${reading}`,
  };
  return layeredChart(
    words,
    (layout) => ({ height: 340, phoneHeight: 290, ...keyRoom(layout, names) }),
    (layout, frame) => [...plotLayers(records, attacker, aucOf, layout, frame), ...keyOf(layout, frame, names)],
  );
}

function plotLayers(
  records: DefenceRecords,
  attacker: AttackerName,
  aucOf: (evaluation: DefenceEvaluation) => Estimate,
  layout: Layout,
  frame: Frame,
): Spec[] {
  const { evaluations } = records;
  const start = { ...scattered(rmseOf(records, {}), undefendedAuc(records, attacker)), text: 'no defence' };
  const points = evaluations.map((evaluation) => ({
    ...markOf(evaluation.defence),
    name: evaluation.defence,
    strength: evaluation.strength,
    ...scattered(rmseOf(records, evaluation), aucOf(evaluation)),
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

function readingOf(
  records: DefenceRecords,
  attacker: AttackerName,
  aucOf: (evaluation: DefenceEvaluation) => Estimate,
): string {
  const distance = (evaluation: DefenceEvaluation) => Math.abs(aucOf(evaluation).value - 0.5);
  const best = records.evaluations.reduce((least, one) => (distance(one) < distance(least) ? one : least));
  return (
    `${capital(labelOf(best.defence))} at strength ${best.strength} comes closest to guessing: an AUC of ${withInterval(aucOf(best))} instead of ` +
    `${withInterval(undefendedAuc(records, attacker))}, and predicted ratings that are off by ${withInterval(rmseOf(records, best))} instead of ` +
    `${withInterval(rmseOf(records, {}))}. Better is down towards guessing, and to the left.`
  );
}
