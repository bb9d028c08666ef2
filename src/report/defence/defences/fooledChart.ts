/** Who is fooled: each defence at its largest strength, before an attacker who does not know of it and one who does. */
import type { AttackerName, DefenceRecords } from '../../../defence/index.ts';
import { aucPlace } from '../../charts/aucRows.ts';
import { keyLayers } from '../../charts/key.ts';
import { barLayers, rowsChart } from '../../charts/rows.ts';
import type { Chart, Series } from '../../common/chart.ts';
import { capital, counted, withInterval } from '../../common/format.ts';
import type { Estimate } from '../../common/input.ts';
import type { Spec } from '../../common/layout.ts';
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
    figures: [obliviousAuc(records, evaluation, attacker), knowingAuc(records, evaluation, attacker)] as const,
  }));
  const words = {
    id: `fooled-${attacker}`,
    title: capital(attackerName(attacker)),
    reading: readingOf(rows, without),
    description:
      `Dots with bounds that hold for all attacks, one row per defence at its largest strength. Horizontal: AUC. No defence: ${withInterval(without)}. ` +
      `${rows.map(({ name, figures: [unknowing, knowing] }) => `${name}: ${withInterval(unknowing)} for an attacker who does not know of it, ${withInterval(knowing)} for one who does`).join('; ')}.`,
    legend: LEGEND,
  };
  const dots = rows.flatMap(({ row, figures }) =>
    figures.map(({ value, low, high }, at) => ({ row, colour: `#${at}`, value, low, high })),
  );
  const { domain, x } = aucPlace([without, ...dots]);
  const field = { field: 'colour', type: 'nominal', legend: null };
  const color = { ...field, scale: { domain: ['#0', '#1'], range: 'category' } };
  const spans = rows.map(({ row, figures }) => ({ row, from: figures[0].value, to: figures[1].value }));
  const names = rows.map(({ name }) => name);
  return rowsChart(words, names, { right: 24 }, (y, layout, frame) => [
    ...referenceLayers({ at: 0.5, text: 'guessing' }, x('at'), domain),
    ...referenceLayers({ at: without.value, text: 'no defence' }, x('at'), domain),
    {
      data: { values: spans },
      mark: { type: 'rule', style: 'spanRule', opacity: 0.5 },
      encoding: { y, x: x('from'), x2: { field: 'to' } },
    },
    ...barLayers({ values: dots }, y, x, color, { shape: { ...field, scale: SHAPES } }),
    ...(layout.named ? keyLayers(LEGEND, (at) => [6 - frame.left + 170 * at, -16], SHAPES) : []),
  ]);
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
