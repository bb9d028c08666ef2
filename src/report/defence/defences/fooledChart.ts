/** Who is fooled: each defence at its largest strength, before an attacker who does not know of it and one who does. */
import type { AttackerName, DefenceRecords } from '../../../defence/index.ts';
import { keyLayers } from '../../charts/key.ts';
import { axisDomain } from '../../charts/lines.ts';
import { rowNames, rowsFrame, rowY } from '../../charts/rows.ts';
import type { Chart, Series } from '../../common/chart.ts';
import { capital, counted, withInterval } from '../../common/format.ts';
import type { Estimate } from '../../common/input.ts';
import { framed, type Layout, type Spec } from '../../common/layout.ts';
import { knowingAuc, largestStrengths, obliviousAuc, undefendedAuc } from './lookup.ts';
import { attackerName, labelOf } from './words.ts';

const LEGEND: readonly Series[] = [
  { label: 'does not know of it', colour: 0, palette: 'contenders' },
  { label: 'knows of it', colour: 1, palette: 'contenders' },
];
const SHAPES = { domain: ['#0', '#1'], range: ['circle', 'diamond'] };

export function fooledChart(records: DefenceRecords, attacker: AttackerName): Chart {
  const strongest = largestStrengths(records);
  const without = undefendedAuc(records, attacker);
  const rows = strongest.map((evaluation, row) => ({
    row,
    name: `${labelOf(evaluation.defence)}, ${evaluation.strength}`,
    figures: [obliviousAuc(evaluation, attacker), knowingAuc(evaluation, attacker)] as const,
  }));
  const title = capital(attackerName(attacker));
  const reading = readingOf(rows, without);
  const frame = (layout: Layout) => rowsFrame(layout, reading, rows.length, 24);
  return {
    id: `fooled-${attacker}`,
    title,
    reading,
    description:
      `Dots with bounds that hold for all attacks, one row per defence at its largest strength. Horizontal: AUC. No defence: ${withInterval(without)}. ` +
      `${rows.map(({ name, figures: [unknowing, knowing] }) => `${name}: ${withInterval(unknowing)} for an attacker who does not know of it, ${withInterval(knowing)} for one who does`).join('; ')}.`,
    legend: LEGEND,
    frame,
    spec: (layout) => {
      const space = frame(layout);
      const dots = rows.flatMap(({ row, figures }) =>
        figures.map(({ value, low, high }, at) => ({ row, colour: `#${at}`, value, low, high })),
      );
      const domain = axisDomain(
        [without, ...dots].flatMap(({ low, high }) => [low, high]),
        0.1,
        [0.45, 0.9],
      );
      const axis = { title: 'AUC: 0.5 is guessing, 1 is certainty', grid: false, format: '.1f', tickCount: 6 };
      const x = (field: string) => ({
        field,
        type: 'quantitative',
        scale: { domain, nice: false, zero: false },
        axis,
      });
      const y = rowY(layout, rows.length);
      const scale = { domain: ['#0', '#1'], range: 'category' };
      const color = { field: 'colour', type: 'nominal', scale, legend: null };
      const shape = { field: 'colour', type: 'nominal', scale: SHAPES, legend: null };
      const spans = rows.map(({ row, figures }) => ({ row, from: figures[0].value, to: figures[1].value }));
      return framed({ title, reading }, layout, space, [
        ...rowNames(
          layout,
          rows.map(({ name }) => name),
        ),
        ...[
          { at: 0.5, text: 'guessing' },
          { at: without.value, text: 'no defence' },
        ].flatMap((mark) => referenceLayers(mark, x('at'), domain)),
        {
          data: { values: spans },
          mark: { type: 'rule', style: 'spanRule', opacity: 0.5 },
          encoding: { y, x: x('from'), x2: { field: 'to' } },
        },
        {
          data: { values: dots },
          mark: { type: 'rule', strokeWidth: 6, opacity: 0.35 },
          encoding: { y, x: x('low'), x2: { field: 'high' }, color },
        },
        {
          data: { values: dots },
          mark: { type: 'point', filled: true, size: 70, style: 'dot' },
          encoding: { y, x: x('value'), fill: color, shape },
        },
        ...(layout.named ? keyLayers(LEGEND, (at) => [6 - space.left + 170 * at, -16], SHAPES) : []),
      ]);
    },
  };
}

/** An upright line with a word above it, which stays inside the picture. */
function referenceLayers(
  mark: { readonly at: number; readonly text: string },
  x: Spec,
  [low, high]: readonly [number, number],
): Spec[] {
  const share = (mark.at - low) / (high - low);
  const align = share > 0.85 ? 'right' : share < 0.15 ? 'left' : 'center';
  const data = { values: [mark] };
  return [
    { data, mark: { type: 'rule', style: 'reference' }, encoding: { x } },
    {
      data,
      mark: { type: 'text', style: 'quietText', align, baseline: 'bottom' },
      encoding: { x, y: { value: -4 }, text: { field: 'text' } },
    },
  ];
}

function readingOf(
  rows: readonly { readonly name: string; readonly figures: readonly [Estimate, Estimate] }[],
  without: Estimate,
): string {
  const below = (at: 0 | 1) => rows.filter(({ figures }) => figures[at].high < without.low).length;
  return (
    `Without a defence the AUC is ${withInterval(without)}. Of ${counted(rows.length, 'defence')} at full strength, ${below(0)} take it clearly ` +
    `below that for an attacker who does not know of the defence, ${below(1)} for one who does. An AUC below 0.5 is not safe: ` +
    'the defence turns the guess around, and an attacker who knows of it reads it the other way, so that 0.2 is as good as 0.8.'
  );
}
