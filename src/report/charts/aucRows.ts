/** Dots with intervals on an axis of AUC, one row each: the answer of an audit in one picture. */
import type { Chart } from '../common/chart.ts';
import { decimal, withInterval } from '../common/format.ts';
import type { Estimate } from '../common/input.ts';
import { framed, type Layout } from '../common/layout.ts';
import { axisDomain } from './lines.ts';
import { rowNames, rowsFrame, rowY } from './rows.ts';

/** A row: a broad bar in a colour for what is measured, ink for what it is compared with, grey for the control. */
export interface AucRow extends Estimate {
  readonly name: string;
  readonly look: 'bar' | 'ink' | 'control';
  /** Of bars: which of the colours, from 0. */
  readonly colour?: number;
}

interface AucRowsChart extends Pick<Chart, 'id' | 'title' | 'reading'> {
  /** What the intervals are: "Dots with intervals". */
  readonly marks: string;
  readonly rows: readonly AucRow[];
}

export function aucRowsChart({ id, title, reading, marks, rows }: AucRowsChart): Chart {
  const frame = (layout: Layout) => rowsFrame(layout, reading, rows.length, 60);
  return {
    id,
    title,
    reading,
    description: `${marks}, one row each. Horizontal: AUC. ${rows.map((row) => `${row.name}: ${withInterval(row)}`).join('; ')}.`,
    legend: [],
    frame,
    spec: (layout) => framed({ title, reading }, layout, frame(layout), layersOf(rows, layout, frame(layout).width)),
  };
}

function layersOf(rows: readonly AucRow[], layout: Layout, width: number): Readonly<Record<string, unknown>>[] {
  const domain = axisDomain(
    rows.flatMap(({ low, high }) => [low, high]),
    0.1,
    [0.45, 0.9],
  );
  const scale = { domain, nice: false, zero: false };
  const axis = { title: 'AUC: 0.5 is guessing, 1 is certainty', grid: false, format: '.1f', tickCount: 6 };
  const x = (field: string) => ({ field, type: 'quantitative', scale, axis });
  const y = rowY(layout, rows.length);
  const numbered = rows.map((row, at) => ({
    ...row,
    row: at,
    colour: `#${row.colour ?? 0}`,
    text: decimal(row.value),
  }));
  const colours = Array.from({ length: 1 + Math.max(0, ...rows.map(({ colour = 0 }) => colour)) }, (_, n) => `#${n}`);
  const color = { field: 'colour', type: 'nominal', scale: { domain: colours, range: 'category' }, legend: null };
  const layersFor = (look: AucRow['look'], rule: object, dot: object, rules: object = {}, dots: object = {}) => {
    const data = { values: numbered.filter((row) => row.look === look) };
    if (data.values.length === 0) return [];
    return [
      { data, mark: { type: 'rule', ...rule }, encoding: { y, x: x('low'), x2: { field: 'high' }, ...rules } },
      { data, mark: { type: 'point', filled: true, size: 70, ...dot }, encoding: { y, x: x('value'), ...dots } },
    ];
  };
  return [
    ...rowNames(
      layout,
      rows.map(({ name }) => name),
    ),
    { data: { values: [{ at: 0.5 }] }, mark: { type: 'rule', style: 'reference' }, encoding: { x: x('at') } },
    ...layersFor('bar', { strokeWidth: 6, opacity: 0.35 }, { style: 'dot' }, { color }, { fill: color }),
    ...layersFor('control', { style: 'controlRule' }, { style: 'controlDot' }),
    ...layersFor('ink', { style: 'inkRule' }, { style: 'inkDot' }),
    {
      data: { values: numbered },
      mark: {
        type: 'text',
        style: 'labelText',
        align: 'right',
        baseline: layout.named ? 'middle' : 'bottom',
        dy: layout.named ? 0 : -8,
      },
      encoding: { y, x: { value: width + (layout.named ? 48 : 0) }, text: { field: 'text' } },
    },
  ];
}
