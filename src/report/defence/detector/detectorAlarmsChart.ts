/** How often the detector raises a false alarm: one row for each benign way of asking and each time of checking. */
import type { DetectorRecords } from '../../../defence/index.ts';
import { axisDomain } from '../../charts/lines.ts';
import { rowNames, rowsFrame, rowY } from '../../charts/rows.ts';
import type { Chart } from '../../common/chart.ts';
import { counted, percent, percentWithInterval } from '../../common/format.ts';
import { framed, type Layout } from '../../common/layout.ts';
import { policyName, shareOf, whenOf, worstAlarm } from './detectorLookup.ts';

export function detectorAlarmsChart(records: DetectorRecords): Chart | undefined {
  const { falseAlarms, spec, policies } = records;
  const worst = worstAlarm(records);
  if (worst === undefined) return undefined;
  const several = new Set(falseAlarms.map(({ attribute }) => attribute)).size > 1;
  const rows = falseAlarms.map((one) => {
    const about = several ? `${one.attribute ?? 'any attribute'}, ` : '';
    const share = shareOf(one, records);
    return {
      ...share,
      name: `${policyName(one.policy)}, ${about}${whenOf(one)}`,
      colour: `#${policies.findIndex(({ name }) => name === one.policy)}`,
      text: percent(share.value, 1),
    };
  });
  const title = 'False alarms';
  const reading =
    `Of ${counted(worst.interviews, 'interview')} of each kind that aim at nobody, at most ${percent(worst.alarms / worst.interviews, 1)} ` +
    `raised an alarm (${policyName(worst.policy)}, ${whenOf(worst)}); ${percent(spec.level)} are allowed.`;
  const frame = (layout: Layout) => rowsFrame(layout, reading, rows.length, 60);
  return {
    id: 'alarms',
    title,
    reading,
    description: `Dots with intervals, one row each. Horizontal: share of interviews with a false alarm. ${rows.map((row) => `${row.name}: ${percentWithInterval(row)}`).join('; ')}.`,
    legend: [],
    frame,
    spec: (layout) => {
      const space = frame(layout);
      const domain = axisDomain(
        rows.flatMap(({ low, high }) => [low, high]),
        0.02,
        [0, spec.level * 1.4],
      );
      const scale = { domain, nice: false, zero: true };
      const axis = { title: 'share of interviews with a false alarm', grid: false, format: '.0%', tickCount: 5 };
      const x = (field: string) => ({ field, type: 'quantitative', scale, axis });
      const y = rowY(layout, rows.length);
      const colours = { domain: policies.map((_, at) => `#${at}`), range: 'category' };
      const color = { field: 'colour', type: 'nominal', scale: colours, legend: null };
      const data = { values: rows.map((row, at) => ({ ...row, row: at })) };
      return framed({ title, reading }, layout, space, [
        ...rowNames(
          layout,
          rows.map(({ name }) => name),
        ),
        {
          data: { values: [{ at: spec.level }] },
          mark: { type: 'rule', style: 'reference' },
          encoding: { x: x('at') },
        },
        {
          data: { values: [{ at: spec.level, text: 'allowed' }] },
          mark: { type: 'text', style: 'quietText', align: 'center', baseline: 'bottom' },
          encoding: { x: x('at'), y: { value: -6 }, text: { field: 'text' } },
        },
        {
          data,
          mark: { type: 'rule', strokeWidth: 6, opacity: 0.35 },
          encoding: { y, x: x('low'), x2: { field: 'high' }, color },
        },
        {
          data,
          mark: { type: 'point', filled: true, size: 70, style: 'dot' },
          encoding: { y, x: x('value'), fill: color },
        },
        {
          data,
          mark: {
            type: 'text',
            style: 'labelText',
            align: 'right',
            baseline: layout.named ? 'middle' : 'bottom',
            dy: layout.named ? 0 : -8,
          },
          encoding: { y, x: { value: space.width + (layout.named ? 48 : 0) }, text: { field: 'text' } },
        },
      ]);
    },
  };
}
