/** Privacy against use: how well an attacker does, and how far predicted ratings are off, one line per defence. */
import type { AttackerName, DefenceEvaluation, DefenceRecords } from '../../../defence/index.ts';
import { axisDomain } from '../../charts/lines.ts';
import type { Chart } from '../../common/chart.ts';
import { capital, withInterval } from '../../common/format.ts';
import type { Estimate } from '../../common/input.ts';
import { aboveAxis, framed, frameFor, type Layout, type Spec } from '../../common/layout.ts';
import { knowingAuc, obliviousAuc, rmseOf, undefendedAuc } from './lookup.ts';
import { keyOf, keyRoom, markColour, markOf, markShape } from './marks.ts';
import { attackerName, labelOf } from './words.ts';

/** `knowing`: also the attacker who merely reads a reversed guess the other way. */
export type Knowledge = 'oblivious' | 'knowing';

export function tradeOffChart(records: DefenceRecords, attacker: AttackerName, knowledge: Knowledge): Chart {
  const { evaluations } = records;
  const aucOf = (evaluation: DefenceEvaluation) =>
    knowledge === 'oblivious' ? obliviousAuc(evaluation, attacker) : knowingAuc(evaluation, attacker);
  const names = [...new Set(evaluations.map(({ defence }) => defence))];
  const title = `${capital(attackerName(attacker))}, ${knowledge === 'oblivious' ? 'not knowing' : 'knowing'} of the defence`;
  const reading = readingOf(records, attacker, aucOf);
  const frame = (layout: Layout) =>
    frameFor(layout, reading, { height: 340, phoneHeight: 290, ...keyRoom(layout, names) });
  return {
    id: `trade-off-${attacker}-${knowledge}`,
    title,
    reading,
    description:
      `Points joined by lines. Horizontal: error of predicted ratings. Vertical: AUC of the attacker. One line for each ` +
      `defence, from no defence through its strengths, ascending. The table of verdicts has all figures. ${reading}`,
    legend: [],
    frame,
    spec: (layout) =>
      framed({ title, reading }, layout, frame(layout), [
        ...plotLayers(records, attacker, aucOf, layout, frame(layout)),
        ...keyOf(layout, frame(layout), names),
      ]),
  };
}

function plotLayers(
  records: DefenceRecords,
  attacker: AttackerName,
  aucOf: (evaluation: DefenceEvaluation) => Estimate,
  layout: Layout,
  space: ReturnType<typeof frameFor>,
): Spec[] {
  const start = { ...figures(undefendedAuc(records, attacker), rmseOf(records.undefended)), text: 'no defence' };
  const points = records.evaluations.map((evaluation) => ({
    ...markOf(evaluation.defence),
    name: evaluation.defence,
    strength: evaluation.strength,
    ...figures(aucOf(evaluation), rmseOf(evaluation)),
  }));
  const names = [...new Set(points.map(({ name }) => name))];
  // Every line begins where nobody defends themselves: at strength 0.
  const lines = names.flatMap((name) => [
    { ...start, ...markOf(name), name, strength: 0 },
    ...points.filter((point) => point.name === name),
  ]);
  const all = [start, ...points];
  const spread = (field: 'auc' | 'rmse') => {
    const values = all.flatMap((point) => [point[`${field}Low`], point[`${field}High`]]);
    return Math.max(...values) - Math.min(...values);
  };
  const domain = (field: 'auc' | 'rmse', include: readonly number[] = []) =>
    axisDomain(
      all.flatMap((point) => [point[`${field}Low`], point[`${field}High`]]),
      spread(field) > 0.3 ? 0.1 : 0.05,
      include,
    );
  const yScale = { domain: domain('auc', [0.45]), nice: false, zero: false };
  const xScale = { domain: domain('rmse'), nice: false, zero: false };
  const yAxis = { ...aboveAxis('AUC of the attacker', space), format: '.2f', tickCount: 6 };
  const xTitle = layout.named
    ? 'root mean squared error of predicted ratings (the axis does not start at 0)'
    : 'RMSE of predicted ratings (not from 0)';
  const xAxis = { title: xTitle, format: '.2f', grid: false, tickCount: layout.named ? 8 : 5 };
  const x = (field: string) => ({ field, type: 'quantitative', scale: xScale, axis: xAxis });
  const y = (field: string) => ({ field, type: 'quantitative', scale: yScale, axis: yAxis });
  // Differences between defences are surer than the width of these: the same people stand behind all of them.
  const across = { type: 'rule', strokeWidth: 1, opacity: 0.35 };
  const upright = { type: 'rule', strokeWidth: 1.5, opacity: 0.6 };
  const guessing = { values: [{ at: 0.5, text: 'guessing' }] };
  return [
    { data: guessing, mark: { type: 'rule', style: 'reference' }, encoding: { y: y('at') } },
    {
      data: guessing,
      mark: { type: 'text', style: 'quietText', align: 'right', baseline: 'bottom', dy: -4 },
      encoding: { y: y('at'), x: { value: space.width }, text: { field: 'text' } },
    },
    {
      data: { values: lines },
      mark: { type: 'line', strokeWidth: 1.5, opacity: 0.8 },
      encoding: {
        x: x('rmse'),
        y: y('auc'),
        color: markColour(),
        detail: { field: 'name' },
        order: { field: 'strength' },
      },
    },
    {
      data: { values: points },
      mark: upright,
      encoding: { x: x('rmse'), y: y('aucLow'), y2: { field: 'aucHigh' }, color: markColour() },
    },
    {
      data: { values: points },
      mark: across,
      encoding: { y: y('auc'), x: x('rmseLow'), x2: { field: 'rmseHigh' }, color: markColour() },
    },
    {
      data: { values: points },
      mark: { type: 'point', filled: true, size: 70, style: 'dot' },
      encoding: { x: x('rmse'), y: y('auc'), fill: markColour(), shape: markShape },
    },
    {
      data: { values: [start] },
      mark: { type: 'point', filled: true, size: 90, style: 'inkDot' },
      encoding: { x: x('rmse'), y: y('auc') },
    },
    {
      data: { values: [start] },
      mark: { type: 'text', style: 'labelText', align: 'left', baseline: 'bottom', dx: 2, dy: -9 },
      encoding: { x: x('rmse'), y: y('auc'), text: { field: 'text' } },
    },
  ];
}

const figures = (auc: Estimate, rmse: Estimate) => ({
  auc: auc.value,
  aucLow: auc.low,
  aucHigh: auc.high,
  rmse: rmse.value,
  rmseLow: rmse.low,
  rmseHigh: rmse.high,
});

function readingOf(
  records: DefenceRecords,
  attacker: AttackerName,
  aucOf: (evaluation: DefenceEvaluation) => Estimate,
): string {
  const distance = (evaluation: DefenceEvaluation) => Math.abs(aucOf(evaluation).value - 0.5);
  const best = records.evaluations.reduce((least, one) => (distance(one) < distance(least) ? one : least));
  return (
    `${capital(labelOf(best.defence))} at strength ${best.strength} comes closest to guessing: an AUC of ${withInterval(aucOf(best))} instead of ` +
    `${withInterval(undefendedAuc(records, attacker))}, and predicted ratings that are off by ${withInterval(rmseOf(best))} instead of ` +
    `${withInterval(rmseOf(records.undefended))}. Better is down towards guessing, and to the left.`
  );
}
