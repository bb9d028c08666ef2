/** How often the detector raises a false alarm: one row for each benign way of asking and each time of checking. */
import type { DetectorRecords } from '../../../defence/index.ts';
import { axisDomain } from '../../charts/lines.ts';
import { barLayers, figureLayer, rowsChart } from '../../charts/rows.ts';
import type { Chart } from '../../common/chart.ts';
import { counted, percent, percentWithInterval } from '../../common/format.ts';
import { placeOn } from '../../common/layout.ts';
import { policyName, shareOf, whenOf, worstAlarm } from './detectorLookup.ts';

export function detectorAlarmsChart(records: DetectorRecords): Chart | undefined {
  const { falseAlarms, spec, policies } = records;
  const worst = worstAlarm(records);
  if (worst === undefined) return undefined;
  const several = new Set(falseAlarms.map(({ attribute }) => attribute)).size > 1;
  const rows = falseAlarms.map((one, row) => {
    const about = several ? `${one.attribute ?? 'any attribute'}, ` : '';
    const share = shareOf(one, records);
    return {
      ...share,
      row,
      name: `${policyName(one.policy)}, ${about}${whenOf(one)}`,
      colour: `#${policies.findIndex(({ name }) => name === one.policy)}`,
      text: percent(share.value, 1),
    };
  });
  const reading =
    `Of ${counted(worst.interviews, 'interview')} of each kind that aim at no one, at most ${percent(worst.alarms / worst.interviews, 1)} ` +
    `raised an alarm (${policyName(worst.policy)}, ${whenOf(worst)}); ${percent(spec.level)} are allowed.`;
  const words = {
    id: 'alarms',
    title: 'False alarms',
    reading,
    description: `Dots with intervals, one row each. Horizontal: share of interviews with a false alarm. ${rows.map((row) => `${row.name}: ${percentWithInterval(row)}`).join('; ')}.`,
  };
  const domain = axisDomain(
    rows.flatMap(({ low, high }) => [low, high]),
    0.02,
    [0, spec.level * 1.4],
  );
  const axis = { title: 'share of interviews with a false alarm', grid: false, format: '.0%', tickCount: 5 };
  const x = placeOn(domain, axis);
  const colours = { domain: policies.map((_, at) => `#${at}`), range: 'category' };
  const color = { field: 'colour', type: 'nominal', scale: colours, legend: null };
  const data = { values: rows };
  const allowed = { values: [{ at: spec.level, text: 'allowed' }] };
  const names = rows.map(({ name }) => name);
  return rowsChart(words, names, {}, (y, layout, frame) => [
    { data: allowed, mark: { type: 'rule', style: 'reference' }, encoding: { x: x('at') } },
    {
      data: allowed,
      mark: { type: 'text', style: 'quietText', align: 'center', baseline: 'bottom' },
      encoding: { x: x('at'), y: { value: -6 }, text: { field: 'text' } },
    },
    ...barLayers(data, y, x, color),
    figureLayer(data, y, layout, frame),
  ]);
}
