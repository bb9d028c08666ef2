/** Dots with intervals on an axis of AUC, one row each: the answer of an audit in one picture. */
import type { Chart } from '../common/chart.ts';
import { decimal, withInterval } from '../common/format.ts';
import type { Estimate } from '../common/input.ts';
import { placeOn, type Spec } from '../common/layout.ts';
import { axisDomain } from './lines.ts';
import { barLayers, figureLayer, rowsChart } from './rows.ts';

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

/** An axis of AUC that holds these intervals. */
export function aucPlace(figures: readonly Estimate[]) {
  const ends = figures.flatMap(({ low, high }) => [low, high]);
  const domain = axisDomain(ends, 0.1, [0.45, 0.9]);
  const axis = { title: 'AUC: 0.5 is guessing, 1 is certainty', grid: false, format: '.1f', tickCount: 6 };
  return { domain, x: placeOn(domain, axis) };
}

export function aucRowsChart({ id, title, reading, marks, rows }: AucRowsChart): Chart {
  const description = `${marks}, one row each. Horizontal: AUC. ${rows.map((row) => `${row.name}: ${withInterval(row)}`).join('; ')}.`;
  const { x } = aucPlace(rows);
  const numbered = rows.map((row, at) => ({
    ...row,
    row: at,
    colour: `#${row.colour ?? 0}`,
    text: decimal(row.value),
  }));
  const colours = Array.from({ length: 1 + Math.max(0, ...rows.map(({ colour = 0 }) => colour)) }, (_, n) => `#${n}`);
  const color = { field: 'colour', type: 'nominal', scale: { domain: colours, range: 'category' }, legend: null };
  const looking = (look: AucRow['look']) => ({ values: numbered.filter((row) => row.look === look) });
  const plain = (look: 'control' | 'ink', y: Spec): Spec[] => {
    const data = looking(look);
    return [
      { data, mark: { type: 'rule', style: `${look}Rule` }, encoding: { y, x: x('low'), x2: { field: 'high' } } },
      { data, mark: { type: 'point', filled: true, size: 70, style: `${look}Dot` }, encoding: { y, x: x('value') } },
    ];
  };
  const names = rows.map(({ name }) => name);
  return rowsChart({ id, title, reading, description }, names, {}, (y, layout, frame) => [
    { data: { values: [{ at: 0.5 }] }, mark: { type: 'rule', style: 'reference' }, encoding: { x: x('at') } },
    ...barLayers(looking('bar'), y, x, color),
    ...plain('control', y),
    ...plain('ink', y),
    figureLayer({ values: numbered }, y, layout, frame),
  ]);
}
